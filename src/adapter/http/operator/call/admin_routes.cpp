#include "adapter/http/operator/call/admin_routes.hpp"

namespace onsale::http {
namespace {

using Body = AdminBodyKind;

constexpr std::array<QueryParameter, 3> kHistoryQuery = {{{"by"}, {"since"}, {"limit"}}};
constexpr std::array<QueryParameter, 1> kExportQuery = {{{"after"}}};
constexpr std::array<QueryParameter, 2> kReportQuery = {{{"from"}, {"to"}}};
constexpr std::array<QueryParameter, 4> kOrdersQuery = {
    {{"state"}, {"find", 40}, {"after"}, {"limit"}}};
constexpr std::array<QueryParameter, 1> kStoryQuery = {{{"code", 64}}};
constexpr std::array<QueryParameter, 1> kMapQuery = {{{"since"}}};
constexpr std::array<QueryParameter, 2> kVersionQuery = {{{"dryRun"}, {"version"}}};
constexpr std::array<QueryParameter, 1> kChangeQuery = {{{"dryRun"}}};
constexpr std::array<QueryParameter, 1> kOutboxQuery = {{{"limit"}}};
constexpr std::array<QueryParameter, 1> kPreflightQuery = {{{"accept", 512}}};
constexpr std::array<QueryParameter, 2> kPurchaseQuery = {{{"dryRun"}, {"accept", 512}}};
constexpr std::array<QueryParameter, 2> kAuditQuery = {{{"after"}, {"limit"}}};

constexpr auto kAuditedRead = AdminRoute::Mark::kAuditedRead;
constexpr auto kChangesEvent = AdminRoute::Mark::kChangesEvent;

constexpr std::array kRoutes = std::to_array<AdminRoute>({
    {Method::kGet, "/api/admin/events", Body::kNone, list_events},
    {Method::kPost, "/api/admin/events", Body::kJson, create_event},
    {Method::kGet, "/api/admin/events/{key}", Body::kNone, show_event},
    {Method::kPatch, "/api/admin/events/{key}", Body::kJson, edit_event, {}, kChangesEvent},
    {Method::kPost, "/api/admin/events/{key}/actions", Body::kJson, act_on_event, kVersionQuery,
     kChangesEvent},
    {Method::kPost, "/api/admin/events/{key}/publish", Body::kNone, publish_event, kVersionQuery,
     kChangesEvent},
    {Method::kPost, "/api/admin/events/{key}/unpublish", Body::kNone, unpublish_event,
     kVersionQuery, kChangesEvent},
    {Method::kPut, "/api/admin/events/{key}/levers", Body::kJson, set_levers, kVersionQuery,
     kChangesEvent},
    {Method::kPost, "/api/admin/events/{key}/deadlines", Body::kJson, change_deadlines,
     kVersionQuery, kChangesEvent},
    {Method::kPost,
     "/api/admin/events/{key}/lists/{phase}",
     Body::kJson,
     add_to_list,
     {},
     kChangesEvent},
    {Method::kPost, "/api/admin/events/{key}/denied", Body::kJson, deny_guests, {}, kChangesEvent},
    {Method::kPost,
     "/api/admin/events/{key}/codes/{phase}",
     Body::kJson,
     add_codes,
     {},
     kChangesEvent},
    {Method::kPost, "/api/admin/events/{key}/revoke", Body::kJson, revoke_guest, {}, kChangesEvent},
    {Method::kGet, "/api/admin/events/{key}/line", Body::kNone, show_line},
    {Method::kGet, "/api/admin/events/{key}/live", Body::kNone, show_live},
    {Method::kGet, "/api/admin/events/{key}/live/history", Body::kNone, show_live_history,
     kHistoryQuery},
    {Method::kPost, "/api/admin/events/{key}/advice/apply", Body::kNone, apply_advice,
     kVersionQuery, kChangesEvent},
    {Method::kPut,
     "/api/admin/events/{key}/performances/{performance}/hall",
     Body::kText,
     open_hall,
     {},
     kChangesEvent},
    {Method::kGet, "/api/admin/events/{key}/performances/{performance}/hall", Body::kNone,
     show_hall},
    {Method::kPatch, "/api/admin/events/{key}/performances/{performance}/hall/rules", Body::kJson,
     set_hall_rules, kVersionQuery, kChangesEvent},
    {Method::kGet, "/api/admin/events/{key}/performances/{performance}/seats", Body::kNone,
     count_seats},
    {Method::kGet, "/api/admin/events/{key}/performances/{performance}/map", Body::kNone, show_map,
     kMapQuery},
    {Method::kGet, "/api/admin/events/{key}/performances/{performance}/seats.csv", Body::kNone,
     export_seats},
    {Method::kPost,
     "/api/admin/events/{key}/performances/{performance}/seats/block",
     Body::kJson,
     block_seats,
     {},
     kChangesEvent},
    {Method::kPost,
     "/api/admin/events/{key}/performances/{performance}/seats/unblock",
     Body::kJson,
     unblock_seats,
     {},
     kChangesEvent},
    {Method::kPost,
     "/api/admin/events/{key}/performances/{performance}/seats/release",
     Body::kJson,
     release_seats,
     {},
     kChangesEvent},
    {Method::kGet, "/api/admin/events/{key}/terms", Body::kNone, show_terms},
    {Method::kPut, "/api/admin/events/{key}/terms", Body::kJson, set_terms, kVersionQuery,
     kChangesEvent},
    {Method::kGet, "/api/admin/events/{key}/sale", Body::kNone, show_sale},
    {Method::kPut, "/api/admin/events/{key}/sale", Body::kJson, replace_sale, kVersionQuery,
     kChangesEvent},
    {Method::kPatch, "/api/admin/events/{key}/sale", Body::kJson, edit_sale, kVersionQuery,
     kChangesEvent},
    {Method::kPatch, "/api/admin/events/{key}/sale/levers", Body::kJson, set_sale_levers,
     kVersionQuery, kChangesEvent},
    {Method::kGet, "/api/admin/events/{key}/report", Body::kNone, show_report_rows, kReportQuery},
    {Method::kGet, "/api/admin/events/{key}/orders", Body::kNone, list_orders, kOrdersQuery},
    {Method::kGet, "/api/admin/events/{key}/orders.csv", Body::kNone, export_orders, kExportQuery,
     kAuditedRead},
    {Method::kGet, "/api/admin/events/{key}/report.csv", Body::kNone, show_report, kReportQuery},
    {Method::kGet, "/api/admin/events/{key}/story", Body::kNone, show_story, kStoryQuery},
    {Method::kGet, "/api/admin/orders/{code}", Body::kNone, show_order},
    {Method::kPost, "/api/admin/orders/{code}/refund", Body::kJson, refund_order},
    {Method::kPost, "/api/admin/orders/{code}/cancel", Body::kNone, cancel_order},
    {Method::kPost, "/api/admin/orders/{code}/ask-again", Body::kNone, ask_about_order},
    {Method::kPost, "/api/admin/orders/{code}/refunds/{refund}/retry", Body::kNone, retry_refund},
    {Method::kGet, "/api/admin/bookings/{number}", Body::kNone, show_booking},
    {Method::kPut, "/api/admin/events/{key}/poster", Body::kImage, set_poster, {}, kChangesEvent},
    {Method::kPut,
     "/api/admin/events/{key}/performances/{performance}/image",
     Body::kImage,
     set_performance_image,
     {},
     kChangesEvent},
    {Method::kDelete,
     "/api/admin/events/{key}/poster",
     Body::kNone,
     remove_poster,
     {},
     kChangesEvent},
    {Method::kDelete,
     "/api/admin/events/{key}/performances/{performance}/image",
     Body::kNone,
     remove_performance_image,
     {},
     kChangesEvent},
    {Method::kGet, "/api/admin/images", Body::kNone, list_images},
    {Method::kPost, "/api/admin/keys/rotate", Body::kNone, rotate_keys},
    {Method::kGet, "/api/admin/keys/entry", Body::kNone, show_entry_keys, {}, kAuditedRead},
    {Method::kGet, "/api/admin/journal/stats", Body::kNone, show_journal_stats},
    {Method::kPost, "/api/admin/backup", Body::kJson, make_backup},
    {Method::kGet, "/api/admin/parts", Body::kNone, show_parts},
    {Method::kGet, "/api/admin/outbox", Body::kNone, show_outbox, kOutboxQuery},
    {Method::kPost, "/api/admin/outbox/retry", Body::kNone, retry_outbox},
    {Method::kPost, "/api/admin/reports/rebuild", Body::kNone, rebuild_reports},
    {Method::kGet, "/api/admin/audit", Body::kNone, show_audit, kAuditQuery},
    {Method::kGet, "/api/admin/audit/head", Body::kNone, show_audit_head},
    {Method::kGet, "/api/admin/preflight/{key}", Body::kNone, run_preflight, kPreflightQuery},
    {Method::kPost, "/api/admin/preflight/{key}/purchase", Body::kNone, run_test_purchase,
     kPurchaseQuery},
    {Method::kGet, "/metrics", Body::kNone, show_metrics},
    {Method::kGet, "/healthz", Body::kNone, show_alive},
    {Method::kGet, "/readyz", Body::kNone, show_ready},
});

// Removes and returns the text up to the next '/'.
std::string_view take_segment(std::string_view& path) {
    const std::size_t slash = path.find('/');
    const std::string_view segment = path.substr(0, slash);
    path.remove_prefix(slash == path.npos ? path.size() : slash + 1);
    return segment;
}

}  // namespace

std::span<const QueryParameter> query_of(const AdminRoute& route) {
    const bool changes = route.method != Method::kGet;
    return changes && route.query.empty() ? std::span<const QueryParameter>{kChangeQuery}
                                          : route.query;
}

bool is_audited(const AdminRoute& route) {
    return route.method != Method::kGet || route.mark == AdminRoute::Mark::kAuditedRead;
}

std::span<const AdminRoute> admin_routes() {
    return kRoutes;
}

std::optional<std::array<std::string, 2>> match_path(std::string_view pattern,
                                                     std::string_view path) {
    if (path.ends_with('/')) return std::nullopt;
    std::array<std::string, 2> values;
    std::size_t count = 0;
    while (!pattern.empty() && !path.empty()) {
        const std::string_view wanted = take_segment(pattern);
        const std::string_view given = take_segment(path);
        if (wanted.starts_with('{') && !given.empty())
            values[count++] = given;
        else if (wanted != given)
            return std::nullopt;
    }
    if (!pattern.empty() || !path.empty()) return std::nullopt;
    return values;
}

}  // namespace onsale::http
