#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "adapter/http/transport/message/handler.hpp"

namespace onsale::http {

// Whether the text is an origin exactly as a browser sends it in Origin, such as
// "https://shop.example" or "http://localhost:3000": no path, no capital letter, no wildcard, no
// default port.
bool is_web_origin(std::string_view text);

// Whether pages of other sites may call the path: only the guest's API. Not our pages, not what
// only servers call, and not where payment pages lead.
bool open_to_sites(std::string_view path);

// The request's Origin when it is in the list; otherwise empty.
std::string_view allowed_origin(const Request& request, const std::vector<std::string>& origins);

// A CORS preflight: a browser asks whether it may send a request that a plain form could not send.
bool is_preflight(const Request& request);
// The headers that answer a preflight for a path with these methods.
std::string preflight_headers(std::string_view methods);

// Adds `Vary: Origin` to every answer, because caches keep some of them. For an allowed origin it
// also adds the header that lets its page read the answer.
class CorsReply final : public Reply {
  public:
    // `origin` is empty when no permission is given; it must live as long as the handler runs.
    CorsReply(Reply& reply, std::string_view origin) : reply_(reply), origin_(origin) {}

    void answer(const Answer& answer) override;
    LaterReply later() override;
    EventStream stream(std::string_view headers) override;

  private:
    class Later;

    Reply& reply_;
    std::string_view origin_;
};

}  // namespace onsale::http
