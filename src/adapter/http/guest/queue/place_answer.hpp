#pragma once

#include <string>
#include <string_view>

#include "adapter/http/guest/context/queue_guest.hpp"
#include "adapter/http/transport/message/handler.hpp"
#include "waiting_room/domain/line/line_view.hpp"

namespace onsale::http {

// Appends the queue answer as JSON, without the tokens that are empty.
void append_answer(GuestContext& guest, std::string& out, const QueueGuest& who,
                   const waiting_room::QueueAnswer& answer, std::string_view token,
                   std::string_view entry_token);
void append_position(GuestContext& guest, std::string& out, const QueueGuest& who);

// "Set-Cookie: ...\r\n" with the guest's queue token.
std::string queue_cookie(const Request& asked, const QueueGuest& who, std::string_view token);

// Answers a guest that has just got a place, with its tokens as cookies, or redirects to `then_to`.
void send_place(GuestContext& guest, LaterReply& reply, const Request& asked, const QueueGuest& who,
                const std::string& then_to);

}  // namespace onsale::http
