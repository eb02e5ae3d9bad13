#pragma once

#include <cstdint>

#include "program/config/config.hpp"

namespace onsale::http {
class WebFiles;
}  // namespace onsale::http

namespace onsale::program {

struct ServeOptions {
    bool demo = false;                    // Make the demo event when it is not there.
    std::uint32_t crowd = 0;              // Simulated guests in it.
    const http::WebFiles* web = nullptr;  // The pages; null: there are none.
};

// Serves until a signal says stop; the exit code of the process. Throws when it cannot start, with
// a message that names the key and the fix.
int serve(const Config& config, const ServeOptions& options);

}  // namespace onsale::program
