#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include <boost/asio/awaitable.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>

#include "adapter/redis/call/script_caller.hpp"
#include "adapter/redis/client/blocking_reader.hpp"

namespace onsale::redis {

struct ScheduleConfig {
    std::string owner;  // This process, unlike any other.
    // At least so long from one step to the next.
    std::chrono::milliseconds step{100};
    // Of whoever waits for the lease: one small command each.
    std::chrono::milliseconds standby{200};
    // At most so long between two sweeps, whatever they say: lists grow without a fact.
    std::chrono::milliseconds sweep_every{1000};
    // The same while nobody is in line. Scripts that stop running look like a server that was gone.
    std::chrono::milliseconds quiet_sweep{2000};
    // Who is silent is found in so long, also in a line of many pages.
    std::chrono::milliseconds pass{10000};
    std::chrono::milliseconds lease{4000};
    std::chrono::milliseconds timeout{1000};
    std::chrono::milliseconds idle_check{5000};
    std::uint32_t admit_max = 1000;
    std::uint32_t due_max = 1000;      // Deadlines of one step.
    std::uint32_t sweep_page = 16384;  // Numbers looked at by one sweep: some ms of Redis' time.
};

// Of all events of a scheduler, since its start.
struct ScheduleFigures {
    std::uint64_t steps = 0;
    std::uint64_t admitted = 0;
    std::uint64_t leases_taken = 0;
    std::uint64_t leases_lost = 0;  // Found to be another's, or nobody's.
    std::uint64_t stale = 0;        // Steps that were refused: another scheduler is at work.
    std::uint64_t failures = 0;     // Calls without an answer.
};

// REQUIRES: lives until its schedules are closed.
struct ScheduleContext {
    boost::asio::io_context& loop;
    LineCaller& caller;
    ScheduleConfig config;
    ScheduleFigures figures{};
};

// Lets in the next guests of one event and ends what time has ended, while it holds the lease; who
// does not hold it only looks whether it is free. The scripts answer when there may be more to do;
// until then it waits for news in the event's stream, so that a slot that becomes free is given
// away at once and a full line costs next to nothing. The limit does not rest on the lease, but on
// the ledger that each step counts: two schedulers at once would only do the work twice.
class EventSchedule : public std::enable_shared_from_this<EventSchedule> {
  public:
    EventSchedule(ScheduleContext& context, waiting_room::EventId event)
        : context_(context),
          event_(event),
          timer_(context.loop),
          reader_(std::make_unique<BlockingReader>(context.caller.client())) {}

    void start();
    // Gives the lease back.
    void close();

    bool has_lease() const { return fence_.has_value(); }
    // Nobody is in line and nobody can come: it has ended by itself.
    bool is_over() const { return over_; }

  private:
    boost::asio::awaitable<void> run();
    boost::asio::awaitable<void> step();
    boost::asio::awaitable<void> look_for_the_end();
    boost::asio::awaitable<bool> take_lease();
    boost::asio::awaitable<void> keep_lease();
    boost::asio::awaitable<void> admit();
    boost::asio::awaitable<void> sweep();
    boost::asio::awaitable<bool> is_idle();
    boost::asio::awaitable<bool> may_be_free();
    boost::asio::awaitable<void> rest(Deadline began);
    boost::asio::awaitable<void> rest_until(Deadline time);
    // Ends when the stream has something behind `read_`, or there is something to do anyway.
    boost::asio::awaitable<void> wait_for_news();
    std::chrono::milliseconds until_sweep(std::int64_t due_in, std::int64_t numbers) const;
    boost::asio::awaitable<std::optional<Reply>> ask(std::string_view script,
                                                     std::vector<std::string> arguments);
    void give_back();
    std::string fence() const { return std::to_string(*fence_); }

    ScheduleContext& context_;
    waiting_room::EventId event_;
    boost::asio::steady_timer timer_;
    std::unique_ptr<BlockingReader> reader_;
    std::optional<std::int64_t> fence_;
    std::string read_ = "0-0";  // The last entry of the stream that an admission has taken in.
    Deadline renew_at_{};
    Deadline idle_check_at_{};
    Deadline sweep_at_{};
    Deadline admit_at_{};
    bool over_ = false;
    bool closed_ = false;
};

}  // namespace onsale::redis
