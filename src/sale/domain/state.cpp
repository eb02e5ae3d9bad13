#include "sale/domain/state.hpp"

#include "base/assert.hpp"

namespace onsale::sale {
namespace {

template <class... Cases>
struct Overloaded : Cases... {
    using Cases::operator()...;
};

}  // namespace

void State::evolve(const Fact& fact, Instant now) {
    std::visit(
        Overloaded{
            [&](const waiting_room::Fact& one) { room_.evolve(one, now); },
            [&](const fact::HallOpened& one) { halls_.evolve(one, line_time(one.event, now)); },
            [&](const fact::HallChanged& one) {
                const OpenHall* const hall = halls_.find(one.hall);
                ONSALE_ASSERT(hall != nullptr);
                halls_.evolve(one, line_time(hall->event, now));
            },
        },
        fact);
}

Instant State::line_time(waiting_room::EventId event, Instant now) const {
    const waiting_room::Line* const line = room_.find(event);
    ONSALE_ASSERT(line != nullptr);
    return line->clock().at(now);
}

void State::save(ByteWriter& out, const Breath& breath) const {
    room_.save(out, breath);
    halls_.save(out);
}

std::unique_ptr<State> State::load(ByteReader& in, const Breath& breath) {
    auto state = std::make_unique<State>();
    state->room_ = std::move(*waiting_room::WaitingRoom::load(in, breath));
    if (in.ok()) state->halls_ = Halls::load(in);
    return state;
}

}  // namespace onsale::sale
