#include "adapter/http/gzip.hpp"

#include <algorithm>
#include <optional>

#include <zlib.h>

#include "adapter/http/head_parser.hpp"
#include "base/assert.hpp"

namespace onsale::http {
namespace {

constexpr int kGzipWindowBits = 15 + 16;  // The largest window; 16 asks for the gzip wrapper.
constexpr int kMemoryLevel = 8;           // zlib's own default.

// RFC 9110 12.4.2: "0" or "1" with at most three decimals. Only zero or not matters to us.
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
    std::optional<bool> gzip;
    std::optional<bool> anything;

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
        if (equals_ignoring_case(coding, "gzip")) gzip = wanted;
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

bool accepts_gzip(const Request& request) {
    Wish wish;
    for (const Header& header : request.headers) {
        if (!equals_ignoring_case(header.name, "accept-encoding")) continue;
        std::string_view rest = header.value;
        while (!rest.empty()) {
            const std::size_t comma = std::min(rest.find(','), rest.size());
            wish.note(rest.substr(0, comma));
            rest.remove_prefix(std::min(comma + 1, rest.size()));
        }
    }
    return wish.gzip.value_or(wish.anything.value_or(false));
}

}  // namespace onsale::http
