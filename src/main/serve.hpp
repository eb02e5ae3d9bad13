#pragma once

#include "main/config.hpp"

namespace onsale {

struct ServeOptions {
    bool demo = false;  // Make the demo event when it is not there.
};

// Serves until a signal says stop; the exit code of the process. Throws when it cannot start, with
// a message that names the key and the fix.
int serve(const Config& config, const ServeOptions& options);

}  // namespace onsale
