#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "adapter/http/operator/call/admin_call.hpp"
#include "adapter/http/transport/message/request.hpp"

namespace onsale::http {

enum class AdminBodyKind : std::uint8_t {
    kNone,
    kJson,
    kText,   // JSON that the route parses itself, on another thread.
    kImage,  // The bytes of an image.
};

struct AdminRoute {
    enum class Mark : std::uint8_t {
        kNone,
        kAuditedRead,   // Reveals secrets or exports data: it is audited, as every change is.
        kChangesEvent,  // Changes the event of {key}, so that its version is not final meanwhile.
    };

    Method method;
    std::string_view pattern;  // A segment in braces matches any one segment.
    AdminBodyKind body;
    AdminWork (*run)(AdminCall call);
    // Allowed query parameters. The default is none for a read and dryRun for a change.
    std::span<const QueryParameter> query{};
    Mark mark = Mark::kNone;
};

std::span<const AdminRoute> admin_routes();
std::span<const QueryParameter> query_of(const AdminRoute& route);
// Whether a call of this route gets an entry in the audit log.
bool is_audited(const AdminRoute& route);

// The segments that matched the pattern's braces. Returns nothing when the path does not match.
std::optional<std::array<std::string, 2>> match_path(std::string_view pattern,
                                                     std::string_view path);

// One function per route. Events:
AdminWork list_events(AdminCall call);
AdminWork create_event(AdminCall call);
AdminWork show_event(AdminCall call);
AdminWork edit_event(AdminCall call);
AdminWork act_on_event(AdminCall call);
AdminWork publish_event(AdminCall call);
AdminWork unpublish_event(AdminCall call);

// The line:
AdminWork set_levers(AdminCall call);
AdminWork change_deadlines(AdminCall call);
AdminWork add_to_list(AdminCall call);
AdminWork deny_guests(AdminCall call);
AdminWork add_codes(AdminCall call);
AdminWork revoke_guest(AdminCall call);
AdminWork show_line(AdminCall call);
AdminWork show_live(AdminCall call);
AdminWork show_live_history(AdminCall call);
AdminWork show_report(AdminCall call);
AdminWork show_report_rows(AdminCall call);
AdminWork apply_advice(AdminCall call);

// Halls:
AdminWork open_hall(AdminCall call);
AdminWork show_hall(AdminCall call);
AdminWork count_seats(AdminCall call);
AdminWork export_seats(AdminCall call);
AdminWork show_map(AdminCall call);
AdminWork set_hall_rules(AdminCall call);
AdminWork block_seats(AdminCall call);
AdminWork unblock_seats(AdminCall call);
AdminWork release_seats(AdminCall call);

// Images:
AdminWork set_poster(AdminCall call);
AdminWork set_performance_image(AdminCall call);
AdminWork remove_poster(AdminCall call);
AdminWork remove_performance_image(AdminCall call);
AdminWork list_images(AdminCall call);

// The sale:
AdminWork show_terms(AdminCall call);
AdminWork set_terms(AdminCall call);
AdminWork show_sale(AdminCall call);
AdminWork replace_sale(AdminCall call);
AdminWork edit_sale(AdminCall call);
AdminWork set_sale_levers(AdminCall call);

// Orders:
AdminWork show_order(AdminCall call);
AdminWork show_booking(AdminCall call);
AdminWork refund_order(AdminCall call);
AdminWork cancel_order(AdminCall call);
AdminWork ask_about_order(AdminCall call);
AdminWork retry_refund(AdminCall call);
AdminWork export_orders(AdminCall call);
AdminWork list_orders(AdminCall call);
AdminWork show_story(AdminCall call);

// The server:
AdminWork rotate_keys(AdminCall call);
AdminWork show_entry_keys(AdminCall call);
AdminWork show_journal_stats(AdminCall call);
AdminWork make_backup(AdminCall call);
AdminWork show_parts(AdminCall call);
AdminWork show_outbox(AdminCall call);
AdminWork retry_outbox(AdminCall call);
AdminWork rebuild_reports(AdminCall call);
AdminWork show_audit(AdminCall call);
AdminWork show_audit_head(AdminCall call);
AdminWork run_preflight(AdminCall call);
AdminWork run_test_purchase(AdminCall call);
AdminWork show_metrics(AdminCall call);
AdminWork show_alive(AdminCall call);
AdminWork show_ready(AdminCall call);

}  // namespace onsale::http
