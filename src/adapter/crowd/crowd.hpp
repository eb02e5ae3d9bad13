#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <boost/asio/awaitable.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>

#include "adapter/crowd/site_client.hpp"
#include "crowd/domain/guest.hpp"

namespace onsale::crowd {

// Simulated guests of one demo event. They use only the public API. They play only at events that
// declare themselves a demo. This is checked before the first guest joins, once a minute, and after
// every lost connection before any other call.
// Thread safety: the loop's thread; construct before it runs.
class Crowd {
  public:
    struct Config {
        SiteAddress site;
        std::string event;
        std::uint32_t guests = 0;
        std::uint64_t seed = 0;
    };

    Crowd(boost::asio::io_context& loop, Config config, const TimeSource& time);

    // Plays until the loop is stopped. Returns only when the crowd may not play, with the reason.
    boost::asio::awaitable<std::string> play();

  private:
    // A guest and the time of its next call; the earliest first.
    struct Turn {
        Duration due;
        std::size_t guest;
        friend auto operator<=>(const Turn&, const Turn&) = default;
    };

    boost::asio::awaitable<void> pass(Duration duration);
    boost::asio::awaitable<std::optional<std::string>> inspect_site();
    void let_some_act();
    void start(std::size_t guest);
    boost::asio::awaitable<void> act(Guest& guest);

    boost::asio::io_context& loop_;
    const Config config_;
    const TimeSource& time_;
    boost::asio::steady_timer timer_;
    Dice dice_;
    Programme programme_;
    std::vector<Guest> guests_;
    std::vector<Turn> agenda_;  // A min-heap by the time of the next call.
    SiteClient site_;
    std::size_t calls_ = 0;  // Number of guests' calls in flight.
    Duration inspected_at_{};
    Duration nothing_since_{};
    bool may_play_ = false;
    bool is_real_ = false;  // A guest was offered a payment method other than Demo Pay.
};

}  // namespace onsale::crowd
