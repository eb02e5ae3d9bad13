#include "base/bytes.hpp"

namespace onsale {

void ByteWriter::varint(std::uint64_t value) {
    char raw[10];  // 64 bits at 7 bits per byte.
    std::size_t size = 0;
    for (; value >= 0x80; value >>= 7)
        raw[size++] = static_cast<char>(value | 0x80);
    raw[size++] = static_cast<char>(value);
    out_.append(raw, size);
}

void ByteWriter::zigzag(std::int64_t value) {
    varint((static_cast<std::uint64_t>(value) << 1) ^ static_cast<std::uint64_t>(value >> 63));
}

void ByteWriter::text(std::string_view value) {
    varint(value.size());
    out_.append(value);
}

std::uint64_t ByteReader::varint() {
    std::uint64_t value = 0;
    for (unsigned shift = 0; shift < 64; shift += 7) {
        const auto byte = fixed<std::uint8_t>();
        value |= static_cast<std::uint64_t>(byte & 0x7f) << shift;
        if ((byte & 0x80) == 0) return value;
    }
    ok_ = false;
    return 0;
}

std::int64_t ByteReader::zigzag() {
    const std::uint64_t raw = varint();
    return static_cast<std::int64_t>(raw >> 1) ^ -static_cast<std::int64_t>(raw & 1);
}

void ByteReader::bytes(void* data, std::size_t size) {
    if (size == 0) return;  // `data` may be null for an empty vector.
    if (!ok_ || remaining() < size) {
        ok_ = false;
        std::memset(data, 0, size);
        return;
    }
    std::memcpy(data, in_.data() + position_, size);
    position_ += size;
}

std::string ByteReader::text() {
    const std::uint64_t size = varint();
    return std::string{view(size)};
}

std::string_view ByteReader::view(std::size_t size) {
    if (!ok_ || remaining() < size) {
        ok_ = false;
        return {};
    }
    const std::string_view part = in_.substr(position_, size);
    position_ += size;
    return part;
}

}  // namespace onsale
