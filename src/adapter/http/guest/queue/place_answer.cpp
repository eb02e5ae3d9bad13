#include "adapter/http/guest/queue/place_answer.hpp"

#include "adapter/http/api/context/guest_identity.hpp"
#include "adapter/http/api/context/view_freshness.hpp"
#include "adapter/http/guest/context/entry_cookie.hpp"
#include "adapter/http/guest/queue/queue_state.hpp"
#include "token/queue_token.hpp"

namespace onsale::http {

using waiting_room::QueueAnswer;
using waiting_room::QueueStatus;

namespace {

// Spreads the polls of guests that got the same delay, by up to a fifth of it.
std::uint32_t jitter_ms(std::uint32_t number, Duration delay, Instant now) {
    const auto mixed = static_cast<std::uint64_t>(number) * 0x9e3779b97f4a7c15u +
                       static_cast<std::uint64_t>(to_ms(now)) * 0xbf58476d1ce4e5b9u;
    return static_cast<std::uint32_t>((mixed >> 40) %
                                      static_cast<std::uint64_t>(delay.count() / 5 + 1));
}

}  // namespace

void append_answer(GuestContext& guest, std::string& out, const QueueGuest& who,
                   const QueueAnswer& answer, std::string_view token,
                   std::string_view entry_token) {
    const Instant now = guest.context.clock.now();
    const auto& settings = who.line->settings();
    QueueAnswerExtras extras{.token = token, .entry_token = entry_token};
    if (answer.status == QueueStatus::kAdmitted) extras.redirect_to = settings.redirect_to;
    extras.seats = guest.seat_outlook.about(guest.context, {who.event(), *who.line, answer, now});
    extras.message =
        guest.seat_outlook.message_to(who.number(), {who.event(), *who.line, answer, now});
    const Freshness view = freshness_for_guest(guest.context, who.event());
    extras.degraded = view.degraded;
    extras.view_age = view.age;
    extras.poll_jitter_ms = jitter_ms(who.token.number, answer.next_poll, now);
    guest.queue.text.append(out, *who.line, answer, extras, now);
}

void append_position(GuestContext& guest, std::string& out, const QueueGuest& who) {
    guest.queue.text.append_position(
        out, who.line->answer_to(who.token.guest, who.number(), guest.context.clock.now()),
        freshness_for_guest(guest.context, who.event()).degraded);
}

std::string queue_cookie(const Request& asked, const QueueGuest& who, std::string_view token) {
    return set_cookie(asked, "onsale_q_" + who.line->settings().key, token, std::nullopt);
}

void send_place(GuestContext& guest, LaterReply& reply, const Request& asked, const QueueGuest& who,
                const std::string& then_to) {
    const auto answer =
        who.line->answer_to(who.token.guest, who.number(), guest.context.clock.now());
    const std::string token = token::seal(*guest.context.keys, who.token);
    const std::string entry = entry_token_for(guest, who, answer);
    std::string headers{kPrivate};
    headers += queue_cookie(asked, who, token);
    headers += entry_cookie(guest, asked, who, answer, entry);
    if (!then_to.empty()) {
        headers += "Location: " + then_to + "\r\n";
        return reply.answer({.status = 303, .headers = headers});
    }
    std::string body;
    append_answer(guest, body, who, answer, token, entry);
    reply.answer({.headers = headers, .body = body});
}

}  // namespace onsale::http
