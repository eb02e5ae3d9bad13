#pragma once

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>

#include "base/words.hpp"
#include "runtime/histogram.hpp"

namespace onsale::runtime {

// How many calls of one kind ended in each way, and how long they took. The words of `Ending` are
// the values of the label on the page of /metrics.
template <Worded Ending>
class CallMetrics {
  public:
    void add(Ending ending, std::chrono::nanoseconds took) {
        ++(*this)[ending];
        // A steady clock never goes back, but a caller's mistake must not become 2^64.
        took_ns_.record(static_cast<std::uint64_t>(std::max<std::int64_t>(0, took.count())));
    }
    void merge(const CallMetrics& other) {
        std::ranges::transform(ended_, other.ended_, ended_.begin(), std::plus{});
        took_ns_.merge(other.took_ns_);
    }

    std::uint64_t& operator[](Ending ending) { return ended_[static_cast<std::size_t>(ending)]; }
    std::uint64_t operator[](Ending ending) const {
        return ended_[static_cast<std::size_t>(ending)];
    }
    const Histogram& took_ns() const { return took_ns_; }

  private:
    std::array<std::uint64_t, kWords<Ending>.size()> ended_{};
    Histogram took_ns_;
};

// How a call of a command or script of another server ended. An error is an answer too, such as a
// script's failure.
enum class CommandEnd : std::uint8_t { kAnswered, kError, kUnavailable, kUnknown };
constexpr auto words_of(CommandEnd) {
    return std::to_array<std::string_view>({"answered", "error", "unavailable", "unknown"});
}
// From call to answer, including retries.
using CommandMetrics = CallMetrics<CommandEnd>;
// Key: command or script name.
using CommandMap = std::map<std::string, CommandMetrics, std::less<>>;

}  // namespace onsale::runtime
