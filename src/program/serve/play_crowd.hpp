#pragma once

#include <cstdint>
#include <string>

namespace onsale::program {

struct CrowdOptions {
    std::string url;
    std::string event;
    std::uint32_t guests = 0;
};

// `onsale crowd`: plays at a site until the process ends. Throws when it may not play.
int play_crowd(const CrowdOptions& options);

}  // namespace onsale::program
