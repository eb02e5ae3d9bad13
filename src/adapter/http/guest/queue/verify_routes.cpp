// The waiting room in front of another site: a proxy asks about each request, and the site reports
// when a guest is done.
#include "adapter/http/api/context/run_route.hpp"
#include "adapter/http/api/error/json_body.hpp"
#include "adapter/http/guest/context/admission.hpp"
#include "adapter/http/guest/context/find_event.hpp"
#include "adapter/http/guest/context/refuse.hpp"
#include "adapter/http/guest/context/request_limit.hpp"
#include "adapter/http/guest/queue/routes.hpp"
#include "codec/object_reader.hpp"
#include "token/entry_token.hpp"

namespace onsale::http {

using boost::asio::awaitable;
using waiting_room::AdmissionId;
using waiting_room::EventId;
using waiting_room::LineView;
namespace command = waiting_room::command;

namespace {

constexpr std::string_view kBearer = "Bearer ";

}  // namespace

// The event comes from the proxy's own configuration, in a header that the proxy sets.
void get_verify(GuestContext& guest, const Request& request, Reply& reply) {
    const Language language = language_of(request);
    const std::string event{request.header("x-onsale-event")};
    EventId id;
    const LineView* const line = find_event(guest, event, &id);
    const auto admission =
        line != nullptr ? admission_of(guest, request, event, *line) : std::nullopt;
    // An admitted guest is not counted: one page of the protected site may cause a hundred calls.
    if (!admission && !let_in(guest, request, reply)) return;
    if (event.empty())
        return refuse(guest, reply, ErrorCode::kBadField, language,
                      R"({"field":"X-Onsale-Event","message":"the proxy must name the event"})");
    if (line == nullptr) return refuse(guest, reply, ErrorCode::kEventNotFound, language);
    if (!admission)
        return refuse(guest, reply, ErrorCode::kEntryTokenRequired, language,
                      details_of({ErrorCode::kEntryTokenRequired, {}}, event));
    const auto number = number_of(admission->admission);
    guest.seen.mark(id, number);
    if (is_claimed(*line, number))
        return reply.answer({.status = 204, .headers = "Cache-Control: no-store\r\n"});
    run_route(
        guest.context.loop, guest.metrics,
        [](GuestContext& guest, command::Claim claim, std::string event, Language language,
           LaterReply reply) -> awaitable<void> {
            const auto claimed = co_await guest.context.lines.call(claim);
            if (claimed)
                co_return reply.answer({.status = 204, .headers = "Cache-Control: no-store\r\n"});
            const ErrorCode code = api_error(claimed.error());
            if (code == ErrorCode::kNotAdmitted)
                co_return refuse(guest, reply, ErrorCode::kEntryTokenRequired, language,
                                 details_of({ErrorCode::kEntryTokenRequired, {}}, event));
            refuse(guest, reply, unavailable_as(guest, code), language);
        }(guest, *admission, event, language, reply.later()));
}

void post_complete(GuestContext& guest, const Request& request, Reply& reply) {
    const Language language = language_of(request);
    std::string_view key = request.header("authorization");
    if (!key.starts_with(kBearer)) return refuse(guest, reply, ErrorCode::kKeyRequired, language);
    key.remove_prefix(kBearer.size());
    if (guest.config.complete_key == nullptr || !guest.config.complete_key->matches(key))
        return refuse(guest, reply, ErrorCode::kKeyInvalid, language);
    const auto body = json_body(request, {"eventId", "entryToken"});
    if (!body) return refuse_call(guest, reply, body.error(), language, {});
    const auto key_of_event = key_field(*body, "eventId");
    if (!key_of_event) return refuse_call(guest, reply, key_of_event.error(), language, {});
    const std::string& event = *key_of_event;
    const auto token = codec::ObjectReader{*body}.get<std::string>("entryToken");
    if (!token)
        return refuse_call(guest, reply, {ErrorCode::kBadField, "entryToken"}, language, {});
    EventId id;
    if (find_event(guest, event, &id) == nullptr)
        return refuse(guest, reply, ErrorCode::kEventNotFound, language);
    // Also accepts a token whose admission has ended: completing a guest twice is not an error.
    const auto claims = token::open_entry_token(*guest.context.keys, *token);
    if (!claims || claims->event != event)
        return refuse(guest, reply, ErrorCode::kEntryTokenRequired, language);
    run_route(guest.context.loop, guest.metrics,
              [](GuestContext& guest, command::Complete complete, Language language,
                 LaterReply reply) -> awaitable<void> {
                  const auto done = co_await guest.context.lines.call(complete);
                  if (!done)
                      co_return refuse(guest, reply, unavailable_as(guest, api_error(done.error())),
                                       language);
                  reply.answer({.headers = "Cache-Control: no-store\r\n",
                                .body = R"({"status":"completed"})"});
              }(guest, {id, AdmissionId{claims->admission}}, language, reply.later()));
}

}  // namespace onsale::http
