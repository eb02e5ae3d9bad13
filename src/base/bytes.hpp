#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

namespace onsale {

// Appends little-endian numbers, varints and length-prefixed strings. This is the format of the
// journal and the snapshots.
class ByteWriter {
  public:
    explicit ByteWriter(std::string& out) : out_(out) {}

    template <std::unsigned_integral Number>
    void fixed(Number value) {
        char raw[sizeof value];
        std::memcpy(raw, &value, sizeof value);  // All supported targets are little-endian.
        out_.append(raw, sizeof raw);
    }
    void varint(std::uint64_t value);
    void zigzag(std::int64_t value);
    void bytes(const void* data, std::size_t size) {
        out_.append(static_cast<const char*>(data), size);
    }
    void text(std::string_view value);

  private:
    std::string& out_;
};

// Reads what ByteWriter wrote. After a read past the end, ok() is false and all further reads
// return zero, so that callers need to check ok() only once at the end.
class ByteReader {
  public:
    explicit ByteReader(std::string_view in) : in_(in) {}

    template <std::unsigned_integral Number>
    Number fixed() {
        Number value = 0;
        bytes(&value, sizeof value);
        return value;
    }
    std::uint64_t varint();
    std::int64_t zigzag();
    void bytes(void* data, std::size_t size);
    std::string text();
    std::string_view view(std::size_t size);

    bool ok() const { return ok_; }
    bool at_end() const { return position_ == in_.size(); }
    std::size_t position() const { return position_; }
    std::size_t remaining() const { return in_.size() - position_; }

  private:
    std::string_view in_;
    std::size_t position_ = 0;
    bool ok_ = true;
};

}  // namespace onsale
