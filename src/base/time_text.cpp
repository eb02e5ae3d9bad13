#include "base/time_text.hpp"

#include <array>
#include <charconv>
#include <utility>

namespace onsale {
namespace {

using namespace std::chrono;

constexpr std::array<std::pair<std::string_view, Duration>, 5> kUnits = {
    {{"d", hours{24}}, {"h", hours{1}}, {"m", minutes{1}}, {"s", seconds{1}}, {"ms", Duration{1}}}};
constexpr long long kCountMax = 100'000'000'000;  // Keeps every product inside 64 bits.

// Reads exactly `digits` decimal digits.
bool take_number(std::string_view& text, std::size_t digits, int& value) {
    if (text.size() < digits) return false;
    value = 0;
    for (std::size_t i = 0; i < digits; ++i) {
        if (text[i] < '0' || text[i] > '9') return false;
        value = value * 10 + (text[i] - '0');
    }
    text.remove_prefix(digits);
    return true;
}

bool take_char(std::string_view& text, char expected) {
    if (text.empty() || text.front() != expected) return false;
    text.remove_prefix(1);
    return true;
}

std::optional<Duration> take_offset(std::string_view text) {
    if (text == "Z") return Duration{0};
    const bool east = take_char(text, '+');
    if (!east && !take_char(text, '-')) return std::nullopt;
    int hour = 0;
    int minute = 0;
    if (!take_number(text, 2, hour) || !take_char(text, ':') || !take_number(text, 2, minute) ||
        !text.empty() || hour > 14 || minute > 59)
        return std::nullopt;
    const Duration offset = hours{hour} + minutes{minute};
    return east ? offset : -offset;
}

// Writes the last `digits` decimal digits of `value` at `at`.
void put_number(std::string& text, std::size_t at, std::size_t digits, long long value) {
    for (std::size_t i = at + digits; i-- > at; value /= 10)
        text[i] = static_cast<char>('0' + value % 10);
}

}  // namespace

std::optional<Duration> parse_duration(std::string_view text) {
    long long count = 0;
    const auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), count);
    if (error != std::errc{} || count < 0 || count > kCountMax) return std::nullopt;
    const std::string_view unit{rest, static_cast<std::size_t>(text.data() + text.size() - rest)};
    if (unit.empty() && count == 0) return Duration{0};
    for (const auto& [name, length] : kUnits)
        if (unit == name && count <= kCountMax / length.count()) return length * count;
    return std::nullopt;
}

std::string format_duration(Duration duration) {
    if (duration == Duration{0}) return "0s";
    for (const auto& [name, length] : kUnits)
        if (duration % length == Duration{0})
            return std::to_string(duration / length) + std::string{name};
    return std::to_string(duration.count()) + "ms";
}

std::optional<Instant> parse_iso_time(std::string_view text) {
    int year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0, milli = 0;
    const bool read =
        take_number(text, 4, year) && take_char(text, '-') && take_number(text, 2, month) &&
        take_char(text, '-') && take_number(text, 2, day) && take_char(text, 'T') &&
        take_number(text, 2, hour) && take_char(text, ':') && take_number(text, 2, minute) &&
        take_char(text, ':') && take_number(text, 2, second);
    if (!read || (take_char(text, '.') && !take_number(text, 3, milli))) return std::nullopt;
    const auto offset = take_offset(text);
    const year_month_day date{std::chrono::year{year},
                              std::chrono::month{static_cast<unsigned>(month)},
                              std::chrono::day{static_cast<unsigned>(day)}};
    if (!offset || !date.ok() || hour > 23 || minute > 59 || second > 59) return std::nullopt;
    return Instant{sys_days{date}} + hours{hour} + minutes{minute} + seconds{second} +
           Duration{milli} - *offset;
}

std::string format_iso_time(Instant instant) {
    const auto midnight = floor<days>(instant);
    const year_month_day date{midnight};
    const hh_mm_ss time{instant - midnight};
    // Every answer to a guest carries one or two of these: no format string is read for them.
    std::string text = "0000-00-00T00:00:00.000+00:00";
    put_number(text, 0, 4, static_cast<int>(date.year()));
    put_number(text, 5, 2, static_cast<unsigned>(date.month()));
    put_number(text, 8, 2, static_cast<unsigned>(date.day()));
    put_number(text, 11, 2, time.hours().count());
    put_number(text, 14, 2, time.minutes().count());
    put_number(text, 17, 2, time.seconds().count());
    put_number(text, 20, 3, time.subseconds().count());
    return text;
}

}  // namespace onsale
