#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include <boost/asio/awaitable.hpp>
#include <boost/asio/io_context.hpp>

#include "adapter/http_client/client.hpp"
#include "crowd/codec/site_call.hpp"

namespace onsale::crowd {

// The address of the site, which uses plain HTTP.
struct SiteAddress {
    std::string host;
    std::string port;
    std::string name;  // Value of the Host header.
};

struct SiteExchange {
    SiteReply reply;
    std::vector<std::string> cookies;  // Values of Set-Cookie headers.
};

// Calls one site over connections that are kept for later calls.
// Thread safety: the loop's thread.
class SiteClient {
  public:
    SiteClient(boost::asio::io_context& loop, const SiteAddress& site, std::size_t calls_max);

    // Does not throw. On any network error the exchange has no answer (status 0).
    boost::asio::awaitable<SiteExchange> call(SiteCall call, std::string cookies);

  private:
    const SiteAddress site_;
    http_client::Client client_;
};

}  // namespace onsale::crowd
