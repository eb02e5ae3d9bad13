#include "runtime/system_time.hpp"

namespace onsale::runtime {

Instant SystemTime::wall() const {
    return std::chrono::floor<Duration>(std::chrono::system_clock::now()) + wall_shift_;
}

Duration SystemTime::steady() const {
    return std::chrono::floor<Duration>(std::chrono::steady_clock::now().time_since_epoch());
}

}  // namespace onsale::runtime
