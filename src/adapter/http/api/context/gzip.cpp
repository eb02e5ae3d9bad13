#include "adapter/http/api/context/gzip.hpp"

#include <algorithm>
#include <optional>

#include <zlib.h>

#include "adapter/http/transport/message/head_parser.hpp"
#include "base/assert.hpp"

namespace onsale::http {
namespace {

constexpr int kGzipWindowBits = 15 + 16;  // 15 is the largest window; 16 selects the gzip wrapper.
constexpr int kMemoryLevel = 8;           // zlib's own default.

// The length of a stored block has 16 bits (RFC 1951 3.2.4).
constexpr std::size_t kStoredBlockMax = 65'535;

void append_little_endian(std::string& out, std::uint32_t value, int bytes) {
    for (int byte = 0; byte < bytes; ++byte)
        out += static_cast<char>(value >> (8 * byte) & 0xff);
}

// REQUIRES: byte-aligned output. Three header bits and five bits of padding are one byte.
void append_stored_block(std::string& out, std::string_view bytes, bool last) {
    const auto size = static_cast<std::uint32_t>(bytes.size());
    out += last ? '\1' : '\0';
    append_little_endian(out, size, 2);
    append_little_endian(out, ~size, 2);
    out += bytes;
}

const Bytef* as_zlib(std::string_view bytes) {
    return reinterpret_cast<const Bytef*>(bytes.data());
}

// RFC 9110 12.4.2: "0" or "1" with at most three decimals. Only zero or non-zero matters here.
std::optional<bool> weight_is_positive(std::string_view weight) {
    if (weight.empty() || (weight[0] != '0' && weight[0] != '1')) return std::nullopt;
    const bool one = weight[0] == '1';
    if (weight.size() == 1) return one;
    const std::string_view decimals = weight.substr(2);
    if (weight[1] != '.' || decimals.size() > 3) return std::nullopt;
    if (!std::ranges::all_of(decimals, [](char c) { return c >= '0' && c <= '9'; })) {
        return std::nullopt;
    }
    const bool any = std::ranges::any_of(decimals, [](char c) { return c != '0'; });
    if (one && any) return std::nullopt;
    return one || any;
}

struct Wish {
    std::string_view encoding;
    std::optional<bool> named{};
    std::optional<bool> anything{};

    void note(std::string_view element) {
        const std::size_t semicolon = element.find(';');
        const std::string_view coding = trimmed(element.substr(0, semicolon));
        std::optional<bool> wanted = true;
        if (semicolon != std::string_view::npos) {
            const std::string_view parameter = trimmed(element.substr(semicolon + 1));
            const bool is_weight = equals_ignoring_case(parameter.substr(0, 2), "q=");
            wanted = is_weight ? weight_is_positive(parameter.substr(2)) : std::nullopt;
        }
        if (!wanted) return;
        if (equals_ignoring_case(coding, encoding)) named = wanted;
        if (coding == "*") anything = wanted;
    }
};

}  // namespace

std::string gzip(std::string_view body, int level) {
    z_stream stream{};
    const int started =
        deflateInit2(&stream, level, Z_DEFLATED, kGzipWindowBits, kMemoryLevel, Z_DEFAULT_STRATEGY);
    ONSALE_ASSERT(started == Z_OK);
    std::string packed(deflateBound(&stream, body.size()), '\0');
    // zlib takes a pointer to non-const input but does not write to it.
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(body.data()));
    stream.avail_in = static_cast<uInt>(body.size());
    stream.next_out = reinterpret_cast<Bytef*>(packed.data());
    stream.avail_out = static_cast<uInt>(packed.size());
    const int finished = deflate(&stream, Z_FINISH);
    ONSALE_ASSERT(finished == Z_STREAM_END);
    packed.resize(stream.total_out);
    deflateEnd(&stream);
    return packed;
}

GzipStart::GzipStart(std::string_view text)
    : crc_(static_cast<std::uint32_t>(crc32_z(0, as_zlib(text), text.size()))),
      text_size_(static_cast<std::uint32_t>(text.size())) {
    // deflateBound() is for a finished stream. A flush adds an empty block of five bytes.
    constexpr std::size_t kFlush = 16;
    z_stream stream{};
    const int started =
        deflateInit2(&stream, kGzipLevelDefault, Z_DEFLATED, kGzipWindowBits, kMemoryLevel, Z_RLE);
    ONSALE_ASSERT(started == Z_OK);
    packed_.resize(deflateBound(&stream, text.size()) + kFlush);
    stream.next_in = const_cast<Bytef*>(as_zlib(text));
    stream.avail_in = static_cast<uInt>(text.size());
    stream.next_out = reinterpret_cast<Bytef*>(packed_.data());
    stream.avail_out = static_cast<uInt>(packed_.size());
    const int flushed = deflate(&stream, Z_SYNC_FLUSH);
    ONSALE_ASSERT(flushed == Z_OK && stream.avail_in == 0 && stream.avail_out > 0);
    packed_.resize(stream.total_out);
    packed_.shrink_to_fit();
    deflateEnd(&stream);
}

void GzipStart::append_with(std::string& out, std::string_view ending) const {
    out += packed_;
    const auto crc = crc32_z(crc_, as_zlib(ending), ending.size());
    const std::uint32_t size = text_size_ + static_cast<std::uint32_t>(ending.size());
    for (; ending.size() > kStoredBlockMax; ending.remove_prefix(kStoredBlockMax))
        append_stored_block(out, ending.substr(0, kStoredBlockMax), false);
    append_stored_block(out, ending, true);
    append_little_endian(out, static_cast<std::uint32_t>(crc), 4);
    append_little_endian(out, size, 4);
}

bool accepts_encoding(const Request& request, std::string_view encoding) {
    Wish wish{encoding};
    for (const Header& header : request.headers) {
        if (!equals_ignoring_case(header.name, "accept-encoding")) continue;
        std::string_view rest = header.value;
        while (!rest.empty()) {
            const std::size_t comma = std::min(rest.find(','), rest.size());
            wish.note(rest.substr(0, comma));
            rest.remove_prefix(std::min(comma + 1, rest.size()));
        }
    }
    return wish.named.value_or(wish.anything.value_or(false));
}

}  // namespace onsale::http
