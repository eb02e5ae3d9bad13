#pragma once

#include <stdexcept>
#include <string>

namespace onsale::differential {

// The script and the C++ domain disagree.
class Mismatch : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

inline void require_equal(const std::string& what, const std::string& expected,
                          const std::string& found) {
    if (expected != found) throw Mismatch{what + "\n  C++:   " + expected + "\n  Redis: " + found};
}

}  // namespace onsale::differential
