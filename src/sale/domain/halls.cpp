#include "sale/domain/halls.hpp"

#include <algorithm>

#include "base/assert.hpp"
#include "seat/domain/plan_bytes.hpp"

namespace onsale::sale {

void Halls::add(OpenHall hall) {
    const HallId id = next_id();
    const bool fresh = by_key_.try_emplace({hall.event, hall.performance}, id).second;
    ONSALE_ASSERT(fresh);
    by_event_[hall.event].push_back(id);
    halls_.emplace(id, std::move(hall));
}

const std::vector<HallId>& Halls::of(waiting_room::EventId event) const {
    static const std::vector<HallId> kNone;
    const auto found = by_event_.find(event);
    return found == by_event_.end() ? kNone : found->second;
}

bool Halls::sold_out(waiting_room::EventId event) const {
    const std::vector<HallId>& halls = of(event);
    return !halls.empty() && std::ranges::all_of(halls, [&](HallId hall) {
        return halls_.at(hall).seats.map().counts().sold_out();
    });
}

void Halls::evolve(const fact::HallOpened& fact, Instant) {
    auto seating = fact.seating ? fact.seating : std::make_shared<const seat::Seating>(*fact.plan);
    add({fact.event, fact.performance, fact.plan, seat::Hall{std::move(seating), fact.rules}});
}

void Halls::evolve(const fact::HallChanged& fact, Instant line_now) {
    const auto found = halls_.find(fact.hall);
    ONSALE_ASSERT(found != halls_.end());
    found->second.seats.evolve(fact.change, line_now);
}

void Halls::clear_seats() {
    for (auto& [id, hall] : halls_)
        hall.seats.clear();
}

const OpenHall* Halls::find(HallId hall) const {
    const auto found = halls_.find(hall);
    return found == halls_.end() ? nullptr : &found->second;
}

std::optional<HallId> Halls::find(waiting_room::EventId event, std::string_view performance) const {
    const auto found = by_key_.find(std::pair{event, std::string{performance}});
    if (found == by_key_.end()) return std::nullopt;
    return found->second;
}

void Halls::save(ByteWriter& out, const YieldCallback& yield) const {
    out.varint(halls_.size());
    for (const auto& [id, hall] : halls_) {
        out.varint(hall.event.value);
        out.text(hall.performance);
        seat::save(out, *hall.plan);
        hall.seats.save(out);
        yield();
    }
}

Halls Halls::load(ByteReader& in, const YieldCallback& yield) {
    Halls halls;
    for (std::uint64_t left = in.varint(); left > 0 && in.ok(); --left) {
        const waiting_room::EventId event{static_cast<std::uint32_t>(in.varint())};
        std::string performance = in.text();
        auto plan = std::make_shared<const seat::HallPlan>(seat::load_plan(in));
        if (!in.ok()) break;
        auto seating = std::make_shared<const seat::Seating>(*plan);
        halls.add({event, std::move(performance), plan, seat::Hall{std::move(seating), in}});
        yield();
    }
    return halls;
}

}  // namespace onsale::sale
