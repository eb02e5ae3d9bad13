#pragma once

#include <memory>
#include <string>
#include <vector>

#include <boost/asio/awaitable.hpp>
#include <boost/asio/io_context.hpp>

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

// One connection to the site, opened when needed and kept for the next call.
// Thread safety: the loop's thread; one call at a time.
class SiteConnection {
  public:
    SiteConnection(boost::asio::io_context& loop, const SiteAddress& site, const TimeSource& time);
    ~SiteConnection();

    // Does not throw. On any network error the exchange has no answer (status 0).
    boost::asio::awaitable<SiteExchange> call(SiteCall call, std::string cookies);

  private:
    class Stream;
    std::unique_ptr<Stream> stream_;
};

}  // namespace onsale::crowd
