#pragma once

#include <map>
#include <memory>
#include <vector>

#include "adapter/redis/schedule/event_schedule.hpp"

namespace onsale::redis {

// The scheduler of one process: a schedule for each event of queue:active-events, as reported by an
// EventDirectory.
// Thread safety: none; used only on its client's loop.
class LineScheduler {
  public:
    LineScheduler(boost::asio::io_context& loop, ScriptCaller& caller, ScheduleConfig config,
                  const PaymentSight* payment = nullptr)
        : context_{loop, caller, std::move(config), payment} {}
    ~LineScheduler();
    LineScheduler(const LineScheduler&) = delete;
    LineScheduler& operator=(const LineScheduler&) = delete;

    // Sets the current events. A schedule whose event is missing or over is closed.
    void follow(const std::vector<waiting_room::EventId>& events);

    // Number of events whose lease this process holds.
    std::size_t leases() const;
    const runtime::Counters& counters() const { return context_.counters; }

  private:
    ScheduleContext context_;
    std::map<waiting_room::EventId, std::shared_ptr<EventSchedule>> schedules_;
};

}  // namespace onsale::redis
