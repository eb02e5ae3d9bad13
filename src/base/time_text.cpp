#include "base/time_text.hpp"

#include <algorithm>
#include <array>
#include <charconv>

namespace onsale {
namespace {

using namespace std::chrono;

// `digits_max` limits each unit to about three years. The limit is on digits because
// api/openapi.yaml can state that as a pattern.
struct Unit {
    std::string_view name;
    Duration length;
    std::size_t digits_max;
};
constexpr std::array kUnits = std::to_array<Unit>({{"d", hours{24}, 3},
                                                   {"h", hours{1}, 4},
                                                   {"m", minutes{1}, 6},
                                                   {"s", seconds{1}, 8},
                                                   {"ms", Duration{1}, 11}});

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
    if (text == "Z" || text == "z") return Duration{0};
    const bool east = take_char(text, '+');
    if (!east && !take_char(text, '-')) return std::nullopt;
    int hour = 0;
    int minute = 0;
    if (!take_number(text, 2, hour) || !take_char(text, ':') || !take_number(text, 2, minute) ||
        !text.empty() || hour > 23 || minute > 59)
        return std::nullopt;
    const Duration offset = hours{hour} + minutes{minute};
    return east ? offset : -offset;
}

// Reads the digits after the decimal point of a second. Digits finer than a millisecond are
// dropped.
bool take_fraction(std::string_view& text, int& milli) {
    constexpr std::size_t kDigits = 3;
    const std::size_t size = std::min(text.find_first_not_of("0123456789"), text.size());
    std::string digits{text.substr(0, std::min(size, kDigits))};
    digits.resize(kDigits, '0');
    text.remove_prefix(size);
    std::string_view kept = digits;
    return size > 0 && take_number(kept, kDigits, milli);
}

// Writes the last `digits` decimal digits of `value` at `at`.
void put_number(std::string& text, std::size_t at, std::size_t digits, long long value) {
    for (std::size_t i = at + digits; i-- > at; value /= 10)
        text[i] = static_cast<char>('0' + value % 10);
}

}  // namespace

std::optional<Duration> parse_duration(std::string_view text) {
    if (text == "0") return Duration{0};
    const std::size_t digits = std::min(text.find_first_not_of("0123456789"), text.size());
    for (const Unit& unit : kUnits) {
        if (text.substr(digits) != unit.name || digits == 0 || digits > unit.digits_max) continue;
        long long count = 0;
        std::from_chars(text.data(), text.data() + digits, count);
        return unit.length * count;
    }
    return std::nullopt;
}

std::string format_duration(Duration duration) {
    if (duration == Duration{0}) return "0s";
    for (const Unit& unit : kUnits)
        if (duration % unit.length == Duration{0})
            return std::to_string(duration / unit.length) + std::string{unit.name};
    return std::to_string(duration.count()) + "ms";
}

std::optional<Instant> parse_iso_time(std::string_view text) {
    int year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0, milli = 0;
    const bool read = take_number(text, 4, year) && take_char(text, '-') &&
                      take_number(text, 2, month) && take_char(text, '-') &&
                      take_number(text, 2, day) && (take_char(text, 'T') || take_char(text, 't')) &&
                      take_number(text, 2, hour) && take_char(text, ':') &&
                      take_number(text, 2, minute) && take_char(text, ':') &&
                      take_number(text, 2, second);
    if (!read || (take_char(text, '.') && !take_fraction(text, milli))) return std::nullopt;
    const auto offset = take_offset(text);
    const year_month_day date{std::chrono::year{year},
                              std::chrono::month{static_cast<unsigned>(month)},
                              std::chrono::day{static_cast<unsigned>(day)}};
    if (!offset || !date.ok() || hour > 23 || minute > 59 || second > 60) return std::nullopt;
    const Instant whole =
        Instant{sys_days{date}} + hours{hour} + minutes{minute} + seconds{second} - *offset;
    // A leap second is the last second of a UTC day. Our clocks count it as the first second of the
    // next day.
    if (second == 60 && floor<days>(whole) != whole) return std::nullopt;
    return whole + Duration{milli};
}

std::string format_iso_time(Instant instant) {
    const auto midnight = floor<days>(instant);
    const year_month_day date{midnight};
    const hh_mm_ss time{instant - midnight};
    // Written by hand without a format string, because every answer to a guest contains one or two
    // times.
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
