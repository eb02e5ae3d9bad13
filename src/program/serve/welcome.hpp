#pragma once

#include <cstdint>
#include <iosfwd>

#include "program/config/config.hpp"
#include "program/serve/serve.hpp"

namespace onsale::program {

// Prints which pages to open and what to try next. `port`: where guests connect.
void print_welcome(std::ostream& out, const Config& config, std::uint16_t port,
                   const ServeOptions& options);

}  // namespace onsale::program
