#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "adapter/http/guest/context/queue_guest.hpp"
#include "token/queue_token.hpp"
#include "waiting_room/domain/line/line_view.hpp"

namespace onsale::http {

// The entry token of an admitted guest; empty for all others.
std::string entry_token_for(const GuestContext& guest, const QueueGuest& who,
                            const waiting_room::QueueAnswer& answer);

// "Set-Cookie: ...\r\n"; empty without a token. The cookie ends with the admission. It lives a day
// longer while held seats, a payment or frozen deadlines may keep the admission beyond its
// deadline.
std::string entry_cookie(const GuestContext& guest, const Request& asked, const QueueGuest& who,
                         const waiting_room::QueueAnswer& answer, std::string_view entry_token);

// The places that a request shows, copied from it for use after an await.
struct ShownPlaces {
    bool secure = false;
    std::vector<token::QueueToken> places;
};

// Every valid queue token of the request: the one in the header, then those in the cookies.
ShownPlaces shown_places(const Request& request, const token::Keys& keys);

// The entry cookie of the shown place in this event; empty if that guest is not admitted now.
std::string renewed_entry(const GuestContext& guest, const ShownPlaces& shown,
                          waiting_room::EventId event);

}  // namespace onsale::http
