#include "program/operate/serve_brake.hpp"

#include <exception>

#include <boost/asio/co_spawn.hpp>

#include "adapter/http/operator/report/sale_numbers.hpp"
#include "runtime/log.hpp"

namespace onsale::program {
namespace {

using waiting_room::EventId;
using waiting_room::Lifecycle;
using waiting_room::LineView;

// A brake that was on when the process started continues from its value.
sale::Brake brake_found(const LineView& line, Instant now) {
    if (line.brake() == 0) return {};
    return {.limit = line.brake(),
            .reason = sale::AdviceReason::kPaymentsFailing,
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
    const Instant now = context_.clock.now();
    for (const auto& [id, line] : context_.view)
        if (line->lifecycle() == Lifecycle::kOpen || line->lifecycle() == Lifecycle::kPaused)
            look_at(id, *line, now);
}

void BrakeDriver::look_at(EventId id, const LineView& line, Instant now) {
    const bool on = context_.sale.settings(id).admission == sale::AdmissionMode::kBrake;
    if (!on && line.brake() == 0) {
        events_.erase(id);
        return;
    }
    Event& event = events_.try_emplace(id, Event{brake_found(line, now)}).first->second;
    event.brake = on ? sale::brake(event.brake, http::recent_payments(context_.figures.of(id), now),
                                   line.settings().rules.admit_per_second, now)
                     : sale::Brake{};
    const std::uint32_t wanted = event.brake.limit.value_or(0);
    if (wanted == line.brake() || event.asking) return;
    event.asking = true;
    boost::asio::co_spawn(context_.loop, set(id, wanted, line.brake()),
                          [this, id](const std::exception_ptr&) {
                              const auto found = events_.find(id);
                              if (found != events_.end()) found->second.asking = false;
                          });
}

// A failed change is retried at the next check.
boost::asio::awaitable<void> BrakeDriver::set(EventId id, std::uint32_t per_second,
                                              std::uint32_t before) {
    const auto outcome = co_await context_.sale_office->set_brake({id, per_second});
    const std::string& key = context_.view.find(id)->settings().key;
    if (!outcome) {
        runtime::log(runtime::LogLevel::kWarning, "the admission brake could not be set",
                     {{"event", key}, {"per_second", std::to_string(per_second)}});
        co_return;
    }
    runtime::log(runtime::LogLevel::kWarning, "admission brake",
                 {{"event", key},
                  {"before", std::to_string(before)},
                  {"per_second", std::to_string(per_second)}});
}

}  // namespace onsale::program
