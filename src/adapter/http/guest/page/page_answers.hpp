#pragma once

#include <string>
#include <vector>

#include "adapter/http/guest/page/web_files.hpp"
#include "adapter/http/transport/message/handler.hpp"

namespace onsale::http {

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
