#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "adapter/http/transport/message/handler.hpp"

namespace onsale::http {

// "https://shop.example" or "http://localhost:3000": what a browser sends as Origin, to the letter.
// So no path, no capital, no wildcard, no default port.
bool is_web_origin(std::string_view text);

// Which part of the site other sites' pages may call: the guest's API. Not the pages, and not what
// only servers call or payment pages lead to.
bool open_to_sites(std::string_view path);

// The request's Origin when it is one of these; else empty.
std::string_view allowed_origin(const Request& request, const std::vector<std::string>& origins);

// A browser asks whether it may send a request that a plain form could not.
bool is_preflight(const Request& request);
// What it may send, to a path with these methods.
std::string preflight_headers(std::string_view methods);

// Adds to every answer that it depends on the Origin, because caches keep some of them, and for an
// origin that is allowed, that its page may read it.
class CorsReply final : public Reply {
  public:
    // `origin` is empty where no leave is given; it must live as long as the handler runs.
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
