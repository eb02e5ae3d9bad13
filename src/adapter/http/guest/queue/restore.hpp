#pragma once

#include <string>

#include "adapter/http/guest/context/queue_guest.hpp"
#include "adapter/http/transport/message/handler.hpp"
#include "waiting_room/domain/command.hpp"

namespace onsale::http {

// Restores places that a server failure has lost. The signed token contains the place. Only a
// deployment on Redis can lose places: LoopContext::restores_places.

// Whether the view knows neither the place nor its end.
bool is_unknown_place(const QueueGuest& who);

// True when a failure may have lost the place. Inline, so that a poll of a deployment that cannot
// lose places only tests one flag.
inline bool is_lost(const GuestContext& guest, const QueueGuest& who) {
    return guest.context.restores_places && is_unknown_place(who);
}

using AnswerRestored = void (*)(GuestContext& guest, LaterReply& reply, const Request& asked,
                                const QueueGuest& who);
// Answers of AnswerRestored: the whole queue answer, and the position only.
void send_restored(GuestContext& guest, LaterReply& reply, const Request& asked,
                   const QueueGuest& who);
void send_restored_position(GuestContext& guest, LaterReply& reply, const Request& asked,
                            const QueueGuest& who);

// Restores the place from the token, then answers. `then_to`: the page that asked.
void restore(GuestContext& guest, const Request& request, Reply& reply, const QueueGuest& who,
             AnswerRestored answer, std::string then_to = {});

// The code for a guest whose call to enter failed.
ErrorCode enter_error(const GuestContext& guest, waiting_room::EnterError error);

}  // namespace onsale::http
