// Extends the deadlines of the admission and its holds at the guest's request (ADR 25).
#include <algorithm>

#include "adapter/http/api/context/guest_identity.hpp"
#include "adapter/http/api/context/run_route.hpp"
#include "adapter/http/api/error/json_body.hpp"
#include "adapter/http/api/error/json_text.hpp"
#include "adapter/http/guest/context/admission.hpp"
#include "adapter/http/guest/context/entry_cookie.hpp"
#include "adapter/http/guest/context/find_event.hpp"
#include "adapter/http/guest/context/queue_guest.hpp"
#include "adapter/http/guest/context/refuse.hpp"
#include "adapter/http/guest/queue/place_answer.hpp"
#include "adapter/http/guest/queue/routes.hpp"
#include "base/time_text.hpp"
#include "codec/object_reader.hpp"

namespace onsale::http {

using boost::asio::awaitable;
using waiting_room::EventId;
using waiting_room::QueueAnswer;
using waiting_room::QueueStatus;
using waiting_room::command::Extend;

namespace {

constexpr codec::NumberRange kExtensions{1, waiting_room::kExtensionsMax};

// The number of the extension; 0 when the guest does not name it. Nothing for an invalid number.
std::optional<std::uint32_t> which_in(const boost::json::object& body) {
    if (!body.contains("extension")) return 0;
    return codec::ObjectReader{body}.get<std::uint32_t>("extension", kExtensions);
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

void refuse_extension(GuestContext& guest, LaterReply& reply, EventId event,
                      waiting_room::PlaceError error, Language language) {
    if (error == waiting_room::PlaceError::kNotAdmitted)
        return refuse(guest, reply, ErrorCode::kEntryTokenRequired, language,
                      details_of({ErrorCode::kEntryTokenRequired, {}},
                                 guest.context.view.find(event)->settings().key));
    refuse(guest, reply, unavailable_as(guest, api_error(error)), language);
}

void send_extended(GuestContext& guest, LaterReply& reply, const Request& asked,
                   const QueueGuest& who, Language language) {
    const Instant now = guest.context.clock.now();
    const QueueAnswer answer = who.line->answer_to(who.token.guest, who.number(), now);
    // The admission may have ended in the meantime, for example by the guest's action on another
    // page.
    if (answer.status != QueueStatus::kAdmitted)
        return refuse_extension(guest, reply, who.event(), waiting_room::PlaceError::kNotAdmitted,
                                language);
    const std::string entry = entry_token_for(guest, who, answer);
    const waiting_room::LineClock& clock = who.line->clock();
    std::string body = "{";
    append_time(body, R"("admissionExpiresAt":)", answer.admission_deadline);
    if (const auto hold = first_hold(guest.context.sale, who.event(), who.token.guest))
        append_time(body, R"(,"holdExpiresAt":)", clock.due(*hold, now));
    body += R"(,"extensionsLeft":)";
    append_number(body, answer.extensions_left);
    body += clock.frozen() ? R"(,"frozen":true)" : R"(,"frozen":false)";
    append_time(body, R"(,"serverTime":)", now);
    body += R"(,"entryToken":)";
    append_json_string(body, entry);
    body += '}';
    std::string headers{kPrivate};
    headers += entry_cookie(guest, asked, who, answer, entry);
    reply.answer({.headers = headers, .body = body});
}

}  // namespace

void post_extend(GuestContext& guest, const Request& request, Reply& reply) {
    const Language language = language_of(request);
    const auto body = json_body(request, {"eventId", "extension"});
    if (!body) return refuse_call(guest, reply, body.error(), language, {});
    const auto key = key_field(*body, "eventId");
    if (!key) return refuse_call(guest, reply, key.error(), language, {});
    const std::string& event = *key;
    const auto which = which_in(*body);
    if (!which) return refuse_call(guest, reply, {ErrorCode::kBadField, "extension"}, language, {});
    if (!same_origin(request)) return refuse(guest, reply, ErrorCode::kForeignOrigin, language);
    const waiting_room::LineView* const line = find_event(guest, event);
    if (line == nullptr) return refuse(guest, reply, ErrorCode::kEventNotFound, language);
    const auto admission = admission_of(guest, request, event, *line);
    if (!admission)
        return refuse(guest, reply, ErrorCode::kEntryTokenRequired, language,
                      details_of({ErrorCode::kEntryTokenRequired, {}}, event));
    guest.asking = admission->guest;
    Request asked;
    asked.secure = request.secure;
    run_route(guest.context.loop, guest.metrics,
              [](GuestContext& guest, Extend extend, Request asked, Language language,
                 LaterReply reply) -> awaitable<void> {
                  const auto extended = co_await guest.context.lines.call(extend);
                  if (!extended)
                      co_return refuse_extension(guest, reply, extend.event, extended.error(),
                                                 language);
                  const QueueGuest who =
                      queue_guest_of(guest, {extend.event.value, *extend.guest, extended->value});
                  send_extended(guest, reply, asked, who, language);
              }(guest, {admission->event, admission->admission, admission->guest, *which}, asked,
                                   language, reply.later()));
}

}  // namespace onsale::http
