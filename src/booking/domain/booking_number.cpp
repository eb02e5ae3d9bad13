#include "booking/domain/booking_number.hpp"

#include <algorithm>

#include "base/assert.hpp"
#include "base/text/ascii.hpp"

namespace onsale::booking {
namespace {

constexpr std::size_t kModulus = kSymbols.size();
static_assert(kModulus == 23, "the check needs a prime above the number of weights");

// "B-", eight digits, "-", five symbols and the check symbol.
constexpr std::size_t kDayAt = 2;
constexpr std::size_t kDayDigits = 8;
constexpr std::size_t kRandomAt = kDayAt + kDayDigits + 1;
constexpr std::size_t kCheckAt = kRandomAt + BookingNumber::kRandomSymbols;
constexpr std::size_t kSize = kCheckAt + 1;

std::optional<std::size_t> symbol_value(char c) {
    const std::size_t value = kSymbols.find(c);
    return value == kSymbols.npos ? std::nullopt : std::optional{value};
}

std::optional<std::size_t> digit_value(char c) {
    if (c < '0' || c > '9') return std::nullopt;
    return static_cast<std::size_t>(c - '0');
}

// All values are below the modulus, so a wrong symbol changes its term. The weights 2 to 14 differ,
// so a swap changes the sum. The check symbol itself has weight 1.
std::optional<std::size_t> weighted_sum(std::string_view text) {
    std::size_t sum = 0;
    std::size_t weight = 2;
    for (std::size_t at = kDayAt; at < kCheckAt; ++at) {
        if (at == kRandomAt - 1) continue;
        const auto value = at < kRandomAt ? digit_value(text[at]) : symbol_value(text[at]);
        if (!value) return std::nullopt;
        sum += weight++ * *value;
    }
    return sum;
}

char check_symbol(std::size_t sum) {
    return kSymbols[(kModulus - sum % kModulus) % kModulus];
}

void put_digits(std::string& out, unsigned value, unsigned places) {
    for (unsigned divisor = places == 4 ? 1'000 : 10; divisor > 0; divisor /= 10)
        out += static_cast<char>('0' + value / divisor % 10);
}

constexpr std::chrono::year_month_day kFirstDay{std::chrono::year{1'000} / 1 / 1};
constexpr std::chrono::year_month_day kLastDay{std::chrono::year{9'999} / 12 / 31};

unsigned digits(std::string_view text) {
    unsigned value = 0;
    for (const char c : text)
        value = value * 10 + static_cast<unsigned>(c - '0');
    return value;
}

std::chrono::year_month_day day_of(std::string_view text) {
    return {std::chrono::year{static_cast<int>(digits(text.substr(0, 4)))},
            std::chrono::month{digits(text.substr(4, 2))},
            std::chrono::day{digits(text.substr(6, 2))}};
}

}  // namespace

BookingNumber booking_number(std::chrono::year_month_day day, std::uint64_t random) {
    ONSALE_ASSERT(day.ok());
    // The text has a year of four digits. A wrong clock must not stop the sale.
    day = std::clamp(day, kFirstDay, kLastDay);
    BookingNumber number{day, {}};
    for (std::uint8_t& symbol : number.symbols) {
        symbol = static_cast<std::uint8_t>(random % kModulus);
        random /= kModulus;
    }
    return number;
}

std::string to_text(const BookingNumber& number) {
    std::string text = "B-";
    put_digits(text, static_cast<unsigned>(int{number.day.year()}), 4);
    put_digits(text, unsigned{number.day.month()}, 2);
    put_digits(text, unsigned{number.day.day()}, 2);
    text += '-';
    for (const std::uint8_t symbol : number.symbols)
        text += kSymbols[symbol];
    text += check_symbol(*weighted_sum(text + kSymbols[0]));
    return text;
}

std::optional<BookingNumber> parse_booking_number(std::string_view typed) {
    if (typed.size() != kSize) return std::nullopt;
    std::string text{typed};
    std::ranges::transform(text, text.begin(), ascii_upper);
    if (!text.starts_with("B-") || text[kRandomAt - 1] != '-') return std::nullopt;
    const auto sum = weighted_sum(text);
    if (!sum || text[kCheckAt] != check_symbol(*sum)) return std::nullopt;
    BookingNumber number{day_of(std::string_view{text}.substr(kDayAt, kDayDigits)), {}};
    if (!number.day.ok()) return std::nullopt;
    for (std::size_t i = 0; i < number.symbols.size(); ++i)
        number.symbols[i] = static_cast<std::uint8_t>(*symbol_value(text[kRandomAt + i]));
    return number;
}

void save(ByteWriter& out, const BookingNumber& number) {
    out.zigzag(std::chrono::sys_days{number.day}.time_since_epoch().count());
    out.bytes(number.symbols.data(), number.symbols.size());
}

BookingNumber load_booking_number(ByteReader& in) {
    BookingNumber number;
    // A damaged byte must not produce an invalid date.
    constexpr std::int64_t kDaysMax = 2'900'000;  // The year 9909.
    const std::chrono::days day{std::clamp<std::int64_t>(in.zigzag(), 0, kDaysMax)};
    number.day = std::chrono::year_month_day{std::chrono::sys_days{day}};
    in.bytes(number.symbols.data(), number.symbols.size());
    return number;
}

}  // namespace onsale::booking
