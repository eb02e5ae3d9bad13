#include "runtime/clock_watch.hpp"

#include <chrono>

namespace onsale::runtime {

std::optional<Duration> ClockWatch::look() {
    constexpr Duration kStep = std::chrono::seconds{1};
    const Duration moved = offset() - offset_;
    if (std::chrono::abs(moved) < kStep) return std::nullopt;
    offset_ += moved;
    return moved;
}

}  // namespace onsale::runtime
