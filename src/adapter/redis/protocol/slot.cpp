#include "adapter/redis/protocol/slot.hpp"

#include <array>

namespace onsale::redis {
namespace {

// CRC16 (XMODEM), as the cluster specification requires.
constexpr std::uint16_t kPolynomial = 0x1021;

constexpr std::array<std::uint16_t, 256> make_table() {
    std::array<std::uint16_t, 256> table{};
    for (unsigned byte = 0; byte < table.size(); ++byte) {
        unsigned crc = byte << 8;
        for (int bit = 0; bit < 8; ++bit)
            crc = (crc & 0x8000U) != 0 ? (crc << 1) ^ kPolynomial : crc << 1;
        table[byte] = static_cast<std::uint16_t>(crc);
    }
    return table;
}

constexpr auto kTable = make_table();

std::uint16_t crc16(std::string_view bytes) {
    unsigned crc = 0;
    for (const char c : bytes)
        crc = (crc << 8) ^ kTable[((crc >> 8) ^ static_cast<unsigned char>(c)) & 0xFFU];
    return static_cast<std::uint16_t>(crc);
}

std::string_view hashed_part(std::string_view key) {
    const auto open = key.find('{');
    if (open == key.npos) return key;
    const auto close = key.find('}', open + 1);
    if (close == key.npos || close == open + 1) return key;
    return key.substr(open + 1, close - open - 1);
}

}  // namespace

Slot slot_of(std::string_view key) {
    return {static_cast<std::uint16_t>(crc16(hashed_part(key)) % kSlotCount)};
}

}  // namespace onsale::redis
