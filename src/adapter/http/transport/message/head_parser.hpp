#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "adapter/http/transport/message/refusal.hpp"
#include "adapter/http/transport/message/request.hpp"

namespace onsale::http {

inline constexpr std::size_t kHeadersMax = 64;

struct HeadLimits {
    std::size_t head_max = 8 * 1024;    // Request line, headers and the empty line.
    std::size_t target_max = 4 * 1024;  // Path and query.
};

enum class Framing : std::uint8_t { kNone, kLength, kChunked };

// One parsed request head. The views point into the parsed bytes.
struct RequestHead {
    Method method = Method::kOther;
    Framing framing = Framing::kNone;
    bool http_1_0 = false;
    bool keep_alive = true;
    bool expects_continue = false;
    std::string_view path;
    std::string_view query;
    std::uint64_t content_length = 0;
    std::size_t size = 0;  // Bytes of the head including the empty line.
    std::size_t header_count = 0;
    std::array<Header, kHeadersMax> header_array;

    std::span<const Header> headers() const { return {header_array.data(), header_count}; }
};

enum class HeadState : std::uint8_t { kNeedMore, kParsed, kRefused };

struct HeadOutcome {
    HeadState state = HeadState::kNeedMore;
    Refusal refusal = Refusal::kHeadMalformed;  // Meaningful only when refused.
};

// Parses one request head from the start of `bytes`. It is strict: it refuses everything that two
// parsers could interpret differently, because a proxy in front may be the other parser (request
// smuggling).
// Invariant: for every prefix of the same bytes the outcome is kNeedMore or the final one.
HeadOutcome parse_head(std::string_view bytes, const HeadLimits& limits, RequestHead& head);

bool equals_ignoring_case(std::string_view text, std::string_view lower);

// Without spaces and tabs at both ends.
std::string_view trimmed(std::string_view text);

}  // namespace onsale::http
