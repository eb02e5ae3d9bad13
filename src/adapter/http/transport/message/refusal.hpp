#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "runtime/counters.hpp"

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

static_assert(kRefusalCount <= runtime::CounterKey{"transport_refusals_total"}.cells());
inline void count(runtime::Counters& counters, Refusal refusal) {
    ++counters.cells("transport_refusals_total")[static_cast<std::size_t>(refusal)];
}

}  // namespace onsale::http
