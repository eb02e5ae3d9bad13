#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <boost/asio/awaitable.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>

#include "adapter/crowd/site_connection.hpp"
#include "crowd/domain/guest.hpp"

namespace onsale::crowd {

// Simulated guests of one demo event, who do what guests do, through the public API alone. They
// play at no event that does not say of itself that it is a demo: that is asked before the first of
// them joins, once a minute, and after every lost connection before anything else.
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
    ~Crowd();

    // Plays until the loop is stopped; ends with the reason only where the crowd may not play.
    boost::asio::awaitable<std::string> play();

  private:
    // A guest and when it is due, the soonest first.
    struct Turn {
        Duration due;
        std::size_t guest;
        friend auto operator<=>(const Turn&, const Turn&) = default;
    };

    boost::asio::awaitable<void> pass(Duration duration);
    boost::asio::awaitable<std::optional<std::string>> inspect_site();
    void let_some_act();
    void start(std::size_t guest);
    boost::asio::awaitable<void> act(Guest& guest, SiteConnection& connection);

    boost::asio::io_context& loop_;
    const Config config_;
    const TimeSource& time_;
    boost::asio::steady_timer timer_;
    Dice dice_;
    Programme programme_;
    std::vector<Guest> guests_;
    std::vector<Turn> agenda_;  // A heap.
    SiteConnection inspector_;
    std::vector<std::unique_ptr<SiteConnection>> connections_;
    std::vector<SiteConnection*> idle_;
    Duration inspected_at_{};
    Duration nothing_since_{};
    bool may_play_ = false;
    bool is_real_ = false;  // Somebody was led to a way to pay that is not Demo Pay.
};

}  // namespace onsale::crowd
