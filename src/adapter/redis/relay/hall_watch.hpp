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
    std::chrono::milliseconds step{1000};            // Between two looks at what there is to do.
    std::chrono::milliseconds every{300'000};        // Each hall, seat by seat.
    std::chrono::milliseconds glance_every{10'000};  // Only what the own view shows differently.
    // So long somebody may be paying in Redis of whom the store knows nothing.
    std::chrono::milliseconds alone_max{60'000};
    std::chrono::milliseconds timeout{1000};
    std::chrono::milliseconds lease_wait{100};
};

// Since the start.
struct HallWatchFigures {
    std::uint64_t compared = 0;  // Seats.
    std::uint64_t drift = 0;     // Differences found.
    std::uint64_t repaired = 0;  // Differences that something was sent about.
    std::uint64_t failures = 0;  // Looks without an answer.
};

// Compares the halls in Redis with those of the sale store, in its process, and sends the store's
// word where they differ: after whatever failure, the row that is sold wins.
// Thread safety: none; on its client's loop.
class HallWatch : public std::enable_shared_from_this<HallWatch> {
  public:
    using Found = std::function<void(const HallDrift&)>;

    struct Parts {
        boost::asio::io_context& loop;
        LineCaller& caller;
        HallRelay& relay;
        const sale::SaleView& view;    // Fed by Redis.
        SeatLeases* leases = nullptr;  // Null: nobody else works on seats.
    };
    HallWatch(Parts parts, HallWatchConfig config, Found found);

    void start();
    // REQUIRES: before the relay goes.
    void close();

    const HallWatchFigures& figures() const { return figures_; }

  private:
    using Clock = std::chrono::steady_clock;
    using SeatKey = std::pair<sale::HallId, seat::SeatIndex>;
    // Who is paying for a seat of which the store knows nothing, and since when it was seen.
    struct Alone {
        GuestId guest;
        Clock::time_point since;
    };
    struct Recount;
    enum class Page : std::uint8_t { kRead, kLast, kFailed };

    boost::asio::awaitable<void> run();
    boost::asio::awaitable<void> look_after(waiting_room::EventId event);
    // Another server has other seats than the last one had; so may one that was told anew.
    boost::asio::awaitable<void> look_for_other_server(waiting_room::EventId event);
    boost::asio::awaitable<void> glance(sale::HallId hall);
    // True: it was compared as a whole.
    boost::asio::awaitable<bool> look_at_all(sale::HallId hall);
    boost::asio::awaitable<bool> look_at_rules(sale::HallId hall);
    boost::asio::awaitable<Page> look_at_page(sale::HallId hall, std::uint32_t first,
                                              Recount* recount);
    boost::asio::awaitable<std::optional<Reply>> read(sale::HallId hall, std::uint32_t first,
                                                      std::string how);
    boost::asio::awaitable<void> compare(sale::HallId hall, std::uint32_t first,
                                         const HallPage& page);
    // Whether somebody has been paying alone for too long.
    bool is_too_long(SeatKey key, const GuestId& guest);
    // Not while somebody works on the seat: the next look finds what is left of it.
    boost::asio::awaitable<void> repair_undisturbed(HallDrift drift);
    void repair(const HallDrift& drift);
    void report(const HallDrift& drift);
    std::set<std::uint32_t> suspicious_pages(sale::HallId hall) const;

    Parts parts_;
    HallWatchConfig config_;
    Found found_;
    HallWatchFigures figures_;
    std::map<sale::HallId, Clock::time_point> due_;  // When each is compared again.
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
