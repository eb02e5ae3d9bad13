#pragma once

#include <memory>
#include <string>
#include <vector>

#include <boost/asio/awaitable.hpp>
#include <boost/asio/io_context.hpp>

#include "crowd/codec/site_call.hpp"

namespace onsale::crowd {

// Where the site is; it speaks plain HTTP there.
struct SiteAddress {
    std::string host;
    std::string port;
    std::string name;  // As the Host header has it.
};

struct SiteExchange {
    SiteReply reply;
    std::vector<std::string> cookies;  // Values of Set-Cookie headers.
};

// One connection to the site, made when it is needed and kept for the next call.
// Thread safety: the loop's thread; one call at a time.
class SiteConnection {
  public:
    SiteConnection(boost::asio::io_context& loop, const SiteAddress& site, const TimeSource& time);
    ~SiteConnection();

    // Never throws: whatever goes wrong on the way is no answer.
    boost::asio::awaitable<SiteExchange> call(SiteCall call, std::string cookies);

  private:
    class Stream;
    std::unique_ptr<Stream> stream_;
};

}  // namespace onsale::crowd
