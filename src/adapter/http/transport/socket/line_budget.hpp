#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace onsale::http {

// Limits the log lines of each kind per second, so that a flood of refusals cannot fill the disk.
// Suppressed lines are counted and reported once a second.
class LineBudget {
  public:
    LineBudget(std::size_t kinds, std::uint32_t lines_per_second)
        : kinds_(kinds), lines_per_second_(lines_per_second) {}

    bool take(std::size_t kind) {
        Kind& one = kinds_[kind];
        if (one.written < lines_per_second_) return ++one.written, true;
        ++one.left_out;
        return false;
    }

    // Calls `tell(kind, left_out)` for every kind with suppressed lines, and resets the counts.
    void next_second(auto&& tell) {
        for (std::size_t i = 0; i < kinds_.size(); ++i) {
            const Kind past = std::exchange(kinds_[i], {});
            if (past.left_out > 0) tell(i, past.left_out);
        }
    }

  private:
    struct Kind {
        std::uint32_t written = 0;
        std::uint64_t left_out = 0;
    };
    std::vector<Kind> kinds_;
    std::uint32_t lines_per_second_;
};

}  // namespace onsale::http
