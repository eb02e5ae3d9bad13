#pragma once

namespace onsale {

// One function object made of several, for std::visit: the argument's type selects the case.
template <class... Cases>
struct Overloaded : Cases... {
    using Cases::operator()...;
};

}  // namespace onsale
