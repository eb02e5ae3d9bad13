// Extends the deadlines of the admission and its holds at the guest's request (ADR 25).
#include <algorithm>

#include "adapter/http/api/context/run_route.hpp"
#include "adapter/http/api/error/json_body.hpp"
#include "adapter/http/guest/guest_site.hpp"
#include "adapter/http/guest/refuse.hpp"
#include "base/time_text.hpp"

namespace onsale::http {

using boost::asio::awaitable;
using waiting_room::EventId;
using waiting_room::QueueAnswer;
using waiting_room::QueueStatus;
using waiting_room::command::Extend;

namespace {

constexpr std::string_view kPrivate = "Cache-Control: private, no-store\r\n";

// The number of the extension; 0 when the guest does not name it. Nothing for an invalid number.
std::optional<std::uint32_t> which_in(const boost::json::object& body) {
    const auto* const value = body.if_contains("extension");
    if (value == nullptr) return 0;
    const auto* const number = value->if_int64();
    if (number == nullptr || *number < 1 || *number > waiting_room::kExtensionsMax)
        return std::nullopt;
    return static_cast<std::uint32_t>(*number);
}

// The earliest deadline of the guest's holds that are not being paid, over all performances.
std::optional<Instant> first_hold(const sale::SaleView& sale, EventId event, const GuestId& guest) {
    std::optional<Instant> first;
    for (const auto& [id, hall] : sale) {
        const sale::HoldView* const hold = hall->event() == event ? hall->hold(guest) : nullptr;
        if (hold == nullptr || hold->paying) continue;
        first = std::min(first.value_or(hold->deadline), hold->deadline);
    }
    return first;
}

void append_time(std::string& out, std::string_view key, Instant instant) {
    out += key;
    out += '"' + format_iso_time(instant) + '"';
}

}  // namespace

void GuestSite::post_extend(const Request& request, Reply& reply) {
    const Language language = language_of(request);
    const auto body = json_body(request, {"eventId", "extension"});
    if (!body) return refuse_call(reply, body.error(), language, {});
    const auto key = key_field(*body, "eventId");
    if (!key) return refuse_call(reply, key.error(), language, {});
    const std::string& event = *key;
    const auto which = which_in(*body);
    if (!which) return refuse_call(reply, {ErrorCode::kBadField, "extension"}, language, {});
    if (!same_origin(request)) return refuse(reply, ErrorCode::kForeignOrigin, language);
    const waiting_room::LineView* const line = find_event(event);
    if (line == nullptr) return refuse(reply, ErrorCode::kEventNotFound, language);
    const auto admission = admission_of(request, event, *line);
    if (!admission)
        return refuse(reply, ErrorCode::kEntryTokenRequired, language,
                      details_of({ErrorCode::kEntryTokenRequired, {}}, event));
    asking_ = admission->guest;
    Request asked;
    asked.secure = request.secure;
    run_route(context_.loop, metrics_,
              [](GuestSite& site, Extend extend, Request asked, Language language,
                 LaterReply reply) -> awaitable<void> {
                  const auto extended = co_await site.context_.lines.extend(extend);
                  if (!extended)
                      co_return site.refuse_extension(reply, extend.event, extended.error(),
                                                      language);
                  const Poller poller =
                      site.poller_of({extend.event.value, *extend.guest, extended->value});
                  site.send_extended(reply, asked, poller, language);
              }(*this, {admission->event, admission->admission, admission->guest, *which}, asked,
                                   language, reply.later()));
}

void GuestSite::refuse_extension(LaterReply& reply, EventId event, waiting_room::PlaceError error,
                                 Language language) {
    if (error == waiting_room::PlaceError::kNotAdmitted)
        return refuse(reply, ErrorCode::kEntryTokenRequired, language,
                      details_of({ErrorCode::kEntryTokenRequired, {}},
                                 context_.view.find(event)->settings().key));
    refuse(reply, unavailable_as(api_error(error)), language);
}

void GuestSite::send_extended(LaterReply& reply, const Request& asked, const Poller& poller,
                              Language language) {
    const Instant now = context_.clock.now();
    const QueueAnswer answer = poller.line->answer_to(poller.token.guest, poller.number(), now);
    // The admission may have ended in the meantime, for example by the guest's action on another
    // page.
    if (answer.status != QueueStatus::kAdmitted)
        return refuse_extension(reply, poller.event(), waiting_room::PlaceError::kNotAdmitted,
                                language);
    const std::string entry = entry_token_for(poller, answer);
    const waiting_room::LineClock& clock = poller.line->clock();
    std::string body = "{";
    append_time(body, R"("admissionExpiresAt":)", answer.admission_deadline);
    if (const auto hold = first_hold(context_.sale, poller.event(), poller.token.guest))
        append_time(body, R"(,"holdExpiresAt":)", clock.due(*hold, now));
    body += R"(,"extensionsLeft":)";
    append_number(body, answer.extensions_left);
    body += clock.frozen() ? R"(,"frozen":true)" : R"(,"frozen":false)";
    append_time(body, R"(,"serverTime":)", now);
    body += R"(,"entryToken":)";
    append_json_string(body, entry);
    body += '}';
    std::string headers{kPrivate};
    headers += entry_cookie(asked, poller, answer, entry);
    reply.answer({.headers = headers, .body = body});
}

}  // namespace onsale::http
