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
#include "adapter/redis/store/payment_sight.hpp"

namespace onsale::redis {

struct ScheduleConfig {
    std::string owner;  // Unique id of this process.
    // Minimum time between two steps.
    std::chrono::milliseconds step{100};
    // Interval at which a process without the lease checks whether it is free, with one small
    // command.
    std::chrono::milliseconds standby{200};
    // Maximum time between two sweeps, whatever the scripts return: line_allow extends lists
    // without an entry in the stream.
    std::chrono::milliseconds sweep_every{1000};
    // Maximum time between sweeps of an empty line. Must be shorter than GAP_MS of prelude.lua: a
    // line without script calls looks like downtime.
    std::chrono::milliseconds quiet_sweep{2000};
    // Longest time a full presence sweep may take, even in a line of many pages.
    std::chrono::milliseconds pass{10000};
    std::chrono::milliseconds lease{4000};
    std::chrono::milliseconds timeout{1000};
    std::chrono::milliseconds idle_check{5000};
    std::uint32_t admit_max = 1000;
    std::uint32_t due_max = 1000;      // Maximum number of deadlines per sweep.
    std::uint32_t sweep_page = 16384;  // Numbers per sweep: a few ms of Redis's time.
};

// REQUIRES: outlives its schedules until they are closed.
struct ScheduleContext {
    boost::asio::io_context& loop;
    ScriptCaller& caller;
    ScheduleConfig config;
    // Null: does not report the state of the payment process to lines.
    const PaymentSight* payment = nullptr;
    // Apart from those of the client, because the connections of schedulers are not in /metrics.
    runtime::Counters counters{};
};

// Admits the next guests of one event and expires deadlines while it holds the lease. Without the
// lease it only checks whether the lease is free. The scripts return when there may be more to do.
// Until then it waits for entries in the event's stream, so that a free slot is given away at once
// and a full line costs almost nothing. The limit does not depend on the lease, but on the ledger
// that each step counts: two schedulers at the same time would only do the work twice.
class EventSchedule : public std::enable_shared_from_this<EventSchedule> {
  public:
    EventSchedule(ScheduleContext& context, waiting_room::EventId event)
        : context_(context),
          event_(event),
          timer_(context.loop),
          reader_(std::make_unique<BlockingReader>(context.caller.client())) {}

    void start();
    // Releases the lease.
    void close();

    bool has_lease() const { return fence_.has_value(); }
    // True if nobody is in line and nobody can join: the schedule has ended by itself.
    bool is_over() const { return over_; }

  private:
    boost::asio::awaitable<void> run();
    boost::asio::awaitable<void> step();
    boost::asio::awaitable<void> tell_payment();
    boost::asio::awaitable<void> look_for_the_end();
    boost::asio::awaitable<bool> take_lease();
    boost::asio::awaitable<void> keep_lease();
    boost::asio::awaitable<void> admit();
    boost::asio::awaitable<void> sweep();
    boost::asio::awaitable<bool> is_idle();
    boost::asio::awaitable<bool> may_be_free();
    boost::asio::awaitable<void> rest(Deadline began);
    boost::asio::awaitable<void> rest_until(Deadline time);
    // Ends when the stream has an entry after `read_`, or when the next sweep, admission or renewal
    // is due.
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
    std::string read_ = "0-0";  // The last stream entry that an admission has considered.
    PaymentTold payment_told_;
    Deadline renew_at_{};
    Deadline idle_check_at_{};
    Deadline sweep_at_{};
    Deadline admit_at_{};
    bool over_ = false;
    bool closed_ = false;
};

}  // namespace onsale::redis
