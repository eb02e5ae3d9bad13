#include "adapter/redis/schedule/line_scheduler.hpp"

#include <algorithm>
#include <set>

namespace onsale::redis {

using waiting_room::EventId;

LineScheduler::~LineScheduler() {
    for (const auto& [event, schedule] : schedules_)
        schedule->close();
}

void LineScheduler::follow(const std::vector<EventId>& events) {
    const std::set<EventId> now(events.begin(), events.end());
    std::erase_if(schedules_, [&](const auto& one) {
        const bool gone = one.second->is_over() || !now.contains(one.first);
        if (gone) one.second->close();
        return gone;
    });
    for (const EventId event : now) {
        auto& schedule = schedules_[event];
        if (schedule) continue;
        schedule = std::make_shared<EventSchedule>(context_, event);
        schedule->start();
    }
}

std::size_t LineScheduler::leases() const {
    return static_cast<std::size_t>(
        std::ranges::count_if(schedules_, [](const auto& one) { return one.second->has_lease(); }));
}

}  // namespace onsale::redis
