#include "adapter/http/operator/admin_site.hpp"

#include <exception>

#include <boost/asio/co_spawn.hpp>
#include <boost/json/serialize.hpp>
#include <fmt/format.h>

#include "adapter/http/api/error/json_body.hpp"
#include "adapter/http/api/measure/metered_reply.hpp"
#include "adapter/http/api/page/page_address.hpp"
#include "adapter/http/api/page/page_answers.hpp"
#include "adapter/http/operator/call/admin_audit.hpp"
#include "adapter/http/operator/call/admin_body.hpp"
#include "adapter/http/transport/message/client_address.hpp"
#include "adapter/http/transport/message/query.hpp"
#include "adapter/http/transport/message/request_id.hpp"
#include "adapter/http/transport/socket/seeded_hash.hpp"

namespace onsale::http {
namespace {

// For a few operators and scripts. Each call may hold a list of some megabytes.
constexpr std::size_t kCallsInFlightMax = 32;
constexpr std::string_view kHeaders = "Cache-Control: no-store\r\n";
// Limit of wrong keys per address. After the burst, one is checked every six seconds.
constexpr RateLimit kWrongKeys{.count = 10, .period = std::chrono::minutes{1}, .burst = 20};
constexpr std::string_view kWrongKeyRetry = "Retry-After: 6\r\n";
constexpr std::size_t kWrongKeyEntries = 1024;

std::string_view bearer_of(const Request& request) {
    constexpr std::string_view kScheme = "bearer ";
    std::string_view value = request.header("authorization");
    if (value.size() <= kScheme.size()) return {};
    for (std::size_t i = 0; i < kScheme.size(); ++i)
        if ((value[i] | 0x20) != kScheme[i]) return {};
    value.remove_prefix(kScheme.size());
    return value;
}

// The content type only. The first bytes are checked later. SVG is not allowed: it can carry
// scripts.
bool is_image(std::string_view type) {
    return type == "image/png" || type == "image/jpeg" || type == "image/webp";
}

struct FoundRoute {
    const AdminRoute* route = nullptr;
    std::array<std::string, 2> path_values;
    std::string allowed;  // The methods of this path, when none matches.
};

FoundRoute find_route(const Request& request) {
    FoundRoute found;
    const Method method = request.method == Method::kHead ? Method::kGet : request.method;
    for (const AdminRoute& route : admin_routes()) {
        auto values = match_path(route.pattern, request.path);
        if (!values) continue;
        if (route.method == method) return {&route, std::move(*values), {}};
        if (!found.allowed.empty()) found.allowed += ", ";
        found.allowed += allow_word(route.method);
    }
    return found;
}

// Load balancers and supervisors call without a key. The answers contain no secrets.
bool needs_key(const Request& request) {
    return !request.local && request.path != "/healthz" && request.path != "/readyz";
}

// Serves the console's page and its files. They are the same for everybody and contain no secrets;
// the page loads its data with the key. Returns false when the request is for something else.
bool send_console(const Request& request, Reply& reply, const WebFiles* web) {
    if (request.method != Method::kGet && request.method != Method::kHead) return false;
    if (request.path.starts_with("/assets/")) return send_asset(request, reply, web);
    const auto address = parse_page_address(request.path);
    if (!address || address->page != WebPage::kAdmin) return false;
    const Language language = page_language(request);
    const std::string path = address->path_in(language);
    if (path == request.path && request.query.empty())
        return send_shell(request, reply, web, WebPage::kAdmin, language);
    send_elsewhere(reply, path);
    return true;
}

// The audit note of a call that changes something, reveals secrets or exports data; nothing for
// other calls.
std::optional<AuditNote> note_about(const Request& request, const FoundRoute& found) {
    if (!is_audited(*found.route)) return std::nullopt;
    const bool changes = found.route->method != Method::kGet;
    return AuditNote{
        .who = request.local ? "socket" : "owner.key",
        .request = request_id_text(request.id, request.given_id),
        .what = fmt::format("{} {}", changes ? allow_word(request.method) : "GET", request.path)};
}

// Reject the version check while another change is in progress: the version is not final.
AdminRefusal being_changed() {
    return {ErrorCode::kVersionConflict,
            {{"message", "somebody else's change is being made; read the event again"}}};
}

AdminRefusal not_entered(ErrorCode code, const std::string& why) {
    return {code, {{"message", "the audit log cannot be written: " + why}}};
}

std::string headers_for(const AdminRefusal& refusal) {
    std::string headers{kHeaders};
    if (refusal.code == ErrorCode::kKeyRequired) headers += "WWW-Authenticate: Bearer\r\n";
    if (entry(refusal.code).status == 503) headers += "Retry-After: 1\r\n";
    if (refusal.code == ErrorCode::kTooManyRequests) headers += kWrongKeyRetry;
    if (const auto* const allowed = refusal.details.if_contains("allow"))
        headers += "Allow: " + std::string{allowed->as_string()} + "\r\n";
    return headers;
}

}  // namespace

AdminSite::AdminSite(const Deps& deps)
    : context_(deps.context),
      server_(deps.server),
      audit_(deps.audit),
      live_(deps.live),
      metrics_(deps.metrics),
      wrong_keys_(kWrongKeys, random_seed(), kWrongKeyEntries) {}

// A correct key is always accepted. It has 256 random bits, so guessing is hopeless at any rate. A
// lockout would let anybody at the operator's address lock out the operator.
std::optional<AdminRefusal> AdminSite::check_key(const Request& request) {
    if (!needs_key(request)) return std::nullopt;
    const std::string_view key = bearer_of(request);
    if (key.empty()) return AdminRefusal{ErrorCode::kKeyRequired};
    if (server_.accepts_key(key)) return std::nullopt;
    if (request.path == "/metrics" && server_.accepts_metrics_key(key)) return std::nullopt;
    const Duration now = context_.clock.now().time_since_epoch();
    if (wrong_keys_.allow(limiter_key(request.client), now))
        return AdminRefusal{ErrorCode::kKeyInvalid};
    metrics_.limited(LimitKind::kKeys);
    return AdminRefusal{ErrorCode::kTooManyRequests};
}

void AdminSite::handle(const Request& request, Reply& reply) {
    MeteredReply metered{reply, request, metrics_, context_.log, no_guest_};
    metered.set_route(MeteredRoute::kAdmin);
    if (send_console(request, metered, context_.web)) return;
    const Language language = language_of(request);
    if (const auto refused = check_key(request)) return refuse(metered, *refused, language);
    FoundRoute found = find_route(request);
    if (found.route == nullptr)
        return found.allowed.empty()
                   ? refuse(metered, {ErrorCode::kNotFound}, language)
                   : refuse(metered, {ErrorCode::kMethodNotAllowed, {{"allow", found.allowed}}},
                            language);
    if (calls_in_flight_ >= kCallsInFlightMax)
        return refuse(metered, {ErrorCode::kOverloaded}, language);
    auto note = note_about(request, found);
    auto call = take_apart(request, *found.route, std::move(found.path_values));
    if (!call && !note) return refuse(metered, call.error(), language);
    ++calls_in_flight_;
    const auto ended = [this](const std::exception_ptr& error) {
        --calls_in_flight_;
        if (error) metrics_.rejected(ErrorCode::kInternal);
    };
    boost::asio::co_spawn(
        context_.loop,
        run(*found.route, std::move(call), metered.later(), language, std::move(note)), ended);
}

Result<AdminCall, AdminRefusal> AdminSite::take_apart(const Request& request,
                                                      const AdminRoute& route,
                                                      std::array<std::string, 2> path_values) {
    AdminCall call{.context = context_,
                   .server = server_,
                   .audit = audit_,
                   .live = live_,
                   .path_values = std::move(path_values),
                   .body = {},
                   .local = request.local};
    if (const auto* const misused = misused_parameter(request.query, query_of(route)))
        return fail(
            bad_field(misused->name,
                      fmt::format("must stand once, with 1 to {} characters and neither NUL nor "
                                  "a broken %-escape",
                                  misused->characters_max)));
    auto query = QueryValues::parse(request.query);
    if (!query || !query->only(query_of(route)))
        return fail(AdminRefusal{ErrorCode::kUnknownQueryKey});
    call.query = std::move(*query);
    const std::string_view dry_run = call.query.get("dryRun");
    if (!dry_run.empty() && dry_run != "true" && dry_run != "false")
        return fail(bad_field("dryRun", "must be true or false"));
    call.dry_run = dry_run == "true";
    if (route.body == AdminBodyKind::kNone) return call;
    const std::string_view type = request.header("content-type");
    if (route.body == AdminBodyKind::kText || route.body == AdminBodyKind::kImage) {
        const bool fits = route.body == AdminBodyKind::kText ? is_json(type) : is_image(type);
        if (!fits) return fail(AdminRefusal{ErrorCode::kUnsupportedMediaType});
        call.text = request.body;
        return call;
    }
    auto body = parse_admin_body(type, request.body);
    if (!body) return fail(body.error());
    call.body = std::move(*body);
    return call;
}

AdminWork AdminSite::perform(const AdminRoute& route, CheckedCall call) {
    if (!call) co_return fail(call.error());
    const bool changes = route.mark == AdminRoute::Mark::kChangesEvent && !call->dry_run;
    if (changes && !call->query.get("version").empty() && changing_.contains(call->key()))
        co_return fail(being_changed());
    const Changing changing{changing_, changes ? call->key() : std::string{}};
    try {
        co_return co_await route.run(std::move(*call));
    } catch (const std::exception&) {
        // No port throws, so this is a bug. The operator still gets an answer.
    }
    co_return fail(AdminRefusal{ErrorCode::kInternal});
}

AdminWork AdminSite::perform_audited(const AdminRoute& route, CheckedCall call, AuditNote note) {
    const bool dry_run = call && call->dry_run;
    if (call) note.asked = asked_text(call->body, dry_run);
    if (call && !dry_run && route.method != Method::kGet) {
        note.result = "begun";
        const auto begun = co_await audit_.record(note);
        if (!begun) co_return fail(not_entered(ErrorCode::kStorageUnavailable, begun.error()));
        note.begun = begun->seq;
    }
    AdminOutcome outcome = co_await perform(route, std::move(call));
    note.result = outcome ? (dry_run ? "rehearsed" : "done") : entry(outcome.error().code).code;
    if (outcome) {
        note.effect = outcome->effect_codes;
        note.about = outcome->about;
        note.count = outcome->count;
    }
    const auto entered = co_await audit_.record(note);
    if (outcome) note.effect = outcome->effect;
    context_.log.note(note, entered.value_or(AuditHead{}));
    if (entered || !outcome) co_return outcome;
    const bool may_be_done = note.begun != 0;
    co_return fail(
        not_entered(may_be_done ? ErrorCode::kOutcomeUnknown : ErrorCode::kStorageUnavailable,
                    entered.error()));
}

boost::asio::awaitable<void> AdminSite::run(const AdminRoute& route, CheckedCall call,
                                            LaterReply reply, Language language,
                                            std::optional<AuditNote> note) {
    AdminOutcome outcome =
        co_await (note ? perform_audited(route, std::move(call), std::move(*note))
                       : perform(route, std::move(call)));
    if (!outcome) co_return refuse(reply, outcome.error(), language);
    const std::string headers = std::string{kHeaders} + outcome->headers;
    reply.answer({.status = outcome->status,
                  .content_type = outcome->content_type,
                  .headers = headers,
                  .body = outcome->body});
}

template <class To>
void AdminSite::refuse(To& reply, const AdminRefusal& refusal, Language language) {
    metrics_.rejected(refusal.code);
    const std::string headers = headers_for(refusal);
    boost::json::object details = refusal.details;
    const bool unexplained = refusal.code == ErrorCode::kStorageUnavailable && details.empty();
    if (unexplained && context_.degraded != operate::Degraded::kNo)
        details["degraded"] = to_word(context_.degraded);
    const std::string body =
        operator_error_body(refusal.code, language, boost::json::serialize(details));
    reply.answer(Answer{.status = entry(refusal.code).status,
                        .headers = headers,
                        .body = body,
                        .refused = refusal.code});
}

}  // namespace onsale::http
