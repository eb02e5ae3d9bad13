#pragma once

#include <cstdint>
#include <span>

namespace onsale::token {

// Fills `out` from the system's cryptographic generator. Never returns predictable bytes: without
// entropy the process stops.
void random_bytes(std::span<std::uint8_t> out);

}  // namespace onsale::token
