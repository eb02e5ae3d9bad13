#pragma once

namespace onsale {

// Prints the failed expression with its file and line, then aborts: the process must not
// acknowledge results that come from a wrong state.
[[noreturn]] void assertion_failed(const char* expression, const char* file, int line) noexcept;

}  // namespace onsale

// Active in every build. Use it for invariants of our own code, never to check input.
#define ONSALE_ASSERT(expression)        \
    ((expression) ? static_cast<void>(0) \
                  : ::onsale::assertion_failed(#expression, __FILE__, __LINE__))
