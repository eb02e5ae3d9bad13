#pragma once

#include "adapter/http/api/limit/rate_limiter.hpp"
#include "adapter/http/transport/socket/seeded_hash.hpp"

namespace onsale::http {

constexpr std::size_t kAccessCodeMax = 64;  // In characters; longer codes are never issued.

// Call rates of guests. The defaults are those of a public server.
struct GuestRates {
    RateLimit guest{.count = 2, .period = std::chrono::seconds{1}, .burst = 20};
    RateLimit address{.count = 100, .period = std::chrono::seconds{1}, .burst = 300};
    RateLimit joins{.count = 20, .period = std::chrono::seconds{1}, .burst = 200};
    // Attempts with codes of another device, valid or not. A line has at most 2^14 valid codes of
    // 2^40.
    RateLimit moves{.count = 10, .period = std::chrono::minutes{1}, .burst = 20};
    // Attempts with access codes of one event, valid or not. Many guests with valid codes may share
    // an address.
    RateLimit codes{.count = 10, .period = std::chrono::minutes{1}, .burst = 20};
    RateLimit codes_of_address{.count = 60, .period = std::chrono::minutes{1}, .burst = 300};
};

// Rate usage of guests, shared by all loops that serve them.
// Thread safety: any thread.
struct GuestLimits {
    explicit GuestLimits(const GuestRates& rates,
                         std::size_t entries = RateLimiter::kEntriesDefault)
        : per_guest(rates.guest, random_seed(), entries),
          per_address(rates.address, random_seed(), entries),
          joins_per_address(rates.joins, random_seed(), entries),
          moves_per_address(rates.moves, random_seed(), entries),
          codes_per_guest(rates.codes, random_seed(), entries),
          codes_per_address(rates.codes_of_address, random_seed(), entries) {}

    RateLimiter per_guest;
    RateLimiter per_address;
    RateLimiter joins_per_address;
    RateLimiter moves_per_address;
    RateLimiter codes_per_guest;
    RateLimiter codes_per_address;
};

}  // namespace onsale::http
