// Polls and heartbeats, answered from the loop's own view without waiting.
#include "adapter/http/api/context/run_route.hpp"
#include "adapter/http/api/error/json_body.hpp"
#include "adapter/http/guest/context/admission.hpp"
#include "adapter/http/guest/context/entry_cookie.hpp"
#include "adapter/http/guest/context/queue_guest.hpp"
#include "adapter/http/guest/context/refuse.hpp"
#include "adapter/http/guest/queue/place_answer.hpp"
#include "adapter/http/guest/queue/restore.hpp"
#include "adapter/http/guest/queue/routes.hpp"
#include "adapter/http/guest/queue/visitor_cookie.hpp"
#include "adapter/http/transport/message/query.hpp"

namespace onsale::http {

using boost::asio::awaitable;
using waiting_room::QueueAnswer;
using waiting_room::QueueStatus;
namespace command = waiting_room::command;

namespace {

void send_status(GuestContext& guest, Reply& reply, const Request& request, const QueueGuest& who) {
    const QueueAnswer answer =
        who.line->answer_to(who.token.guest, who.number(), guest.context.clock.now());
    const bool plain = answer.status != QueueStatus::kAdmitted && !who.older_key;
    guest.body.clear();
    if (plain) {
        append_answer(guest, guest.body, who, answer, {}, {});
        reply.answer({.headers = kPrivate, .body = guest.body});
        return;
    }
    const std::string token = who.older_key ? token::seal(*guest.context.keys, who.token) : "";
    const std::string entry = entry_token_for(guest, who, answer);
    std::string headers{kPrivate};
    if (!token.empty()) {
        headers += queue_cookie(request, who, token);
        headers += renewed_visitor(guest, request);
    }
    headers += entry_cookie(guest, request, who, answer, entry);
    append_answer(guest, guest.body, who, answer, token, entry);
    reply.answer({.headers = headers, .body = guest.body});
}

void send_position(GuestContext& guest, auto& reply, const QueueGuest& who) {
    guest.body.clear();
    append_position(guest, guest.body, who);
    reply.answer({.headers = kPrivate, .body = guest.body});
}

// A heartbeat with the entry token claims the admission.
awaitable<void> claim_then_send(GuestContext& guest, QueueGuest who, command::Claim claim,
                                Language language, LaterReply reply) {
    const auto claimed = co_await guest.context.lines.call(claim);
    if (!claimed)
        co_return refuse(guest, reply, unavailable_as(guest, api_error(claimed.error())), language);
    send_position(guest, reply, who);
}

}  // namespace

void get_status(GuestContext& guest, const Request& request, Reply& reply) {
    const auto event = plain_query_value(request.query, "eventId");
    const auto who = find_queue_guest(guest, request, event.value_or(""));
    if (!who) return refuse_call(guest, reply, who.error(), language_of(request), {});
    if (is_lost(guest, *who)) return restore(guest, request, reply, *who, send_restored);
    if (!who->moved) guest.seen.mark(who->event(), who->number());
    send_status(guest, reply, request, *who);
}

void get_position(GuestContext& guest, const Request& request, Reply& reply) {
    const auto event = plain_query_value(request.query, "eventId");
    const auto who = find_queue_guest(guest, request, event.value_or(""));
    if (!who) return refuse_call(guest, reply, who.error(), language_of(request), {});
    if (is_lost(guest, *who)) return restore(guest, request, reply, *who, send_restored_position);
    if (!who->moved) guest.seen.mark(who->event(), who->number());
    send_position(guest, reply, *who);
}

void post_heartbeat(GuestContext& guest, const Request& request, Reply& reply) {
    const Language language = language_of(request);
    const auto body = json_body(request, {"eventId"});
    if (!body) return refuse_call(guest, reply, body.error(), language, {});
    const auto key = key_field(*body, "eventId");
    if (!key) return refuse_call(guest, reply, key.error(), language, {});
    const std::string& event = *key;
    const auto who = find_holder(guest, request, event);
    if (!who) return refuse_call(guest, reply, who.error(), language, {});
    if (!same_origin(request)) return refuse(guest, reply, ErrorCode::kForeignOrigin, language);
    if (is_lost(guest, *who)) return restore(guest, request, reply, *who, send_restored_position);
    guest.seen.mark(who->event(), who->number());
    const auto admission = admission_of(guest, request, event, *who->line);
    const bool unclaimed = admission && !is_claimed(*who->line, who->number());
    if (!unclaimed) return send_position(guest, reply, *who);
    run_route(guest.context.loop, guest.metrics,
              claim_then_send(guest, *who, *admission, language, reply.later()));
}

}  // namespace onsale::http
