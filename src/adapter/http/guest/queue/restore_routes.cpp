// Restores places that a server failure has lost. The signed token contains the place.
#include "adapter/http/api/context/run_route.hpp"
#include "adapter/http/guest/guest_site.hpp"
#include "adapter/http/guest/refuse.hpp"
#include "token/entry_token.hpp"

namespace onsale::http {

using boost::asio::awaitable;
using waiting_room::EnterError;
namespace command = waiting_room::command;

namespace {

constexpr std::string_view kPrivate = "Cache-Control: private, no-store\r\n";
// Limit of concurrent restores. After a failover thousands come back within seconds; more are
// refused and retry.
constexpr unsigned kRestoringMax = 4096;

// A temporary error, not a decision about the guest: a retry may succeed.
bool is_passing(EnterError error) {
    return error == EnterError::kUnavailable || error == EnterError::kOutcomeUnknown ||
           error == EnterError::kUnknownEvent;
}

}  // namespace

bool GuestSite::is_lost(const Poller& poller) const {
    return context_.restores_places && !poller.moved &&
           poller.line->book().standing(poller.number()) == waiting_room::Standing::kNone;
}

// Whether the request has a valid entry token of exactly this place. An end that the views know
// takes precedence.
bool GuestSite::shows_admission(const Request& request, const Poller& poller) const {
    const std::string& event = poller.line->settings().key;
    const auto claims = token::open_entry_token(*context_.keys, entry_token_of(request, event));
    return claims && claims->event == event && claims->guest == poller.token.guest &&
           number_of(waiting_room::AdmissionId{claims->admission}) == poller.number() &&
           !token::expired(*claims, context_.clock.wall(), Duration{0});
}

ErrorCode GuestSite::enter_error(EnterError error) const {
    // The view knows the event, so Redis has lost it and will get it again from the relay.
    if (context_.restores_places && error == EnterError::kUnknownEvent)
        error = EnterError::kUnavailable;
    return unavailable_as(api_error(error));
}

void GuestSite::restore(const Request& request, Reply& reply, const Poller& poller,
                        AnswerRestored answer, std::string then_to) {
    const Language language = language_of(request);
    if (restoring_ >= kRestoringMax)
        return refuse_or_return(reply, ErrorCode::kOverloaded, language, then_to);
    ++restoring_;
    Request asked;
    asked.secure = request.secure;
    const bool was_inside = shows_admission(request, poller);
    run_route(context_.loop, metrics_,
              [](GuestSite& site, token::QueueToken token, bool was_inside, Request asked,
                 AnswerRestored answer, Language language, std::string then_to,
                 LaterReply reply) -> awaitable<void> {
                  const command::Enter enter{.event = {token.event},
                                             .guest = token.guest,
                                             .code = {},
                                             .claimed_phases = {},
                                             .shown = waiting_room::Number{token.number},
                                             .was_inside = was_inside,
                                             .only_back = true};
                  const auto number = co_await site.context_.lines.enter(enter);
                  --site.restoring_;
                  const bool refused = !number && (is_passing(number.error()) || !then_to.empty());
                  if (refused)
                      co_return site.refuse_or_return(reply, site.enter_error(number.error()),
                                                      language, then_to);
                  // Refused by the rules: the place has ended, and the view says so.
                  if (number) token.number = number->value;
                  const Poller restored = site.poller_of(token);
                  if (!then_to.empty()) co_return site.send_place(reply, asked, restored, then_to);
                  (site.*answer)(reply, asked, restored);
              }(*this, poller.token, was_inside, asked, answer, language, std::move(then_to),
                                   reply.later()));
}

void GuestSite::send_restored(LaterReply& reply, const Request& asked, const Poller& poller) {
    send_place(reply, asked, poller, "");
}

void GuestSite::send_restored_position(LaterReply& reply, const Request& asked,
                                       const Poller& poller) {
    std::string body;
    append_position(body, poller);
    const std::string headers =
        std::string{kPrivate} + set_cookie(asked, "onsale_q_" + poller.line->settings().key,
                                           token::seal(*context_.keys, poller.token), std::nullopt);
    reply.answer({.headers = headers, .body = body});
}

}  // namespace onsale::http
