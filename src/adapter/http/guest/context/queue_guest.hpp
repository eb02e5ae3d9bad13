#pragma once

#include <string_view>
#include <vector>

#include "adapter/http/api/error/bad_query.hpp"
#include "adapter/http/guest/context/guest_context.hpp"
#include "adapter/http/transport/message/request.hpp"
#include "base/result.hpp"

namespace onsale::http {

// A guest that presented a valid queue token of the event that it asks about.
struct QueueGuest {
    token::QueueToken token;
    const waiting_room::LineView* line = nullptr;
    bool older_key = false;
    // The place belongs to another device now, so this token is no longer valid.
    bool moved = false;

    waiting_room::EventId event() const { return {token.event}; }
    waiting_room::Number number() const { return {token.number}; }
};

// The queue token in the request, from its header or from the event's cookie; not yet verified.
std::string_view queue_token_of(const Request& request, std::string_view event);

// The valid queue tokens in the cookies: a browser has one per event.
std::vector<token::QueueToken> queue_cookies_in(const Request& request, const token::Keys& keys);

Result<QueueGuest, BadQuery> find_queue_guest(const GuestContext& guest, const Request& request,
                                              std::string_view event);
// find_queue_guest() for changes. A device that moved its place to another one cannot make changes.
Result<QueueGuest, BadQuery> find_holder(const GuestContext& guest, const Request& request,
                                         std::string_view event);

// The guest of a token that this process has made.
QueueGuest queue_guest_of(const GuestContext& guest, const token::QueueToken& token);

}  // namespace onsale::http
