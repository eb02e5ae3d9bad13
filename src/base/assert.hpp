#pragma once

namespace onsale {

// Prints the broken promise with its place and aborts: a wrong state must not be acknowledged.
[[noreturn]] void assertion_failed(const char* expression, const char* file, int line) noexcept;

}  // namespace onsale

// On in every build. For invariants of our own code, never for input.
#define ONSALE_ASSERT(expression)        \
    ((expression) ? static_cast<void>(0) \
                  : ::onsale::assertion_failed(#expression, __FILE__, __LINE__))
