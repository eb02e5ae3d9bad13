#pragma once

#include <chrono>
#include <cstdint>

#include <sys/resource.h>

#include "base/time.hpp"

namespace onsale::server {

// Recommended values of a server in production, for preflight and the health page.
constexpr std::uint64_t kFreeDiskWanted = std::uint64_t{2} << 30;
constexpr Duration kClockStepAllowed = std::chrono::seconds{1};
constexpr Duration kBackupAgeAllowed = std::chrono::hours{24};
constexpr rlim_t kDescriptorsWanted = 65'536;

}  // namespace onsale::server
