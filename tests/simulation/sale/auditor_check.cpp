// Compares the state of the engine and the views of its readers with the lists.
#include <algorithm>

#include "sale/domain/rule/test_sale_rules.hpp"
#include "tests/simulation/require.hpp"
#include "tests/simulation/sale/auditor.hpp"

namespace onsale::sim {

using sale::HallView;
using sale::SaleView;

void Auditor::check(const sale::State& state, Instant now, bool ticked) const {
    require(state.halls().size() == halls_.size(), "another number of halls");
    for (const auto& [id, book] : halls_) {
        const Instant line_now = line_time(events_.at(id), now);
        require(state.line_time(events_.at(id), now) == line_now, "another time of the line");
        book.check_same(state.halls().find(id)->seats, line_now);
        if (ticked) book.check_nothing_due(line_now);
    }
    orders_.check_same(state.orders());
    require(state.bookings().size() == numbers_.size(), "another number of bookings");
    const std::string problem = sale::check_all(state, now);
    require(problem.empty(), problem);
    check_sold_out(state);
    if (!ticked) return;
    for (const auto& [id, entry] : orders_.entries())
        require(
            !entry.open() || !entry.guests_turn() || entry.deadline > line_time(entry.event, now),
            "an order outlives its deadline");
    require(state.orders().in_order_of_due().empty() ||
                state.orders().in_order_of_due().begin()->first > now,
            "what is due about an order was not done");
}

void Auditor::check_sold_out(const sale::State& state) const {
    for (const auto& [event, line] : state.room()) {
        bool any = false;
        bool all = true;
        for (const auto& [id, book] : halls_) {
            if (events_.at(id) != event) continue;
            any = true;
            all = all && book.sold_out();
        }
        require(line->sold_out() == (any && all), "sold out or not?");
        require(room_.find(event)->sold_out() == (any && all), "guests are told another sold out");
    }
}

void Auditor::check_bought() const {
    for (const auto& [id, entry] : orders_.entries()) {
        const auto limit = highest_limit_.find(entry.event);
        if (limit == highest_limit_.end() || limit->second == 0 || !entry.booked) continue;
        require(orders_.bought(entry.guest, entry.event) <= limit->second,
                "a guest has bought more than was ever allowed");
    }
}

namespace {

void check_hall_view(const HallView& fed, const HallView& made) {
    require(std::ranges::equal(fed.map().states(), made.map().states()), "readers see other seats");
    require(fed.map().counts() == made.map().counts(), "readers see other counts");
    require(fed.map().version() == made.map().version(), "readers know another version");
    require(fed.rules() == made.rules(), "readers know other rules");
}

}  // namespace

void Auditor::check_views(const sale::State& state) const {
    const SaleView made{state};
    for (const auto& [event, line] : state.room()) {
        require(view_.settings(event) == made.settings(event), "readers know other settings");
        require(view_.levers(event) == made.levers(event), "readers know other levers");
        require(view_.counts(event) == made.counts(event), "readers see other counts");
        const payment::Terms* const terms = made.terms(event);
        require((terms == nullptr) == (view_.terms(event) == nullptr), "readers know no terms");
        require(terms == nullptr || *terms == *view_.terms(event), "readers know other terms");
    }
    for (const auto& [id, hall] : made) {
        require(view_.find(id) != nullptr, "readers miss a hall");
        check_hall_view(*view_.find(id), *hall);
        for (const auto& [place, number] : places_) {
            const std::string problem =
                sale::difference(view_.find(id)->hold(place.second), hall->hold(place.second));
            require(problem.empty(), [&] { return "a guest sees otherwise: " + problem; });
        }
    }
}

void Auditor::renew_views(const sale::State& state) {
    room_ = waiting_room::RoomView{state.room()};
    view_ = SaleView{state};
}

}  // namespace onsale::sim
