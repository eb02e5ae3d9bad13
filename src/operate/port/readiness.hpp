#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "base/time.hpp"
#include "base/words.hpp"

namespace onsale::operate {

// Why answers may be outdated. Reported in every queue answer and in /readyz.
enum class Degraded : std::uint8_t {
    kNo,
    kDiskFull,
    kStorageFailed,
    kStale,      // The view has not been confirmed as current for too long.
    kRedisGone,  // The view cannot be confirmed because no Redis server answers.
    // Answers are current, but the process that takes payments does not answer.
    kPaymentGone,
};

// The wire words of the enumerators, in their order.
constexpr auto words_of(Degraded) {
    return std::to_array<std::string_view>(
        {"", "disk_full", "storage_failed", "stale", "redis_gone", "payment_gone"});
}

// The parts that /readyz checks, each named.
struct Readiness {
    // State of the sale store; nothing when another process has it.
    std::optional<Degraded> journal = Degraded::kNo;
    bool writer_running = true;
    std::optional<bool> redis{};  // Whether Redis answers; nothing without Redis.
    // Whether the process that takes payments is alive; nothing when it is this process.
    std::optional<bool> payment{};
    std::size_t events = 0;
    // Time since this loop's view got its last update, which may be long when there is no traffic.
    // For a view fed from Redis: time since it was known to be current; nothing when it never was.
    std::optional<Duration> view_age = Duration{0};
    bool view_stale = false;
    bool stopping = false;
    std::size_t loops_stuck = 0;  // Loops of this process that did not answer in time.
};

}  // namespace onsale::operate
