#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace onsale::http {

// Why the transport refused a request or a connection, before any route saw it.
enum class Refusal : std::uint8_t {
    kHeadMalformed,
    kLengthInvalid,
    kLengthConflict,
    kTransferEncodingRefused,
    kHostRequired,
    kTargetRefused,
    kUriTooLong,
    kHeadersTooLarge,
    kVersionNotSupported,
    kExpectationFailed,
    kChunkMalformed,
    kBodyTooLarge,
    kRequestTimeout,
    kTooManyConnections,
    kServerFull,
};
inline constexpr std::size_t kRefusalCount = 15;

struct RefusalText {
    int status;
    std::string_view code;  // Stable: clients and metrics depend on it.
    std::string_view body;  // The product's JSON error format.
    // Value of Retry-After in seconds; zero when a retry makes no sense.
    int retry_after_s;
};

const RefusalText& text_of(Refusal refusal);

}  // namespace onsale::http
