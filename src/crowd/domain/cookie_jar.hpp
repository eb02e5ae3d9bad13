#pragma once

#include <map>
#include <string>
#include <string_view>

namespace onsale::crowd {

// The cookies of one site in a simulated browser. Cookies outlive a simulated guest, so expiry is
// ignored except for removal.
class CookieJar {
  public:
    // `line` is the value of a Set-Cookie header.
    void keep(std::string_view line);
    // The value of a Cookie header; empty when there are none.
    std::string header() const;
    void clear() { cookies_.clear(); }

  private:
    static constexpr std::size_t kCookiesMax = 16;  // The site sets three.

    std::map<std::string, std::string, std::less<>> cookies_;
};

}  // namespace onsale::crowd
