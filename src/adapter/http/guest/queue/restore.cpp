#include "adapter/http/guest/queue/restore.hpp"

#include "adapter/http/api/context/run_route.hpp"
#include "adapter/http/guest/context/admission.hpp"
#include "adapter/http/guest/context/refuse.hpp"
#include "adapter/http/guest/queue/place_answer.hpp"
#include "adapter/http/guest/queue/queue_state.hpp"
#include "token/entry_token.hpp"
#include "token/queue_token.hpp"

namespace onsale::http {

using boost::asio::awaitable;
using waiting_room::EnterError;
namespace command = waiting_room::command;

namespace {

// Limit of concurrent restores. After a failover thousands come back within seconds; more are
// refused and retry.
constexpr unsigned kRestoringMax = 4096;

// A temporary error, not a decision about the guest: a retry may succeed.
bool is_passing(EnterError error) {
    return error == EnterError::kUnavailable || error == EnterError::kOutcomeUnknown ||
           error == EnterError::kUnknownEvent;
}

// Whether the request has a valid entry token of exactly this place. An end that the views know
// takes precedence.
bool shows_admission(const GuestContext& guest, const Request& request, const QueueGuest& who) {
    const std::string& event = who.line->settings().key;
    const auto claims =
        token::open_entry_token(*guest.context.keys, entry_token_of(request, event));
    return claims && claims->event == event && claims->guest == who.token.guest &&
           number_of(waiting_room::AdmissionId{claims->admission}) == who.number() &&
           !token::expired(*claims, guest.context.clock.wall(), Duration{0});
}

}  // namespace

bool is_unknown_place(const QueueGuest& who) {
    return !who.moved && who.line->book().standing(who.number()) == waiting_room::Standing::kNone;
}

ErrorCode enter_error(const GuestContext& guest, EnterError error) {
    // The view knows the event, so Redis has lost it and will get it again from the relay.
    if (guest.context.restores_places && error == EnterError::kUnknownEvent)
        error = EnterError::kUnavailable;
    return unavailable_as(guest, api_error(error));
}

void restore(GuestContext& guest, const Request& request, Reply& reply, const QueueGuest& who,
             AnswerRestored answer, std::string then_to) {
    const Language language = language_of(request);
    if (guest.queue.restoring >= kRestoringMax)
        return refuse_or_return(guest, reply, ErrorCode::kOverloaded, language, then_to);
    ++guest.queue.restoring;
    Request asked;
    asked.secure = request.secure;
    const bool was_inside = shows_admission(guest, request, who);
    run_route(guest.context.loop, guest.metrics,
              [](GuestContext& guest, token::QueueToken token, bool was_inside, Request asked,
                 AnswerRestored answer, Language language, std::string then_to,
                 LaterReply reply) -> awaitable<void> {
                  const command::Enter enter{.event = {token.event},
                                             .guest = token.guest,
                                             .code = {},
                                             .claimed_phases = {},
                                             .shown = waiting_room::Number{token.number},
                                             .was_inside = was_inside,
                                             .only_back = true};
                  const auto number = co_await guest.context.lines.call(enter);
                  --guest.queue.restoring;
                  const bool refused = !number && (is_passing(number.error()) || !then_to.empty());
                  if (refused)
                      co_return refuse_or_return(guest, reply, enter_error(guest, number.error()),
                                                 language, then_to);
                  // Refused by the rules: the place has ended, and the view says so.
                  if (number) token.number = number->value;
                  const QueueGuest restored = queue_guest_of(guest, token);
                  if (!then_to.empty())
                      co_return send_place(guest, reply, asked, restored, then_to);
                  answer(guest, reply, asked, restored);
              }(guest, who.token, was_inside, asked, answer, language, std::move(then_to),
                                   reply.later()));
}

void send_restored(GuestContext& guest, LaterReply& reply, const Request& asked,
                   const QueueGuest& who) {
    send_place(guest, reply, asked, who, "");
}

void send_restored_position(GuestContext& guest, LaterReply& reply, const Request& asked,
                            const QueueGuest& who) {
    std::string body;
    append_position(guest, body, who);
    const std::string headers =
        std::string{kPrivate} +
        queue_cookie(asked, who, token::seal(*guest.context.keys, who.token));
    reply.answer({.headers = headers, .body = body});
}

}  // namespace onsale::http
