#include "adapter/redis/relay/hall_relay.hpp"

#include <algorithm>
#include <iterator>
#include <string>
#include <utility>
#include <variant>

#include "adapter/redis/script/hall_args.hpp"
#include "base/assert.hpp"
#include "base/bytes.hpp"
#include "base/overloaded.hpp"
#include "sale/domain/fact_bytes.hpp"

namespace onsale::redis {

using waiting_room::EventId;

namespace {

// Maximum number of versions per change: twice the number of halls that one change can open or set,
// because repairs need versions too.
constexpr std::uint64_t kVersionsPerChange = 10'000;

sale::Halls copy_of(const sale::Halls& halls) {
    std::string bytes;
    ByteWriter out{bytes};
    halls.save(out);
    ByteReader in{bytes};
    return sale::Halls::load(in);
}

std::string bytes_of(const sale::Fact& fact) {
    std::string bytes;
    ByteWriter out{bytes};
    sale::save(out, fact);
    return bytes;
}

seat::Seats all_seats(const seat::Hall& hall) {
    seat::Seats seats;
    for (std::uint32_t i = 0; i < hall.seating().size(); ++i)
        seats.push_back({i});
    return seats;
}

}  // namespace

HallRelay::HallRelay(LineRelay& lines, const sale::State& state)
    : lines_(lines), halls_(copy_of(state.halls())) {
    for (const auto& [event, line] : state.room()) {
        keep(sale::fact::SettingsSet{event, state.settings(event)});
        keep(sale::fact::LeversSet{event, state.levers(event)});
        const auto terms = state.orders().shared_terms(event);
        if (terms) keep(payment::fact::TermsSet{event, terms});
    }
    lines_.tell_also([this](EventId event) { return all_of(event); });
}

void HallRelay::apply(const sale::Facts& facts, Instant now) {
    for (const sale::Fact& fact : facts)
        std::visit(Overloaded{
                       [&](const sale::fact::HallOpened& one) { on(one, now); },
                       [&](const sale::fact::HallChanged& one) { on(one, now); },
                       [&](const payment::Fact& one) { on(one); },
                       [&](const sale::fact::SettingsSet& one) { on(one); },
                       [&](const sale::fact::LeversSet& one) { on(one); },
                       [](const waiting_room::Fact&) {},
                       [](const sale::fact::BookingMade&) {},
                   },
                   fact);
}

void HallRelay::on(const sale::fact::HallOpened& fact, Instant now) {
    const sale::HallId id = halls_.next_id();
    halls_.evolve(fact, now);
    const sale::OpenHall& hall = *halls_.find(id);
    add(hall, {hall_set_call(next_version(), id, hall)});
}

void HallRelay::on(const sale::fact::HallChanged& fact, Instant now) {
    const sale::OpenHall* const hall = halls_.find(fact.hall);
    ONSALE_ASSERT(hall != nullptr);
    const Instant line_now = lines_.room().find(hall->event)->clock().at(now);
    const HallBefore before{hall->seats, fact.change};
    halls_.evolve(fact, line_now);
    add(*hall, calls_for(relayed(*hall, line_now), before, fact.change));
    if (std::holds_alternative<seat::fact::RulesSet>(fact.change))
        add(*hall, {hall_set_call(next_version(), fact.hall, *hall)});
}

void HallRelay::on(const payment::Fact& fact) {
    const auto* const set = std::get_if<payment::fact::TermsSet>(&fact.body);
    if (set == nullptr) return;
    keep(*set);
    const EventId event{set->event.value};
    lines_.add(event, {"sale_set", {"terms", sells_[event].terms}});
}

void HallRelay::on(const sale::fact::SettingsSet& fact) {
    keep(fact);
    lines_.add(fact.event, {"sale_set", {"settings", sells_[fact.event].settings}});
}

void HallRelay::on(const sale::fact::LeversSet& fact) {
    keep(fact);
    lines_.add(fact.event, {"sale_set", {"levers", sells_[fact.event].levers}});
}

void HallRelay::keep(const sale::fact::SettingsSet& fact) {
    sells_[fact.event].settings = bytes_of(fact);
    sells_[fact.event].keeps_admission = fact.settings->more_purchases;
}

void HallRelay::keep(const sale::fact::LeversSet& fact) {
    sells_[fact.event].levers = bytes_of(fact);
}

void HallRelay::keep(const payment::fact::TermsSet& fact) {
    sells_[fact.event].terms = bytes_of(payment::Fact{{}, {payment::ActorKind::kOperator}, fact});
}

RelayedHall HallRelay::relayed(const sale::OpenHall& hall, Instant line_now) const {
    const auto found = sells_.find(hall.event);
    return {hall, line_now, found != sells_.end() && found->second.keeps_admission};
}

// One change of the store may set a hall more than once.
std::uint64_t HallRelay::next_version() {
    if (std::exchange(versions_of_, lines_.change()) != lines_.change()) version_ = 0;
    return lines_.change() * kVersionsPerChange + ++version_;
}

void HallRelay::add(const sale::OpenHall& hall, std::vector<RelayCall> calls) {
    for (RelayCall& call : calls)
        lines_.add(hall.event, std::move(call));
}

std::vector<RelayCall> HallRelay::words_of(const sale::OpenHall& hall) const {
    std::vector<SeatUpdate> words;
    for (const seat::SeatIndex seat : all_seats(hall.seats))
        if (auto word = word_of(hall.seats, seat)) words.push_back(*std::move(word));
    return sync_calls(relayed(hall), words);
}

std::vector<RelayCall> HallRelay::all_of(EventId event) {
    Sells& sells = sells_[event];
    ++sells.told_anew;
    std::vector<RelayCall> calls;
    RelayCall set{"sale_set", {}};
    for (const auto& [kind, bytes] : {std::pair{"settings", &sells.settings},
                                      {"levers", &sells.levers},
                                      {"terms", &sells.terms}})
        if (!bytes->empty()) set.arguments.insert(set.arguments.end(), {kind, *bytes});
    if (!set.arguments.empty()) calls.push_back(std::move(set));
    for (const sale::HallId id : halls_.of(event)) {
        const sale::OpenHall& hall = *halls_.find(id);
        calls.push_back(hall_set_call(next_version(), id, hall));
        std::ranges::move(words_of(hall), std::back_inserter(calls));
    }
    return calls;
}

void HallRelay::tell(sale::HallId id, const seat::Seats& seats) {
    const sale::OpenHall& hall = *halls_.find(id);
    std::vector<SeatUpdate> words;
    for (const seat::SeatIndex seat : seats)
        if (auto word = word_of(hall.seats, seat)) words.push_back(*std::move(word));
    add(hall, sync_calls(relayed(hall), words));
}

void HallRelay::end(sale::HallId id, seat::SeatIndex seat, const GuestId& guest, seat::Fence turn) {
    const sale::OpenHall& hall = *halls_.find(id);
    const std::string about = guest == GuestId{} ? "" : guest_arg(guest);
    add(hall, sync_calls(relayed(hall), {{seat, turn, "ENDED", about, "+0"}}));
}

void HallRelay::undo_request(sale::HallId id, const GuestId& guest, const seat::Seats& seats,
                             Before before) {
    const sale::OpenHall& hall = *halls_.find(id);
    // A concurrent request of the same guest may have succeeded.
    const bool is_paying = !seats.empty() && hall.seats.owns(guest, seats.front()) &&
                           hall.seats.state(seats.front()) == seat::SeatState::kPaying;
    if (!is_paying) add(hall, {undo_call(hall, guest, seats, before)});
}

void HallRelay::tell_rules(sale::HallId id, std::uint64_t above) {
    const sale::OpenHall& hall = *halls_.find(id);
    add(hall, {hall_set_call(std::max(next_version(), above + 1), id, hall)});
}

void HallRelay::mend(sale::HallId id) {
    const sale::OpenHall& hall = *halls_.find(id);
    add(hall, {{"hall_mend", {}, false, hall.performance}});
}

std::uint64_t HallRelay::told_anew(EventId event) const {
    const auto found = sells_.find(event);
    return found == sells_.end() ? 0 : found->second.told_anew;
}

}  // namespace onsale::redis
