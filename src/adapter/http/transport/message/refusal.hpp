#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace onsale::http {

// Why the transport itself turned a request or a connection away, before any route saw it.
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
    std::string_view code;  // Stable: clients and metrics go by it.
    std::string_view body;  // The product's JSON error form.
    // Seconds after which it makes sense to come back; zero where it does not.
    int retry_after_s;
};

const RefusalText& text_of(Refusal refusal);

}  // namespace onsale::http
