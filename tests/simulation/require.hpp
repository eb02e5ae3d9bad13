#pragma once

#include <stdexcept>
#include <string>

namespace onsale::sim {

// A rule of the design is violated.
class CheckFailed : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

inline void require(bool holds, const std::string& what) {
    if (!holds) throw CheckFailed{what};
}

// Like the above, but the message is built only if the rule is violated.
template <class Words>
    requires requires(const Words& words) { std::string{words()}; }
void require(bool holds, const Words& words) {
    if (!holds) throw CheckFailed{words()};
}

}  // namespace onsale::sim
