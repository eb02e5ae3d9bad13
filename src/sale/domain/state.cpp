#include "sale/domain/state.hpp"

#include "base/assert.hpp"
#include "base/overloaded.hpp"

namespace onsale::sale {
namespace {

template <class Value>
const std::shared_ptr<const Value>& found_or_default(
    const std::map<waiting_room::EventId, std::shared_ptr<const Value>>& by_event,
    waiting_room::EventId event) {
    static const auto kDefault = std::make_shared<const Value>();
    const auto found = by_event.find(event);
    return found == by_event.end() ? kDefault : found->second;
}

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
            [&](const payment::Fact& one) { evolve_order(one, now); },
            [&](const fact::BookingMade& one) {
                const payment::Order* const order = orders_.find(one.order);
                ONSALE_ASSERT(order != nullptr);
                bookings_.evolve(one, *order);
            },
            [&](const fact::SettingsSet& one) { settings_[one.event] = one.settings; },
            [&](const fact::LeversSet& one) { levers_[one.event] = one.levers; },
        },
        fact);
}

void State::evolve_order(const payment::Fact& fact, Instant now) {
    orders_.evolve(fact, now);
    const auto* const done = std::get_if<payment::fact::RefundDone>(&fact.body);
    if (done == nullptr) return;
    const payment::Order& order = *orders_.find(fact.order);
    const std::size_t seats = order.refunds[done->refund.value].quote.seats.size();
    if (seats != 0) bookings_.give_back(order, seats);
}

const std::shared_ptr<const SaleSettings>& State::settings(waiting_room::EventId event) const {
    return found_or_default(settings_, event);
}

const std::shared_ptr<const SaleLevers>& State::levers(waiting_room::EventId event) const {
    return found_or_default(levers_, event);
}

Instant State::line_time(waiting_room::EventId event, Instant now) const {
    const waiting_room::Line* const line = room_.find(event);
    ONSALE_ASSERT(line != nullptr);
    return line->clock().at(now);
}

void State::save(ByteWriter& out, const YieldCallback& yield) const {
    room_.save(out, yield);
    halls_.save(out, yield);
    orders_.save(out, yield);
    bookings_.save(out);
    out.varint(settings_.size());
    for (const auto& [event, settings] : settings_) {
        out.varint(event.value);
        sale::save(out, *settings);
    }
    out.varint(levers_.size());
    for (const auto& [event, levers] : levers_) {
        out.varint(event.value);
        sale::save(out, *levers);
    }
}

std::unique_ptr<State> State::load(ByteReader& in, const YieldCallback& yield) {
    auto state = std::make_unique<State>();
    state->room_ = std::move(*waiting_room::WaitingRoom::load(in, yield));
    if (in.ok()) state->halls_ = Halls::load(in, yield);
    if (auto orders = payment::OrderBook::load(in, yield)) state->orders_ = std::move(*orders);
    if (in.ok()) state->bookings_ = Bookings::load(in, state->orders_);
    if (in.ok()) state->load_events(in);
    return state;
}

void State::load_events(ByteReader& in) {
    const auto event = [&in] {
        return waiting_room::EventId{static_cast<std::uint32_t>(in.varint())};
    };
    for (std::uint64_t left = in.varint(); left > 0 && in.ok(); --left) {
        auto& settings = settings_[event()];
        settings = std::make_shared<const SaleSettings>(load_sale_settings(in));
    }
    for (std::uint64_t left = in.varint(); left > 0 && in.ok(); --left) {
        auto& levers = levers_[event()];
        levers = std::make_shared<const SaleLevers>(load_sale_levers(in));
    }
}

}  // namespace onsale::sale
