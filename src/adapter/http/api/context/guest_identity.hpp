#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "adapter/http/api/error/api_error.hpp"
#include "adapter/http/transport/message/request.hpp"
#include "base/guest_id.hpp"
#include "base/result.hpp"
#include "token/key/keys.hpp"
#include "token/site/site_keys.hpp"
#include "token/site/site_token.hpp"
#include "waiting_room/domain/event.hpp"

namespace onsale::http {

// How tokens of the embedding site are verified, if the configuration has a site.
struct SiteIdentitySource {
    token::SiteKeys::Shared keys;  // Null: no site is configured.
    token::SiteTokenRules rules;
};

struct IdentifiedGuest {
    GuestId guest;
    // Phases whose required claim is in the guest's token.
    std::vector<std::string> claimed_phases;
};

// The full cookie name. With TLS it has the __Host- prefix, which binds the cookie to this host.
std::string cookie_name(const Request& request, std::string_view name);

// Identifies the guest by the means that the event accepts; never by anything in a body.
Result<IdentifiedGuest, ErrorCode> identify(const Request& request, const token::Keys& keys,
                                            const SiteIdentitySource& site,
                                            const waiting_room::EventSettings& event, Instant now);

// "Set-Cookie: ...\r\n". Without max_age it is a session cookie.
std::string set_cookie(const Request& request, std::string_view name, std::string_view value,
                       std::optional<std::chrono::seconds> max_age);

// CSRF check: a change with cookies must come from our own pages. It needs a same-origin Origin, or
// a header that another site cannot send without our permission.
bool same_origin(const Request& request);

}  // namespace onsale::http
