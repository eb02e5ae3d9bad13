// Event streams: the queue answer once a second, for guests near the front.
#include "adapter/http/guest/context/queue_guest.hpp"
#include "adapter/http/guest/context/refuse.hpp"
#include "adapter/http/guest/queue/place_answer.hpp"
#include "adapter/http/guest/queue/queue_state.hpp"
#include "adapter/http/guest/queue/restore.hpp"
#include "adapter/http/guest/queue/routes.hpp"
#include "adapter/http/transport/message/query.hpp"

namespace onsale::http {

void get_stream(GuestContext& guest, const Request& request, Reply& reply) {
    const auto event = plain_query_value(request.query, "eventId");
    const auto who = find_holder(guest, request, event.value_or(""));
    const Language language = language_of(request);
    if (!who) return refuse_call(guest, reply, who.error(), language, {});
    const auto answer = who->line->answer(who->number(), guest.context.clock.now());
    const std::uint32_t front = who->line->settings().rules.stream_front;
    // A poll restores a lost place. A stream would only report that it has ended.
    if (front == 0 || answer.position > front || is_lost(guest, *who))
        return refuse(guest, reply, ErrorCode::kStreamOff, language);
    const StreamHub::Key key{who->event(), who->number()};
    auto room = guest.queue.streams.room_for(key);
    if (!room) return refuse(guest, reply, ErrorCode::kStreamFull, language);
    EventStream stream =
        reply.stream("Cache-Control: private, no-store\r\nX-Accel-Buffering: no\r\n");
    // Only the head is sent; the guest's existing stream stays open.
    if (request.method == Method::kHead) return;
    std::string first = "retry: 3000\nevent: queue\ndata: ";
    append_answer(guest, first, *who, answer, {}, {});
    first += "\n\n";
    if (!stream.send(first)) return;
    guest.queue.streams.open(key, who->token.guest, std::move(stream), std::move(*room));
    guest.queue.announce_stream(key);
}

void update_streams(GuestContext& guest) {
    std::string text;
    guest.queue.streams.update_all([&](const StreamHub::Key& key, const GuestId& opener) {
        const auto& [event, number] = key;
        const QueueGuest who = queue_guest_of(guest, {event.value, opener, number.value});
        // The next poll restores the place. The stream would only report that the place has ended.
        if (is_lost(guest, who)) return StreamHub::Update{": poll again\n\n", true};
        if (!who.moved) guest.seen.mark(event, number);
        const auto answer = who.line->answer_to(opener, number, guest.context.clock.now());
        text = "event: queue\ndata: ";
        append_answer(guest, text, who, answer, {}, {});
        text += "\n\n";
        const bool last = answer.status == waiting_room::QueueStatus::kExpired ||
                          answer.status == waiting_room::QueueStatus::kClosed || who.moved;
        return StreamHub::Update{text, last};
    });
}

}  // namespace onsale::http
