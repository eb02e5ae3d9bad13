// The waiting room in front of another site: a proxy asks about each request, and the site reports
// when a guest is done.
#include "adapter/http/api/context/run_route.hpp"
#include "adapter/http/api/error/json_body.hpp"
#include "adapter/http/guest/guest_site.hpp"
#include "adapter/http/guest/queue/queue_answer_text.hpp"
#include "adapter/http/guest/refuse.hpp"
#include "base/base64url.hpp"
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
void GuestSite::get_verify(const Request& request, Reply& reply) {
    const Language language = language_of(request);
    const std::string event{request.header("x-onsale-event")};
    EventId id;
    const LineView* const line = find_event(event, &id);
    const auto admission = line != nullptr ? admission_of(request, event, *line) : std::nullopt;
    // An admitted guest is not counted: one page of the protected site may cause a hundred calls.
    if (!admission && !let_in(request, reply)) return;
    if (event.empty())
        return refuse(reply, ErrorCode::kBadField, language,
                      R"({"field":"X-Onsale-Event","message":"the proxy must name the event"})");
    if (line == nullptr) return refuse(reply, ErrorCode::kEventNotFound, language);
    if (!admission)
        return refuse(reply, ErrorCode::kEntryTokenRequired, language,
                      details_of({ErrorCode::kEntryTokenRequired, {}}, event));
    const auto number = number_of(admission->admission);
    seen_.mark(id, number);
    if (is_claimed(*line, number))
        return reply.answer({.status = 204, .headers = "Cache-Control: no-store\r\n"});
    run_route(
        context_.loop, metrics_,
        [](GuestSite& site, command::Claim claim, std::string event, Language language,
           LaterReply reply) -> awaitable<void> {
            const auto claimed = co_await site.context_.lines.claim(claim);
            if (claimed)
                co_return reply.answer({.status = 204, .headers = "Cache-Control: no-store\r\n"});
            const ErrorCode code = api_error(claimed.error());
            if (code == ErrorCode::kNotAdmitted)
                co_return site.refuse(reply, ErrorCode::kEntryTokenRequired, language,
                                      details_of({ErrorCode::kEntryTokenRequired, {}}, event));
            site.refuse(reply, site.unavailable_as(code), language);
        }(*this, *admission, event, language, reply.later()));
}

void GuestSite::post_complete(const Request& request, Reply& reply) {
    const Language language = language_of(request);
    std::string_view key = request.header("authorization");
    if (!key.starts_with(kBearer)) return refuse(reply, ErrorCode::kKeyRequired, language);
    key.remove_prefix(kBearer.size());
    if (config_.complete_key == nullptr || !config_.complete_key->matches(key))
        return refuse(reply, ErrorCode::kKeyInvalid, language);
    const auto body = json_body(request, {"eventId", "entryToken"});
    if (!body) return refuse_call(reply, body.error(), language, {});
    const auto key_of_event = key_field(*body, "eventId");
    if (!key_of_event) return refuse_call(reply, key_of_event.error(), language, {});
    const std::string& event = *key_of_event;
    const auto* const token = body->if_contains("entryToken");
    if (token == nullptr || !token->is_string())
        return refuse_call(reply, {ErrorCode::kBadField, "entryToken"}, language, {});
    EventId id;
    if (find_event(event, &id) == nullptr)
        return refuse(reply, ErrorCode::kEventNotFound, language);
    // Also accepts a token whose admission has ended: completing a guest twice is not an error.
    const auto claims = token::open_entry_token(*context_.keys, text_field(*body, "entryToken"));
    if (!claims || claims->event != event)
        return refuse(reply, ErrorCode::kEntryTokenRequired, language);
    run_route(context_.loop, metrics_,
              [](GuestSite& site, command::Complete complete, Language language,
                 LaterReply reply) -> awaitable<void> {
                  const auto done = co_await site.context_.lines.complete(complete);
                  if (!done)
                      co_return site.refuse(reply, site.unavailable_as(api_error(done.error())),
                                            language);
                  reply.answer({.headers = "Cache-Control: no-store\r\n",
                                .body = R"({"status":"completed"})"});
              }(*this, {id, AdmissionId{claims->admission}}, language, reply.later()));
}

}  // namespace onsale::http
