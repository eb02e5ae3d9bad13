#include "runtime/system_time.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>

namespace onsale::runtime {

Instant SystemTime::wall() const {
    return std::chrono::floor<Duration>(std::chrono::system_clock::now()) + wall_shift_;
}

Duration SystemTime::steady() const {
    return std::chrono::floor<Duration>(std::chrono::steady_clock::now().time_since_epoch());
}

void let_pass(Duration duration) {
    boost::asio::io_context context{1};
    boost::asio::steady_timer timer{context, duration};
    timer.wait();
}

}  // namespace onsale::runtime
