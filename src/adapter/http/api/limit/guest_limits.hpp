#pragma once

#include "adapter/http/api/limit/rate_limiter.hpp"
#include "adapter/http/transport/socket/seeded_hash.hpp"

namespace onsale::http {

constexpr std::size_t kAccessCodeMax = 64;  // Characters; longer ones are never issued.

// How often guests may call. Defaults are those of a public server.
struct GuestRates {
    RateLimit guest{.count = 2, .period = std::chrono::seconds{1}, .burst = 20};
    RateLimit address{.count = 100, .period = std::chrono::seconds{1}, .burst = 300};
    RateLimit joins{.count = 20, .period = std::chrono::seconds{1}, .burst = 200};
    // Codes of another device, right or wrong. Of 2^40 codes a line has at most 2^14 alive.
    RateLimit moves{.count = 10, .period = std::chrono::minutes{1}, .burst = 20};
    // Access codes of one event, right or wrong. Many guests with good codes may share an address.
    RateLimit codes{.count = 10, .period = std::chrono::minutes{1}, .burst = 20};
    RateLimit codes_of_address{.count = 60, .period = std::chrono::minutes{1}, .burst = 300};
};

// What guests have used of their rates, over all loops that serve them.
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
