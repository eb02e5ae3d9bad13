#include "base/assert.hpp"

#include <cstdio>
#include <cstdlib>

namespace onsale {

void assertion_failed(const char* expression, const char* file, int line) noexcept {
    std::fprintf(stderr, "onsale: broken invariant: %s (%s:%d)\n", expression, file, line);
    std::abort();
}

}  // namespace onsale
