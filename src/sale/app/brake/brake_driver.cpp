#include "sale/app/brake/brake_driver.hpp"

#include <exception>

#include <boost/asio/co_spawn.hpp>

#include "sale/app/brake/recent_payments.hpp"

namespace onsale::sale {
namespace {

using waiting_room::EventId;
using waiting_room::Lifecycle;
using waiting_room::LineView;

// A brake that was on when the process started continues from its value.
Brake brake_found(const LineView& line, Instant now) {
    if (line.brake() == 0) return {};
    return {.limit = line.brake(),
            .reason = AdviceReason::kPaymentsFailing,
            .moved_at = now,
            .rising = false};
}

}  // namespace

void BrakeDriver::wait() {
    timer_.expires_after(std::chrono::seconds{1});
    timer_.async_wait([this](const boost::system::error_code& error) {
        if (error) return;
        every_second();
        wait();
    });
}

void BrakeDriver::every_second() {
    const Instant now = deps_.clock.now();
    for (const auto& [id, line] : deps_.lines)
        if (line->lifecycle() == Lifecycle::kOpen || line->lifecycle() == Lifecycle::kPaused)
            look_at(id, *line, now);
}

void BrakeDriver::look_at(EventId id, const LineView& line, Instant now) {
    const bool on = deps_.sale.settings(id).admission == AdmissionMode::kBrake;
    if (!on && line.brake() == 0) {
        events_.erase(id);
        return;
    }
    Event& event = events_.try_emplace(id, Event{brake_found(line, now)}).first->second;
    event.brake = on ? brake(event.brake, recent_payments(deps_.figures.of(id), now),
                             line.settings().rules.admit_per_second, now)
                     : Brake{};
    const std::uint32_t wanted = event.brake.limit.value_or(0);
    if (wanted == line.brake() || event.asking) return;
    event.asking = true;
    boost::asio::co_spawn(deps_.loop, set(id, wanted, line.brake()),
                          [this, id](const std::exception_ptr&) {
                              const auto found = events_.find(id);
                              if (found != events_.end()) found->second.asking = false;
                          });
}

boost::asio::awaitable<void> BrakeDriver::set(EventId id, std::uint32_t per_second,
                                              std::uint32_t before) {
    const auto outcome = co_await deps_.office.call(command::SetBrake{id, per_second});
    deps_.report({.event = deps_.lines.find(id)->settings().key,
                  .before = before,
                  .per_second = per_second,
                  .done = outcome.has_value()});
}

}  // namespace onsale::sale
