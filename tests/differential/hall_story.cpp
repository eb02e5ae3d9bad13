#include "tests/differential/hall_story.hpp"

#include <algorithm>
#include <memory>
#include <utility>

#include "adapter/redis/script/hall_args.hpp"
#include "seat/domain/delay.hpp"
#include "seat/domain/hall_rules.hpp"
#include "tests/differential/hall_state.hpp"
#include "tests/differential/mismatch.hpp"

namespace onsale::differential {

using sale::HallId;
using seat::SeatIndex;
using seat::SeatState;
using State = seat::Visit::State;
using std::chrono::milliseconds;
using std::chrono::minutes;
using std::chrono::seconds;

namespace {

constexpr std::size_t kLogged = 14;
constexpr std::size_t kPastMax = 12;
constexpr std::string_view kBlockTexts = "\3why\4whom";
constexpr Instant kStart = instant_from_ms(1'800'000'000'000);

std::vector<GuestId> crowd(test::Chance& chance) {
    std::vector<GuestId> guests(5 + chance.below(9));
    for (GuestId& guest : guests)
        for (std::uint8_t& byte : guest.bytes)
            byte = chance.byte();
    return guests;
}

waiting_room::EventSettings event_settings(test::Chance& chance) {
    waiting_room::EventSettings settings;
    settings.key = "tour";
    settings.performances = {{"fri", "Friday", kStart}, {"sun", "Sunday", kStart}};
    settings.rules.admission_ttl = seconds{30 + chance.below(300)};
    settings.rules.claim_within = chance.one_in(4) ? Duration{0} : seconds{10 + chance.below(60)};
    settings.rules.active_away_after = seconds{20 + chance.below(200)};
    settings.rules.extension = chance.one_in(8) ? Duration{0} : seconds{1 + chance.below(60)};
    settings.rules.extensions = static_cast<std::uint32_t>(1 + chance.below(3));
    return settings;
}

// Changes only the phase: its share of the seats and its limit.
sale::Fact edited(const waiting_room::EventSettings& settings, const waiting_room::Phase& phase) {
    auto with = std::make_shared<waiting_room::EventSettings>(settings);
    with->phases = {phase};
    return waiting_room::Fact{HallOracle::kEvent, waiting_room::fact::EventEdited{with}};
}

std::vector<seat::FencedSeat> fenced(const seat::Hall& hall, const seat::Seats& seats) {
    std::vector<seat::FencedSeat> result;
    for (const SeatIndex seat : seats)
        result.push_back({seat, hall.fence(seat)});
    return result;
}

}  // namespace

HallStory::HallStory(RedisLink& redis, std::uint64_t seed)
    : chance_(seed),
      redis_((redis.call({"FLUSHALL"}), redis)),
      guests_(crowd(chance_)),
      takes_all_(chance_.one_in(3)),
      pair_(redis, event_settings(chance_), kStart) {
    set_rules();
}

void HallStory::note(const std::string& what) {
    notes_.push_back(std::to_string(to_ms(pair_.now()) - to_ms(kStart)) + " " + what);
    if (notes_.size() > kLogged) notes_.pop_front();
}

std::string HallStory::last_operations() const {
    std::string text;
    for (const std::string& note : notes_)
        text += "  " + note + '\n';
    return text;
}

void HallStory::compare_state() {
    note("compare_state");
    compare_halls(redis_, pair_, guests_);
}

// Time until the next deadline, so that a step can happen at exactly that instant.
Duration HallStory::until_something() {
    std::vector<Instant> dues{pair_.line_now()};
    const auto add = [&](Instant due) {
        if (due > pair_.line_now() && !pair_.oracle().line().clock().frozen()) dues.push_back(due);
    };
    for (const HallId id : {HallPair::kFriday, HallPair::kSunday}) {
        const seat::Hall& hall = pair_.oracle().hall(id);
        for (const auto& [due, seat] : hall.returns().in_order())
            add(due);
        for (const GuestId& guest : guests_) {
            const seat::Visit* const visit = hall.visit(guest, pair_.line_now());
            if (visit == nullptr) continue;
            add(visit->deadline);
            for (const seat::GivenBack& one : visit->given_back)
                add(one.until);
        }
    }
    return dues[chance_.below(dues.size())] - pair_.line_now();
}

void HallStory::pass_time() {
    Duration passed{chance_.below(400)};
    if (chance_.one_in(12)) passed = seconds{chance_.below(40)};
    if (chance_.one_in(80)) passed = minutes{chance_.below(6)};
    if (chance_.one_in(8)) passed = until_something();
    std::uint64_t random = 0;
    for (int i = 0; i < 8; ++i)
        random = random << 8U | chance_.byte();
    pair_.set(pair_.now() + passed, random);
}

void HallStory::step() {
    pass_time();
    const std::size_t what = chance_.below(100);
    if (what < 9) return enter();
    if (what < 13) return line_step();
    if (what < 15) return office_step();
    if (what < 16) return set_rules();
    if (what < 18) return set_limits();
    if (what < 48) return select();
    if (what < 53) return release();
    if (what < 63) return pay();
    if (what < 68) return unpay();
    if (what < 76) return sell();
    if (what < 81) return refund();
    if (what < 85) return reclaim();
    if (what < 90) return block();
    if (what < 93) return lose_something();
    if (what < 96) return extend();
    note("sweep");
    pair_.sweep(a_hall());
}

Visitor HallStory::a_visitor() {
    const waiting_room::Line& line = pair_.oracle().line();
    GuestId guest = a_guest();
    const auto admitted = [&] {
        const auto number = line.find(guest);
        return number ? line.ledger().find(*number) : nullptr;
    };
    for (int tries = 0; tries < 4 && admitted() == nullptr; ++tries)
        guest = a_guest();
    std::uint8_t attempt = admitted() == nullptr ? 1 : admitted()->attempt;
    if (chance_.one_in(50)) attempt = 3;
    const auto number = line.find(guest).value_or(waiting_room::Number{1});
    return {a_hall(), guest, waiting_room::admission_id(number, attempt)};
}

Visitor HallStory::a_holder(State state) {
    for (std::size_t tries = 0; tries < 20; ++tries) {
        const Visitor visitor = a_visitor();
        const auto* const visit =
            pair_.oracle().hall(visitor.hall).visit(visitor.guest, pair_.line_now());
        if (visit != nullptr && visit->state == state) return visitor;
    }
    return a_visitor();
}

// Adjacent seats, so that guests compete for them.
seat::Seats HallStory::some_seats(HallId hall, std::size_t count) {
    const std::uint32_t size = pair_.oracle().hall(hall).seating().size();
    const auto first = static_cast<std::uint32_t>(chance_.below(size));
    seat::Seats seats;
    for (std::size_t i = 0; i < count; ++i)
        seats.push_back({(first + static_cast<std::uint32_t>(chance_.below(4))) % size});
    std::ranges::sort(seats);
    const auto doubles = std::ranges::unique(seats);
    seats.erase(doubles.begin(), doubles.end());
    return seats;
}

PromisedSeats HallStory::hold_of(const Visitor& visitor) const {
    const seat::Hall& hall = pair_.oracle().hall(visitor.hall);
    const auto* const visit = hall.visit(visitor.guest, pair_.line_now());
    PromisedSeats hold{visitor.hall, visitor.guest, {}};
    if (visit != nullptr) hold.seats = fenced(hall, visit->seats);
    return hold;
}

void HallStory::enter() {
    const GuestId& guest = a_guest();
    note("enter");
    // Avoids the case that outlived() describes.
    for (const HallId hall : {HallPair::kFriday, HallPair::kSunday}) {
        const auto* const visit = pair_.oracle().hall(hall).visit(guest, pair_.line_now());
        if (visit != nullptr && visit->state != State::kNoHold) return;
    }
    pair_.enter(guest);
}

void HallStory::line_step() {
    const Visitor visitor = a_visitor();
    const std::uint32_t number = number_of(visitor.admission).value;
    note("line");
    switch (chance_.below(8)) {
        case 0:
            pair_.line("line_leave", {std::to_string(number), ""});
            break;
        case 1:
            pair_.line("line_revoke", {redis::guest_arg(visitor.guest), "0"});
            break;
        case 2:
            pair_.line("line_complete", {std::to_string(visitor.admission.value)});
            break;
        default:  // The cases do not cover all random values.
            pair_.line("line_sweep", {"1000", "1", "60000"});
    }
}

void HallStory::office_step() {
    using namespace waiting_room;
    const Line& line = pair_.oracle().line();
    note("office");
    if (line.lifecycle() != Lifecycle::kOpen)
        return pair_.office(fact::LifecycleChanged{Lifecycle::kOpen});
    if (line.clock().frozen()) return pair_.office(fact::DeadlinesFrozen{false});
    // Deadlines move by the time that has passed, so line time stands still. If line time moved
    // back, a visit that a hall has forgotten would be valid again. In the C++ domain this depends
    // on whether a fact has been recorded since.
    const Duration by = seconds{chance_.below(60)};
    switch (chance_.below(5)) {
        case 0:
        case 1:
            return pair_.office(fact::DeadlinesFrozen{true});
        case 2:
            pair_.set(pair_.now() + by, 0);
            return pair_.office(fact::DeadlinesMoved{by});
        case 3:
            pair_.set(pair_.now() + by, 0);
            return pair_.office(fact::Resumed{by});
        default:  // The cases do not cover all random values.
            return pair_.office(fact::LifecycleChanged{chance_.one_in(2) ? Lifecycle::kPaused
                                                                         : Lifecycle::kClosed});
    }
}

void HallStory::set_rules() {
    note("rules");
    seat::HallRules rules;
    rules.hold_ttl = seconds{5 + chance_.below(120)};
    rules.retake_after = seconds{chance_.below(90)};
    rules.return_delay_max = milliseconds{chance_.below(chance_.one_in(3) ? 20'000 : 2'000)};
    rules.seats_per_hold = static_cast<std::uint32_t>(2 + chance_.below(4));
    rules.accessible_per_hold = static_cast<std::uint32_t>(1 + chance_.below(2));
    pair_.set_rules(a_hall(), rules);
}

void HallStory::set_limits() {
    note("limits");
    const auto sometimes = [&](std::uint32_t value) { return chance_.one_in(3) ? value : 0; };
    auto settings = std::make_shared<sale::SaleSettings>();
    settings->seats_per_guest = sometimes(6);
    settings->seats_per_performance = sometimes(5);
    settings->more_purchases = chance_.one_in(2);
    pair_.tell(sale::fact::SettingsSet{HallOracle::kEvent, settings});
    auto levers = std::make_shared<sale::SaleLevers>();
    levers->holds_stopped = chance_.one_in(8);
    if (chance_.one_in(6)) levers->sections_stopped = {"2"};
    pair_.tell(sale::fact::LeversSet{HallOracle::kEvent, levers});
    waiting_room::Phase phase;
    phase.id = "p";
    phase.seat_share_percent =
        chance_.one_in(3) ? 5 + static_cast<std::uint32_t>(chance_.below(40)) : 100;
    phase.seats_per_guest = sometimes(4);
    pair_.tell(edited(pair_.oracle().line().settings(), phase));
    using waiting_room::fact::PhaseChanged;
    const auto index =
        chance_.one_in(2) ? std::optional<std::uint16_t>{0} : std::optional<std::uint16_t>{};
    pair_.tell(waiting_room::Fact{HallOracle::kEvent, PhaseChanged{index}});
}

void HallStory::select() {
    const Visitor visitor = chance_.one_in(3) ? a_holder(State::kHeld) : a_visitor();
    seat::Seats seats = some_seats(visitor.hall, 1 + chance_.below(6));
    const PromisedSeats before = hold_of(visitor);
    // Selects the same seats again, or some of them.
    if (!before.seats.empty() && chance_.one_in(2)) {
        if (chance_.one_in(3)) seats.clear();
        for (const seat::FencedSeat& one : before.seats)
            if (!chance_.one_in(4) || seats.empty()) seats.push_back(one.seat);
    }
    const Words words = pair_.select(visitor, seats);
    note("select " + words.front());
}

void HallStory::release() {
    const Words words = pair_.release(a_holder(State::kHeld));
    note("release " + words.front());
}

void HallStory::extend() {
    const Visitor visitor = chance_.one_in(3) ? a_visitor() : a_holder(State::kHeld);
    const auto which = static_cast<std::uint32_t>(chance_.below(4));
    const Words words = pair_.extend(visitor, which);
    note("extend " + words.front());
}

void HallStory::pay() {
    const Visitor visitor = a_holder(chance_.one_in(6) ? State::kPaying : State::kHeld);
    const Words words = pair_.pay(visitor);
    note("pay " + words.front());
    if (words.front() != "ok") return;
    const PromisedSeats hold = hold_of(visitor);
    remember(hold);
    if (chance_.one_in(3)) return;
    StoreWord said{visitor.hall, "PAYING", redis::guest_arg(visitor.guest), {}, {}};
    for (const seat::FencedSeat& one : hold.seats)
        said.seats.push_back(one.seat);
    sync(std::move(said));
}

void HallStory::remember(const PromisedSeats& hold) {
    std::erase_if(past_, [&](const PromisedSeats& one) {
        return one.hall == hold.hall && one.guest == hold.guest && one.seats == hold.seats;
    });
    if (past_.size() == kPastMax) past_.erase(past_.begin());
    past_.push_back(hold);
}

// Whether the payment is older than the current admission of its guest. The C++ domain returns a
// hold at the end of any admission of its guest, Redis at the end of the hold's own admission.
// After a decline the two would differ until the deadline of the hold.
bool HallStory::outlived(const PromisedSeats& hold) const {
    const waiting_room::Line& line = pair_.oracle().line();
    const auto number = line.find(hold.guest);
    const auto* const admission = number ? line.ledger().find(*number) : nullptr;
    const auto* const visit = pair_.oracle().hall(hold.hall).visit(hold.guest, pair_.line_now());
    return admission != nullptr && visit != nullptr &&
           visit->admission.value != waiting_room::admission_id(*number, admission->attempt).value;
}

namespace {

// Some callers know the seats but not the fences.
void forget_fences(PromisedSeats& hold) {
    for (seat::FencedSeat& one : hold.seats)
        one.fence = 0;
}

}  // namespace

void HallStory::unpay() {
    const bool held = chance_.one_in(4);
    PromisedSeats hold = hold_of(a_holder(held ? State::kHeld : State::kPaying));
    if (hold.seats.empty() && !past_.empty()) hold = past_[chance_.below(past_.size())];
    if (!hold.seats.empty() && chance_.one_in(10)) ++hold.seats.back().fence;
    if (hold.seats.size() > 1 && chance_.one_in(10)) hold.seats.pop_back();
    if (hold.seats.empty()) return;
    if (chance_.one_in(3)) forget_fences(hold);
    if (chance_.one_in(4)) {
        PromisedSeats late = hold;
        forget_fences(late);
        note("unpay late " + pair_.decline_late(late).front());
    }
    const bool declined = !held && chance_.one_in(2) && !outlived(hold);
    const Words words = held       ? pair_.end_hold(hold)
                        : declined ? pair_.decline(hold, seconds{chance_.below(30)})
                                   : pair_.end_payment(hold);
    note("unpay " + words.front());
}

// The decision of seat::decide on a message of the sale store, or nullopt if there is no command
// for it.
std::optional<seat::HallFacts> HallStory::decided(const StoreWord& said) const {
    const seat::Hall& hall = pair_.oracle().hall(said.hall);
    const Instant now = pair_.line_now();
    const auto all = [&](SeatState state) {
        return std::ranges::all_of(said.seats,
                                   [&](SeatIndex seat) { return hall.state(seat) == state; });
    };
    const auto facts = [](const auto& decision) {
        return decision.outcome ? std::optional{decision.facts} : std::nullopt;
    };
    if (said.word == "BLOCKED") {
        if (all(SeatState::kBlocked)) return seat::HallFacts{};
        const bool some = std::ranges::any_of(
            said.seats, [&](SeatIndex seat) { return hall.state(seat) == SeatState::kBlocked; });
        if (some) return std::nullopt;
        return facts(seat::decide(hall, seat::command::BlockSeats{said.seats, "why", "whom"}));
    }
    if (said.word == "ENDED" && all(SeatState::kBlocked))
        return facts(seat::decide(hall, seat::command::UnblockSeats{said.seats}));
    GuestId guest;
    if (said.guest.size() != guest.bytes.size()) return std::nullopt;
    std::ranges::copy(said.guest, guest.bytes.begin());
    const auto seats = fenced(hall, said.seats);
    const seat::Visit* const visit = hall.visit(guest, now);
    const bool whole = visit != nullptr && visit->seats == said.seats;
    if (said.word == "PAYING" && whole)
        return visit->state == State::kPaying
                   ? seat::HallFacts{}
                   : seat::HallFacts{seat::fact::PayingStarted{guest, said.seats}};
    if (said.word == "SOLD")
        return facts(seat::decide(hall, seat::command::Sell{guest, seats}, now));
    if (said.word == "RETURNED")
        return facts(seat::decide(hall, seat::command::Refund{guest, seats, std::nullopt}, now));
    if (said.word != "ENDED") return std::nullopt;
    if (all(SeatState::kHeld) || all(SeatState::kFree)) return seat::HallFacts{};
    if (whole && visit->state == State::kPaying)
        return facts(
            seat::decide(hall,
                         seat::command::AbandonPayment{
                             guest, static_cast<std::uint64_t>((said.free_at - now).count())},
                         now));
    return facts(seat::decide(hall, seat::command::Refund{guest, seats, said.free_at - now}, now));
}

void HallStory::sync(StoreWord said) {
    const auto expected = decided(said);
    note("sync " + said.word + (expected ? "" : ", unheard of"));
    const seat::Seats busy = pair_.sync(said, expected);
    check_word(said, busy);
    if (!chance_.one_in(3)) return;
    note("sync again");
    pair_.repeat_last_sync();
}

// After any loss, the hall must match the message of the sale store. The state after ENDED is not
// checked, because the seats may be free or held.
void HallStory::check_word(const StoreWord& said, const seat::Seats& busy) const {
    const seat::Hall& hall = pair_.oracle().hall(said.hall);
    for (const SeatIndex seat : said.seats) {
        if (std::ranges::find(busy, seat) != busy.end()) continue;
        const SeatState state = hall.state(seat);
        const auto owner = hall.owner(seat);
        const bool its = owner && redis::guest_arg(*owner) == said.guest;
        bool right = said.word == "ENDED";
        if (said.word == "PAYING") right = state == SeatState::kPaying && its;
        if (said.word == "SOLD") right = state == SeatState::kSold && its;
        if (said.word == "BLOCKED") right = state == SeatState::kBlocked;
        if (said.word == "RETURNED")
            right = state == SeatState::kReturned && !hall.returns().contains(seat);
        if (!right) throw Mismatch{"seat_sync did not bring " + said.word};
    }
}

void HallStory::sell() {
    PromisedSeats hold = hold_of(a_holder(State::kPaying));
    // Sometimes sells long after the payment has ended.
    if (!past_.empty() && (hold.seats.empty() || chance_.one_in(5)))
        hold = past_[chance_.below(past_.size())];
    if (hold.seats.empty()) return;
    StoreWord said{hold.hall, "SOLD", redis::guest_arg(hold.guest), {}, {}};
    for (const seat::FencedSeat& one : hold.seats)
        said.seats.push_back(one.seat);
    sync(std::move(said));
}

void HallStory::refund() {
    const HallId id = a_hall();
    const seat::Hall& hall = pair_.oracle().hall(id);
    const std::uint32_t size = hall.seating().size();
    const auto first = static_cast<std::uint32_t>(chance_.below(size));
    StoreWord said{id, chance_.one_in(3) ? "RETURNED" : "ENDED", "", {}, {}};
    for (std::uint32_t i = 0; i < size && said.seats.size() < 3; ++i) {
        const SeatIndex seat{(first + i) % size};
        const auto owner = hall.owner(seat);
        if (hall.state(seat) != SeatState::kSold || chance_.one_in(3)) continue;
        if (said.guest.empty()) said.guest = redis::guest_arg(*owner);
        if (said.guest == redis::guest_arg(*owner)) said.seats.push_back(seat);
    }
    if (said.seats.empty()) return;
    std::ranges::sort(said.seats);
    said.free_at = pair_.line_now() + seconds{chance_.below(20)};
    sync(std::move(said));
}

void HallStory::reclaim() {
    if (past_.empty()) return;
    PromisedSeats& late = past_[chance_.below(past_.size())];
    if (chance_.one_in(4)) forget_fences(late);
    const Words words = pair_.reclaim(late);
    note("reclaim " + words.front());
    if (words.front() != "ok") return;
    for (std::size_t i = 0; i < late.seats.size(); ++i)
        late.seats[i].fence = static_cast<seat::Fence>(std::stoul(words[i + 1]));
}

// The house blocks seats without an owner (in some runs all of them) and unblocks them. Refunded
// seats that wait for a release by hand are released in the same way.
void HallStory::block() {
    const HallId id = a_hall();
    const seat::Hall& hall = pair_.oracle().hall(id);
    const bool takes = chance_.one_in(3);
    StoreWord said{id, takes ? "BLOCKED" : "ENDED", takes ? std::string{kBlockTexts} : "", {}, {}};
    seat::Seats seats = some_seats(id, takes ? 2 : 12);
    if (takes && takes_all_) {
        seats.clear();
        for (std::uint32_t i = 0; i < hall.seating().size(); ++i)
            seats.push_back({i});
    }
    for (const SeatIndex seat : seats) {
        const SeatState state = hall.state(seat);
        const bool waits = state == SeatState::kReturned && !hall.returns().contains(seat);
        const bool blocked = state == SeatState::kBlocked;
        if (takes ? !hall.owner(seat) && !blocked : blocked || waits) said.seats.push_back(seat);
    }
    if (!said.seats.empty()) sync(std::move(said));
}

// Simulates lost data in Redis: the sale store sends a message that does not follow from the state.
void HallStory::lose_something() {
    static constexpr std::array kWords = {"PAYING", "SOLD", "RETURNED", "BLOCKED", "ENDED"};
    const HallId id = a_hall();
    const std::string word = kWords[chance_.below(kWords.size())];
    StoreWord said{id, word, redis::guest_arg(a_guest()), some_seats(id, 1 + chance_.below(3)), {}};
    if (word == "BLOCKED") said.guest = kBlockTexts;
    said.free_at = pair_.line_now() + seconds{chance_.below(20)};
    sync(std::move(said));
}

}  // namespace onsale::differential
