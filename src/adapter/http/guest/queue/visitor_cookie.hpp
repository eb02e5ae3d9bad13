#pragma once

#include <optional>
#include <string>

#include "adapter/http/guest/context/guest_context.hpp"
#include "adapter/http/transport/message/request.hpp"
#include "token/visitor_token.hpp"

namespace onsale::http {

// The identity of a browser before it has a place: a cookie, nothing is stored.

std::optional<token::OpenedVisitorToken> visitor_of(const GuestContext& guest,
                                                    const Request& request);

// "Set-Cookie: ...\r\n" for the full lifetime.
std::string visitor_cookie(const GuestContext& guest, const Request& request,
                           const token::VisitorToken& visitor);
std::string new_visitor_cookie(const GuestContext& guest, const Request& request);
// Signs a visitor cookie of the older key again, so that it survives a second key rotation. Empty
// for any other.
std::string renewed_visitor(const GuestContext& guest, const Request& request);

}  // namespace onsale::http
