#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>

#include <boost/asio/awaitable.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>

#include "adapter/redis/lease/seat_leases.hpp"
#include "adapter/redis/relay/hall_drift.hpp"
#include "adapter/redis/relay/hall_relay.hpp"
#include "sale/domain/view/sale_view.hpp"

namespace onsale::redis {

struct HallWatchConfig {
    std::chrono::milliseconds step{1000};      // Interval between checks for due work.
    std::chrono::milliseconds every{300'000};  // Interval of the full comparison of each hall.
    // Interval of checks of the seats that differ in our own view.
    std::chrono::milliseconds glance_every{10'000};
    // Longest time that a guest may pay in Redis without an order in the store.
    std::chrono::milliseconds alone_max{60'000};
    std::chrono::milliseconds timeout{1000};
    std::chrono::milliseconds lease_wait{100};
};

// Compares the halls in Redis with those of the sale store, in the store's process, and sends the
// store's state where they differ. After any failure, a sale recorded in the store wins.
// Thread safety: none; used only on its client's loop.
class HallWatch : public std::enable_shared_from_this<HallWatch> {
  public:
    using Found = std::function<void(const HallDrift&)>;

    struct Deps {
        boost::asio::io_context& loop;
        ScriptCaller& caller;
        HallRelay& relay;
        const sale::SaleView& view;    // Fed from Redis.
        SeatLeases* leases = nullptr;  // Null: no other process works on seats.
    };
    HallWatch(Deps deps, HallWatchConfig config, Found found);

    void start();
    // REQUIRES: called before the relay is destroyed.
    void close();

  private:
    using Clock = std::chrono::steady_clock;
    using SeatKey = std::pair<sale::HallId, seat::SeatIndex>;
    // A guest who pays for a seat without an order in the store, and when this was first seen.
    struct Alone {
        GuestId guest;
        Clock::time_point since;
    };
    // A difference on one seat, and what Redis had there.
    struct SeatDrift {
        HallDrift drift;
        SeatInRedis found;
    };
    struct Recount;
    enum class Page : std::uint8_t { kRead, kLast, kFailed };

    boost::asio::awaitable<void> run();
    boost::asio::awaitable<void> look_after(waiting_room::EventId event);
    // Makes all halls due if the server has changed or the event was sent again: the seats may
    // differ then.
    boost::asio::awaitable<void> look_for_other_server(waiting_room::EventId event);
    boost::asio::awaitable<void> glance(sale::HallId hall);
    // Returns true if the whole hall was compared.
    boost::asio::awaitable<bool> look_at_all(sale::HallId hall);
    boost::asio::awaitable<bool> look_at_rules(sale::HallId hall);
    boost::asio::awaitable<Page> look_at_page(sale::HallId hall, std::uint32_t first,
                                              Recount* recount);
    boost::asio::awaitable<std::optional<Reply>> read(sale::HallId hall, std::uint32_t first,
                                                      std::string how);
    boost::asio::awaitable<void> compare(sale::HallId hall, std::uint32_t first,
                                         const HallPage& page);
    // True if the guest has been paying without an order for too long.
    bool is_too_long(SeatKey key, const GuestId& guest);
    // Repairs under the seat's lease. If another process works on the seat, the next look finds
    // what is left to repair.
    boost::asio::awaitable<void> repair_undisturbed(SeatDrift one);
    // False if the store has decided something about the seat since. Calls may be pending: they are
    // sent before the repair, and most are repairs of the same look.
    bool is_still(const SeatDrift& one) const;
    // The turn of the store that Redis knows last for the seat. None if it does not answer.
    boost::asio::awaitable<std::optional<seat::Fence>> last_turn(const HallDrift& drift);
    void repair(const HallDrift& drift);
    // `turn`: result of last_turn().
    void stop_paying(const HallDrift& drift, seat::Fence turn);
    void report(const HallDrift& drift);
    std::set<std::uint32_t> suspicious_pages(sale::HallId hall) const;

    Deps deps_;
    HallWatchConfig config_;
    Found found_;
    std::map<sale::HallId, Clock::time_point> due_;  // When each hall is compared again.
    std::map<SeatKey, Alone> alone_;
    struct Server {
        std::string run;
        std::uint64_t told_anew = 0;

        friend bool operator==(const Server&, const Server&) = default;
    };
    std::map<waiting_room::EventId, Server> servers_;
    Clock::time_point glance_at_{};
    boost::asio::steady_timer timer_;
    bool closed_ = false;
};

}  // namespace onsale::redis
