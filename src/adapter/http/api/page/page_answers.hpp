#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "adapter/http/api/page/web_files.hpp"
#include "adapter/http/transport/message/handler.hpp"

namespace onsale::http {

inline constexpr std::string_view kPageContentType = "text/html; charset=utf-8";

// Header lines of every page. No foreign content is run or loaded, and no other site can frame us.
// Referrer-Policy is not stricter, because Origin would then be "null" in our own forms.
inline constexpr std::string_view kPageHeaders =
    "Content-Security-Policy: default-src 'none'; style-src 'self'; script-src 'self'; "
    "img-src 'self'; connect-src 'self'; base-uri 'none'; frame-ancestors 'none'; "
    "form-action 'self'\r\n"
    "Referrer-Policy: same-origin\r\n"
    "Cross-Origin-Opener-Policy: same-origin\r\n";

// Answers for the pages of guests and operators. The first two functions return whether there was
// something to send; `web` may be null.

// Caches keep a page for some seconds: long enough for a crowd, short enough for a new version.
// `posts_to`: foreign origins that the page may send forms to.
bool send_shell(const Request& request, Reply& reply, const WebFiles* web, WebPage page,
                Language language, const std::vector<std::string>& posts_to = {});

// Sends a script, a style or an image of the pages. Its name changes with its content.
bool send_asset(const Request& request, Reply& reply, const WebFiles* web);

// Redirects to the page's actual path.
void send_elsewhere(Reply& reply, const std::string& path);

}  // namespace onsale::http
