#include "adapter/redis/lease/seat_leases.hpp"

#include <algorithm>
#include <charconv>

#include "adapter/redis/lease/event_leases.hpp"
#include "adapter/redis/script/hall_keys.hpp"
#include "base/assert.hpp"

namespace onsale::redis {

using boost::asio::awaitable;
using waiting_room::EventId;

Lease& Lease::operator=(Lease&& other) noexcept {
    if (this == &other) return *this;
    release();
    owner_ = std::move(other.owner_);
    held_ = std::move(other.held_);
    return *this;
}

bool Lease::is_held() const {
    return held_ && !held_->lost && std::chrono::steady_clock::now() < held_->good_until;
}

std::uint64_t Lease::fence() const {
    ONSALE_ASSERT(held_ != nullptr);
    std::uint64_t value = 0;
    std::from_chars(held_->fence.data(), held_->fence.data() + held_->fence.size(), value);
    return value;
}

void Lease::release() {
    if (const auto held = std::exchange(held_, nullptr)) owner_->release(held);
}

SeatLeases::SeatLeases(const Client& client, LeaseConfig config)
    : caller_(client.caller()), config_(std::move(config)) {
    ONSALE_ASSERT(!config_.process.empty() && config_.process.find(' ') == std::string::npos);
}

SeatLeases::~SeatLeases() {
    for (const auto& [event, leases] : events_)
        leases->close();
}

EventLeases& SeatLeases::of(EventId event) {
    auto& leases = events_[event];
    if (!leases) leases = std::make_shared<EventLeases>(caller_, config_, event);
    return *leases;
}

awaitable<Result<Lease, LeaseError>> SeatLeases::acquire(EventId event, std::string performance,
                                                         seat::SeatIndex seat, Deadline deadline) {
    return of(event).acquire(lease_keys(event, performance, seat.value), deadline);
}

awaitable<Result<std::vector<Lease>, LeaseError>> SeatLeases::acquire_all(
    EventId event, std::string performance, std::vector<seat::SeatIndex> seats, Deadline deadline) {
    const auto leases = of(event).shared_from_this();
    std::ranges::sort(seats);
    seats.erase(std::ranges::unique(seats).begin(), seats.end());
    std::vector<Lease> all;
    for (const seat::SeatIndex seat : seats) {
        auto one = co_await leases->acquire(lease_keys(event, performance, seat.value), deadline);
        if (!one) co_return fail(one.error());
        all.push_back(*std::move(one));
    }
    co_return all;
}

}  // namespace onsale::redis
