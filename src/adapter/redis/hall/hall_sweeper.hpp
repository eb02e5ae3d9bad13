#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <memory>

#include <boost/asio/awaitable.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>

#include "adapter/redis/hall/redis_holds.hpp"

namespace onsale::redis {

struct SweepConfig {
    std::chrono::milliseconds every{250};
    std::chrono::milliseconds jitter{50};  // Processes that started together do not stay together.
    std::chrono::milliseconds timeout{500};
    int randoms = 32;  // Holds that one call may end; 256 at most.
};

struct SweepFigures {
    std::uint64_t sweeps = 0;
    std::uint64_t ended = 0;  // Holds that ended and seats that were freed.
    std::uint64_t failures = 0;
};

// What time decides in halls. Every booking process calls it for each hall that its view knows; two
// of them at once do no harm, so that nobody needs a lease.
// Thread safety: none; on its client's loop.
class HallSweeper {
  public:
    struct Parts {
        boost::asio::io_context& loop;
        LineCaller& caller;
        const ViewFeed& feed;
        const sale::SaleView& view;
        Random random;
    };
    HallSweeper(Parts parts, SweepConfig config);
    ~HallSweeper() { close(); }
    HallSweeper(const HallSweeper&) = delete;
    HallSweeper& operator=(const HallSweeper&) = delete;

    void start();
    void close();
    const SweepFigures& figures() const;

  private:
    class Round;

    std::shared_ptr<Round> round_;
};

}  // namespace onsale::redis
