#include "sale/domain/view/sale_view.hpp"

#include <algorithm>
#include <iterator>

#include "base/assert.hpp"
#include "base/overloaded.hpp"

namespace onsale::sale {
namespace {

template <class Value>
const Value& found_or_default(
    const std::map<waiting_room::EventId, std::shared_ptr<const Value>>& by_event,
    waiting_room::EventId event) {
    static const Value kDefault;
    const auto found = by_event.find(event);
    return found == by_event.end() ? kDefault : *found->second;
}

}  // namespace

HallView::HallView(const fact::HallOpened& opened)
    : event_(opened.event),
      performance_(opened.performance),
      plan_(opened.plan),
      rules_(opened.rules),
      map_(opened.seating ? opened.seating : std::make_shared<const seat::Seating>(*opened.plan)) {}

HallView::HallView(const OpenHall& hall)
    : event_(hall.event),
      performance_(hall.performance),
      plan_(hall.plan),
      rules_(hall.seats.rules()),
      map_(hall.seats.map()) {
    for (const auto& [guest, visit] : hall.seats.visits()) {
        if (visit.state == seat::Visit::State::kNoHold) continue;
        holds_[guest] = {visit.seats, visit.deadline, visit.state == seat::Visit::State::kPaying,
                         map_.version()};
    }
    for (std::uint32_t i = 0; i < seating().size(); ++i)
        if (const seat::Block* const block = hall.seats.block({i}))
            house_seats_[{block->reason, block->owner}].push_back({i});
}

HallView::HallView(waiting_room::EventId event, HallImage image)
    : event_(event),
      performance_(std::move(image.performance)),
      plan_(std::move(image.plan)),
      rules_(image.rules),
      map_(std::move(image.seating)),
      holds_(std::move(image.holds)),
      house_seats_(std::move(image.house_seats)) {
    ONSALE_ASSERT(image.states.size() == seating().size());
    for (std::uint32_t i = 0; i < seating().size(); ++i)
        map_.set({i}, image.states[i]);
    map_.restore_version(image.version);
    for (auto& [guest, hold] : holds_)
        hold.version = image.version;
}

void HallView::start_anew(HallImage image) {
    const std::uint32_t starts = starts_ + 1;
    *this = HallView{event_, std::move(image)};
    starts_ = starts;
}

const HoldView* HallView::hold(const GuestId& guest) const {
    const auto found = holds_.find(guest);
    return found == holds_.end() ? nullptr : &found->second;
}

void HallView::change_hold(const GuestId& guest, const seat::Seats& taken,
                           const seat::Seats& dropped) {
    HoldView& hold = holds_[guest];
    std::erase_if(hold.seats,
                  [&](seat::SeatIndex seat) { return std::ranges::binary_search(dropped, seat); });
    hold.seats.insert(hold.seats.end(), taken.begin(), taken.end());
    std::ranges::sort(hold.seats);
    // Each change of a hold changes seats, so the version of the map identifies it. This also holds
    // for versions that a guest got before a restart.
    hold.version = map_.version();
    if (hold.seats.empty()) holds_.erase(guest);
}

void HallView::block(const seat::fact::SeatsBlocked& blocked) {
    unblock(blocked.seats);  // Seats that are blocked again get a new reason.
    seat::Seats& seats = house_seats_[{blocked.reason, blocked.owner}];
    seats.insert(seats.end(), blocked.seats.begin(), blocked.seats.end());
    std::ranges::sort(seats);
}

void HallView::unblock(const seat::Seats& seats) {
    for (auto& [reason, kept] : house_seats_)
        std::erase_if(
            kept, [&](seat::SeatIndex seat) { return std::ranges::binary_search(seats, seat); });
    std::erase_if(house_seats_, [](const auto& one) { return one.second.empty(); });
}

void HallView::apply(const seat::HallFact& fact) {
    map_.apply(fact);
    std::visit(
        Overloaded{
            [&](const seat::fact::SeatsHeld& held) {
                change_hold(held.guest, held.taken, held.dropped);
                holds_.at(held.guest).deadline = held.deadline;
            },
            [&](const seat::fact::HoldEnded& ended) { change_hold(ended.guest, {}, ended.seats); },
            [&](const seat::fact::PayingStarted& paying) {
                change_hold(paying.guest, {}, {});
                holds_.at(paying.guest).paying = true;
            },
            [&](const seat::fact::PaymentDeclined& declined) {
                change_hold(declined.guest, {}, {});
                holds_.at(declined.guest).paying = false;
                holds_.at(declined.guest).deadline = declined.deadline;
            },
            [&](const seat::fact::SeatsSold& sold) { change_hold(sold.guest, {}, sold.seats); },
            [&](const seat::fact::SeatsBlocked& blocked) { block(blocked); },
            [&](const seat::fact::SeatsUnblocked& unblocked) { unblock(unblocked.seats); },
            [&](const seat::fact::RulesSet& set) { rules_ = set.rules; },
            [](const auto&) {},
        },
        fact);
}

SaleView::SaleView(const State& state) {
    for (const auto& [event, line] : state.room())
        add(state, event);
}

void SaleView::add(const State& state, waiting_room::EventId event) {
    for (const HallId id : state.halls().of(event))
        add(id, std::make_unique<HallView>(*state.halls().find(id)));
    settings_[event] = state.settings(event);
    levers_[event] = state.levers(event);
    if (auto terms = state.orders().shared_terms(event)) terms_[event] = std::move(terms);
}

void SaleView::add(HallId id, std::unique_ptr<HallView> hall) {
    by_key_[{hall->event(), hall->performance()}] = id;
    by_event_[hall->event()].push_back(id);
    halls_[id] = std::move(hall);
}

void SaleView::apply(const Fact& fact) {
    std::visit(Overloaded{
                   [&](const fact::HallOpened& opened) {
                       const HallId id{static_cast<std::uint32_t>(halls_.size() + 1)};
                       add(id, std::make_unique<HallView>(opened));
                   },
                   [&](const fact::HallChanged& changed) {
                       halls_.at(changed.hall)->apply(changed.change);
                   },
                   [&](const payment::Fact& changed) {
                       if (const auto* set = std::get_if<payment::fact::TermsSet>(&changed.body))
                           terms_[set->event] = set->terms;
                   },
                   [&](const fact::SettingsSet& set) { settings_[set.event] = set.settings; },
                   [&](const fact::LeversSet& set) { levers_[set.event] = set.levers; },
                   [](const waiting_room::Fact&) {},
                   [](const fact::BookingMade&) {},
               },
               fact);
}

void SaleView::start_anew(waiting_room::EventId event, SaleImage image) {
    for (HallImage& hall : image.halls) {
        const HallId id = hall.id;
        const auto known = halls_.find(id);
        if (known != halls_.end())
            known->second->start_anew(std::move(hall));
        else
            add(id, std::make_unique<HallView>(event, std::move(hall)));
    }
    if (image.settings) settings_[event] = std::move(image.settings);
    if (image.levers) levers_[event] = std::move(image.levers);
    if (image.terms) terms_[event] = std::move(image.terms);
}

const HallId* SaleView::id_of(waiting_room::EventId event, std::string_view performance) const {
    const auto found = by_key_.find(std::pair{event, std::string{performance}});
    return found == by_key_.end() ? nullptr : &found->second;
}

const HallView* SaleView::find(waiting_room::EventId event, std::string_view performance) const {
    const HallId* const id = id_of(event, performance);
    return id == nullptr ? nullptr : find(*id);
}

const HallView* SaleView::find(HallId hall) const {
    const auto found = halls_.find(hall);
    return found == halls_.end() ? nullptr : found->second.get();
}

const SaleSettings& SaleView::settings(waiting_room::EventId event) const {
    return found_or_default(settings_, event);
}

const SaleLevers& SaleView::levers(waiting_room::EventId event) const {
    return found_or_default(levers_, event);
}

const payment::Terms* SaleView::terms(waiting_room::EventId event) const {
    const auto found = terms_.find(event);
    return found == terms_.end() ? nullptr : found->second.get();
}

seat::StateCounts SaleView::counts(waiting_room::EventId event) const {
    seat::StateCounts sum;
    const auto found = by_event_.find(event);
    if (found == by_event_.end()) return sum;
    for (const HallId id : found->second)
        for (std::size_t i = 0; i < seat::kSeatStates; ++i) {
            const auto state = static_cast<seat::SeatState>(i);
            sum[state] += find(id)->map().counts()[state];
        }
    return sum;
}

}  // namespace onsale::sale
