// Calls before entering: the proof of work, and the phases that the guest may enter in.
#include "adapter/http/api/context/guest_identity.hpp"
#include "adapter/http/api/context/run_route.hpp"
#include "adapter/http/guest/context/find_event.hpp"
#include "adapter/http/guest/context/refuse.hpp"
#include "adapter/http/guest/queue/join.hpp"
#include "adapter/http/guest/queue/routes.hpp"
#include "adapter/http/transport/message/query.hpp"
#include "token/proof_of_work.hpp"

namespace onsale::http {

using boost::asio::awaitable;
using waiting_room::EventId;
using waiting_room::LineView;
namespace command = waiting_room::command;

void get_challenge(GuestContext& guest, const Request& request, Reply& reply) {
    const Language language = language_of(request);
    EventId event;
    const auto key = plain_query_value(request.query, "eventId");
    const LineView* const line = find_event(guest, key.value_or(""), &event);
    if (line == nullptr) return refuse(guest, reply, ErrorCode::kEventNotFound, language);
    const Instant wall = guest.context.clock.wall();
    const auto identified =
        identify(request, *guest.context.keys, guest.config.site, line->settings(), wall);
    if (!identified) return refuse(guest, reply, identified.error(), language);
    const std::string body =
        R"({"challenge":")" +
        token::proof_challenge(*guest.context.keys, event.value, identified->guest, wall) +
        R"(","difficulty":)" + std::to_string(line->settings().rules.proof_of_work_bits) + "}";
    reply.answer({.headers = kPrivate, .body = body});
}

void get_eligibility(GuestContext& guest, const Request& request, Reply& reply) {
    const Language language = language_of(request);
    const auto query = QueryValues::parse(request.query);
    if (!query || !query->only({"eventId", "code"}))
        return refuse(guest, reply, ErrorCode::kUnknownQueryKey, language);
    EventId event;
    const LineView* const line = find_event(guest, query->get("eventId"), &event);
    if (line == nullptr) return refuse(guest, reply, ErrorCode::kEventNotFound, language);
    auto identified = identify(request, *guest.context.keys, guest.config.site, line->settings(),
                               guest.context.clock.wall());
    if (!identified) return refuse(guest, reply, identified.error(), language);
    const std::string_view code = query->get("code");
    if (!code.empty())
        if (const auto refused = check_code_tries(guest, request, event, identified->guest))
            return refuse(guest, reply, *refused, language);
    command::CheckEligibility check{event, identified->guest, code_digest(code),
                                    std::move(identified->claimed_phases)};
    run_route(guest.context.loop, guest.metrics,
              [](GuestContext& guest, command::CheckEligibility check, Language language,
                 LaterReply reply) -> awaitable<void> {
                  const auto phases = co_await guest.context.lines.call(std::move(check));
                  if (!phases)
                      co_return refuse(guest, reply,
                                       unavailable_as(guest, api_error(phases.error())), language);
                  std::string body = R"({"phases":[)";
                  for (const auto& phase : *phases) {
                      if (!body.ends_with('[')) body += ',';
                      body += R"({"id":")" + phase.phase + R"(","eligible":)" +
                              (phase.eligible ? "true}" : "false}");
                  }
                  body += "]}";
                  reply.answer({.headers = kPrivate, .body = body});
              }(guest, std::move(check), language, reply.later()));
}

}  // namespace onsale::http
