#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "base/time.hpp"

namespace onsale::http {

// Writes ISO times. It caches the text of a second, so that the poll path formats nothing.
class TimeText {
  public:
    void append(std::string& out, Instant instant);

  private:
    std::int64_t second_ = -1;
    std::array<char, 19> text_{};  // 2026-11-15T11:00:00
};

}  // namespace onsale::http
