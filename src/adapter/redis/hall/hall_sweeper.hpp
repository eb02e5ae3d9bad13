#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <memory>

#include <boost/asio/awaitable.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>

#include "adapter/redis/hall/redis_holds.hpp"
#include "adapter/redis/store/payment_sight.hpp"

namespace onsale::redis {

struct SweepConfig {
    std::chrono::milliseconds every{250};
    std::chrono::milliseconds jitter{50};  // Spreads processes that started together.
    std::chrono::milliseconds timeout{500};
    int randoms = 32;  // Maximum number of holds that one call may end; 256 at most.
};

// Expires holds and frees returned seats. Every booking process does this for each hall in its
// view. Two processes may sweep the same hall at the same time without harm, so no lease is needed.
// Thread safety: none; used only on its client's loop.
class HallSweeper {
  public:
    struct Deps {
        boost::asio::io_context& loop;
        ScriptCaller& caller;
        const ViewFeed& feed;
        const sale::SaleView& view;
        Random random;
        // Null: does not report the state of the payment process to lines.
        const PaymentSight* payment = nullptr;
    };
    HallSweeper(Deps deps, SweepConfig config);
    ~HallSweeper() { close(); }
    HallSweeper(const HallSweeper&) = delete;
    HallSweeper& operator=(const HallSweeper&) = delete;

    void start();
    void close();

  private:
    class Round;

    std::shared_ptr<Round> round_;
};

}  // namespace onsale::redis
