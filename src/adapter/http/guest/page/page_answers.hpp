#pragma once

#include <string>
#include <vector>

#include "adapter/http/guest/page/web_files.hpp"
#include "adapter/http/transport/message/handler.hpp"

namespace onsale::http {

// What guests' and operators' pages are answered with. Each of the first two says whether there was
// something to send; `web` may be null.

// A page is kept by caches for seconds: long enough for a crowd, short enough for a new version.
// `posts_to`: origins of others to which it sends forms.
bool send_shell(const Request& request, Reply& reply, const WebFiles* web, WebPage page,
                Language language, const std::vector<std::string>& posts_to = {});

// A script, a style or a picture of the pages; its name changes with its content.
bool send_asset(const Request& request, Reply& reply, const WebFiles* web);

// To where the page really is.
void send_elsewhere(Reply& reply, const std::string& path);

}  // namespace onsale::http
