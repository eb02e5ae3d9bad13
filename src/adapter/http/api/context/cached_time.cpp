#include "adapter/http/api/context/cached_time.hpp"

#include <cstring>

#include "base/time_text.hpp"

namespace onsale::http {

void TimeText::append(std::string& out, Instant instant) {
    const std::int64_t ms = to_ms(instant);
    const std::int64_t second = ms / 1000;
    if (second_ != second) {
        std::memcpy(text_.data(), format_iso_time(instant).data(), text_.size());
        second_ = second;
    }
    out.append(text_.data(), text_.size());
    const auto milli = static_cast<unsigned>(ms % 1000);
    const std::array<char, 10> rest = {'.',
                                       static_cast<char>('0' + milli / 100),
                                       static_cast<char>('0' + milli / 10 % 10),
                                       static_cast<char>('0' + milli % 10),
                                       '+',
                                       '0',
                                       '0',
                                       ':',
                                       '0',
                                       '0'};
    out.append(rest.data(), rest.size());
}

}  // namespace onsale::http
