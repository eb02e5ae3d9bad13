#pragma once

#include <deque>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <boost/asio/awaitable.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>

#include "adapter/redis/client/listener.hpp"
#include "adapter/redis/lease/seat_leases.hpp"

namespace onsale::redis {

// The leases on one event's seats that one SeatLeases holds or waits for. Renews all of them with
// one call and owns the subscription that wakes waiters.
// Thread safety: none; used only on its client's loop.
class EventLeases : public std::enable_shared_from_this<EventLeases> {
  public:
    using Outcome = Result<Lease, LeaseError>;

    EventLeases(Caller caller, const LeaseConfig& config, waiting_room::EventId event);

    // Suspends. `keys` are the keys of lease_take except the process key, which is added here.
    boost::asio::awaitable<Outcome> acquire(std::vector<std::string> keys, Deadline deadline);
    void release(const std::shared_ptr<HeldLease>& held);
    // Fails all waiters. Held leases stay valid until their owners release them.
    void close();

  private:
    // A caller that waits for its turn, for a release, or for a timeout.
    struct Waiter {
        explicit Waiter(boost::asio::io_context& loop) : timer(loop) {}
        void wake() {
            woken = true;
            timer.cancel();
        }
        boost::asio::steady_timer timer;
        bool woken = false;
    };
    struct Asking;
    class InLine;

    boost::asio::awaitable<Outcome> ask(Asking& asking);
    boost::asio::awaitable<void> wait(Waiter& waiter, Deadline until) const;
    boost::asio::awaitable<CallResult> call(Command command, Deadline deadline) const;
    Lease hold(const Asking& asking, std::string fence, Deadline asked_at);
    void lose(HeldLease& held);
    void listen(const std::string& name);
    void wake_first(std::string_view name);
    void leave(const std::string& name, const std::shared_ptr<Waiter>& waiter);
    void drop(const std::string& name, const std::string& task);

    void start_beating();
    boost::asio::awaitable<void> beat();
    boost::asio::awaitable<void> renew(std::vector<std::shared_ptr<HeldLease>> page);

    Caller caller_;
    LeaseConfig config_;
    std::string process_key_;
    Slot slot_;
    std::set<std::shared_ptr<HeldLease>> held_;
    std::map<std::string, std::deque<std::shared_ptr<Waiter>>, std::less<>> doors_;
    std::size_t waiting_ = 0;
    std::shared_ptr<Listener> listener_;  // Null until a caller has to wait.
    boost::asio::steady_timer next_beat_;
    std::uint64_t tasks_ = 0;
    bool beating_ = false;
    bool closed_ = false;
};

}  // namespace onsale::redis
