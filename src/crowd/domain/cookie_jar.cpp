#include "crowd/domain/cookie_jar.hpp"

namespace onsale::crowd {

void CookieJar::keep(std::string_view line) {
    const std::string_view pair = line.substr(0, line.find(';'));
    const auto equals = pair.find('=');
    if (equals == pair.npos || equals == 0) return;
    const std::string_view name = pair.substr(0, equals);
    const std::string_view value = pair.substr(equals + 1);
    if (value.empty()) {
        if (const auto found = cookies_.find(name); found != cookies_.end()) cookies_.erase(found);
        return;
    }
    if (cookies_.size() >= kCookiesMax && !cookies_.contains(name)) return;
    cookies_.insert_or_assign(std::string{name}, std::string{value});
}

std::string CookieJar::header() const {
    std::string text;
    for (const auto& [name, value] : cookies_) {
        if (!text.empty()) text += "; ";
        text.append(name).append("=").append(value);
    }
    return text;
}

}  // namespace onsale::crowd
