#include "adapter/postgres/protocol/codec.hpp"

#include <algorithm>
#include <array>
#include <chrono>

namespace onsale::postgres {
namespace {

using Microseconds = std::chrono::microseconds;

// PostgreSQL counts from here.
constexpr std::chrono::sys_days kEpoch{std::chrono::year{2000} / 1 / 1};

}  // namespace

void put_number(std::string& out, std::int64_t value, std::size_t size) {
    for (std::size_t byte = size; byte-- > 0;)
        out += static_cast<char>(static_cast<std::uint64_t>(value) >> (byte * 8));
}

std::int64_t get_number(std::string_view bytes) {
    ONSALE_ASSERT(!bytes.empty() && bytes.size() <= sizeof(std::int64_t));
    std::uint64_t bits = 0;
    for (const char byte : bytes)
        bits = (bits << 8) | static_cast<unsigned char>(byte);
    // Moves the sign to where a longer number has it, and back.
    const std::size_t unused = 8 * (sizeof bits - bytes.size());
    return static_cast<std::int64_t>(bits << unused) >> unused;
}

bool is_text(TypeId type) {
    constexpr std::array<TypeId, 6> kTexts = {25, 1043, 1042, 19, 114, 705};
    return std::ranges::find(kTexts, type) != kTexts.end();
}

GuestId Codec<GuestId>::read(std::string_view bytes) {
    GuestId guest;
    ONSALE_ASSERT(bytes.size() == guest.bytes.size());
    std::ranges::copy(bytes, guest.bytes.begin());
    return guest;
}

void Codec<Instant>::write(std::string& out, Instant value) {
    const Microseconds since = value - kEpoch;
    put_number(out, since.count(), sizeof(std::int64_t));
}

Instant Codec<Instant>::read(std::string_view bytes) {
    return std::chrono::floor<Duration>(kEpoch + Microseconds{get_number(bytes)});
}

}  // namespace onsale::postgres
