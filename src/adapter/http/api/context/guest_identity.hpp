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

// The embedding site's tokens, where the configuration names them.
struct SiteIdentitySource {
    token::SiteKeys::Shared keys;  // Null: no site is configured.
    token::SiteTokenRules rules;
};

struct IdentifiedGuest {
    GuestId guest;
    std::vector<std::string> claimed_phases;  // Phases whose claim the guest's token satisfies.
};

// Cookies are named by what they are; with TLS the __Host- prefix binds them to this very host.
std::string cookie_name(const Request& request, std::string_view name);

// Who asks, by what the event accepts as identity; never by anything in a body.
Result<IdentifiedGuest, ErrorCode> identify(const Request& request, const token::Keys& keys,
                                            const SiteIdentitySource& site,
                                            const waiting_room::EventSettings& event, Instant now);

// "Set-Cookie: ...\r\n". Without max_age it ends with the browser.
std::string set_cookie(const Request& request, std::string_view name, std::string_view value,
                       std::optional<std::chrono::seconds> max_age);

// A change with cookies must come from our own pages: same-origin Origin, or a header that another
// site cannot send without our leave.
bool same_origin(const Request& request);

}  // namespace onsale::http
