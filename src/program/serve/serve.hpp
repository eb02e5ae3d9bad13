#pragma once

#include <cstdint>

#include "program/config/config.hpp"

namespace onsale::http {
class WebFiles;
}  // namespace onsale::http

namespace onsale::program {

struct ServeOptions {
    bool demo = false;                    // Creates the demo event if it does not exist.
    std::uint32_t crowd = 0;              // Number of simulated guests in it.
    const http::WebFiles* web = nullptr;  // Null: there are no pages.
};

// Serves until a stop signal and returns the exit code. Throws when it cannot start, with a message
// that names the key and the fix.
int serve(const Config& config, const ServeOptions& options);

}  // namespace onsale::program
