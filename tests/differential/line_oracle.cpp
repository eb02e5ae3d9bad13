#include "tests/differential/line_oracle.hpp"

#include <algorithm>

#include "base/bytes.hpp"
#include "waiting_room/domain/event_rules.hpp"
#include "waiting_room/domain/fact_bytes.hpp"

namespace onsale::differential {

using namespace waiting_room;

namespace {

std::string word(EnterError error) {
    switch (error) {
        case EnterError::kUnknownEvent:
            return "unknown_event";
        case EnterError::kNotOpenYet:
            return "not_open_yet";
        case EnterError::kClosed:
            return "closed";
        case EnterError::kSoldOut:
            return "sold_out";
        case EnterError::kJoinsStopped:
            return "joins_stopped";
        case EnterError::kLineFull:
            return "line_full";
        case EnterError::kNotEligible:
            return "not_eligible";
        case EnterError::kCodeUnknown:
            return "code_unknown";
        case EnterError::kCodeUsedUp:
            return "code_used_up";
        case EnterError::kBarred:
            return "barred";
        case EnterError::kUnavailable:
            return "unavailable";
        case EnterError::kOutcomeUnknown:
            break;
    }
    return "outcome_unknown";
}

std::string word(PlaceError error) {
    switch (error) {
        case PlaceError::kUnknownEvent:
            return "unknown_event";
        case PlaceError::kNoPlace:
            return "no_place";
        case PlaceError::kMoved:
            return "moved";
        case PlaceError::kNotAdmitted:
            return "not_admitted";
        case PlaceError::kNoExtensions:
            return "no_extensions";
        case PlaceError::kExtensionsUsed:
            return "extensions_used";
        case PlaceError::kUnavailable:
            return "unavailable";
        case PlaceError::kOutcomeUnknown:
            break;
    }
    return "outcome_unknown";
}

std::string word(MoveError error) {
    switch (error) {
        case MoveError::kUnknownEvent:
            return "unknown_event";
        case MoveError::kNotMovable:
            return "not_movable";
        case MoveError::kNoPlace:
            return "no_place";
        case MoveError::kMoved:
            return "moved";
        case MoveError::kCodeInvalid:
            return "code_invalid";
        case MoveError::kBuying:
            return "buying";
        case MoveError::kHasPlace:
            return "has_place";
        case MoveError::kBarred:
            return "barred";
        case MoveError::kUnavailable:
            return "unavailable";
        case MoveError::kOutcomeUnknown:
            break;
    }
    return "outcome_unknown";
}

Words moved(const MoveOutcome& outcome) {
    if (!outcome) return {word(outcome.error()), "0"};
    return {"ok", std::to_string(outcome->value)};
}

// The phase that a guest enters, according to the rules.
const Phase* phase_entered(const Line& line) {
    if (line.phase() != nullptr) return line.phase();
    const auto& phases = line.settings().phases;
    if (phases.empty()) return nullptr;
    if (line.lifecycle() == Lifecycle::kLobby || !line.last_phase()) return &phases.front();
    const std::size_t next = *line.last_phase() + 1u;
    return next < phases.size() ? &phases[next] : nullptr;
}

// True if the guest is rejected before a number is needed.
bool refused_at_the_door(const Line& line, EnterError error) {
    const bool over =
        line.lifecycle() == Lifecycle::kClosed || line.lifecycle() == Lifecycle::kArchived;
    return error == EnterError::kNotOpenYet || error == EnterError::kSoldOut ||
           error == EnterError::kJoinsStopped || error == EnterError::kBarred ||
           error == EnterError::kLineFull || (error == EnterError::kClosed && over);
}

}  // namespace

LineOracle::LineOracle(EventId event, std::shared_ptr<const EventSettings> settings, Instant now)
    : line_(event, std::move(settings)), now_(now) {}

std::string LineOracle::take_facts() {
    return std::exchange(facts_, {});
}

void LineOracle::record(FactBodies bodies) {
    ByteWriter out{facts_};
    for (FactBody& body : bodies) {
        line_.evolve(body, now_);
        save(out, Fact{line_.id(), std::move(body)});
    }
}

void LineOracle::mark(Number number, Duration covers) {
    presence_.mark(number, line_.clock().at(now_) + covers);
}

bool LineOracle::may_be_lost(Number shown) const {
    return shown.value > block_.drawn && shown.value < block_.epoch_from && !drawing_ &&
           line_.book().standing(shown) == Standing::kNone;
}

// The sale store checks only what the phase requires.
std::string LineOracle::proof(const Entering& entering) const {
    const Phase* const phase = phase_entered(line_);
    if (phase == nullptr) return "";
    if (phase->who == Eligibility::kClaim) {
        std::string proof = "c";
        for (const std::string& claim : entering.claims)
            proof += claim + '\n';
        return proof;
    }
    if (phase->who != Eligibility::kCode || !entering.code) return "";
    const auto uses = line_.eligibility().uses_left(phase->id, *entering.code);
    if (!uses) return "u" + phase->id;
    if (*uses == 0) return "x" + phase->id;
    return "k" + std::string{as_bytes(*entering.code)} + phase->id;
}

// Restores a lost place. The token proves the place.
std::string LineOracle::enter_again(const Entering& entering) {
    if (line_.eligibility().barred(entering.guest)) return word(EnterError::kBarred);
    record({fact::PlaceRestored{entering.guest, entering.shown}});
    const command::Enter enter{line_.id(), entering.guest, entering.code, entering.claims};
    record(decide(line_, enter).facts);
    mark(entering.shown);
    return std::to_string(entering.shown.value);
}

std::string LineOracle::enter_one(const Entering& entering) {
    const bool new_place = !line_.find(entering.guest);
    const bool no_number = drawing_ || block_.lost || line_.book().issued_count() >= block_.end;
    const command::Enter enter{line_.id(), entering.guest, entering.code, entering.claims};
    EnterDecision decision = decide(line_, enter);
    const bool door_open =
        line_.lifecycle() != Lifecycle::kDraft && line_.lifecycle() < Lifecycle::kClosed;
    if (new_place && door_open && may_be_lost(entering.shown)) return enter_again(entering);
    if (new_place && no_number &&
        (decision.outcome || !refused_at_the_door(line_, decision.outcome.error())))
        return word(EnterError::kUnavailable);
    record(std::move(decision.facts));
    if (!decision.outcome) return word(decision.outcome.error());
    mark(*decision.outcome);
    return std::to_string(decision.outcome->value);
}

Words LineOracle::enter(const std::vector<Entering>& batch, bool scheduler_at_work, Words& proofs) {
    Words words{"ok"};
    for (const Entering& entering : batch) {
        proofs.push_back(proof(entering));
        words.push_back(enter_one(entering));
    }
    if (!facts_.empty() && scheduler_at_work) record(decide_admissions(line_, now_));
    return words;
}

Words LineOracle::placed(const PlaceDecision& decision) {
    record(decision.facts);
    if (!decision.outcome) return {word(decision.outcome.error()), "0"};
    if (decision.outcome->value != 0) mark(*decision.outcome);
    return {"ok", std::to_string(decision.outcome->value)};
}

Words LineOracle::leave(const command::Leave& leave) {
    return placed(decide(line_, leave));
}

Words LineOracle::claim(const command::Claim& claim) {
    return placed(decide(line_, claim));
}

Words LineOracle::extend(const command::Extend& extend) {
    return placed(decide(line_, extend));
}

Words LineOracle::complete(const command::Complete& complete) {
    return placed(decide(line_, complete));
}

Words LineOracle::revoke(const command::Revoke& revoke) {
    if (drawing_ && line_.find(revoke.guest)) return {word(PlaceError::kUnavailable), "0"};
    return placed(decide(line_, revoke));
}

bool LineOracle::is_buying(std::optional<Number> number) const {
    const Admission* const admission = number ? line_.ledger().find(*number) : nullptr;
    return admission != nullptr && admission->keep != Keep::kNot;
}

Words LineOracle::offer(const command::OfferPlace& offer) {
    if (is_buying(line_.find(offer.guest))) return {word(MoveError::kBuying), "0"};
    const MoveOutcome outcome = offer_place(line_, offers_, offer, now_);
    if (outcome) mark(*outcome);
    return moved(outcome);
}

Words LineOracle::take(const command::TakePlace& take) {
    if (drawing_) return {word(MoveError::kUnavailable), "0"};
    const auto* const offer = offers_.find(take.code, now_);
    if (offer != nullptr && !offer->taken_by && is_buying(offer->number))
        return {word(MoveError::kBuying), "0"};
    MoveDecision decision = take_place(line_, offers_, take, now_);
    record(std::move(decision.facts));
    if (decision.outcome) mark(*decision.outcome);
    return moved(decision.outcome);
}

Words LineOracle::seen(const std::vector<Number>& numbers, Duration covers) {
    for (const Number& number : numbers) {
        if (!is_live(line_.book().standing(number))) continue;
        mark(number, covers);
        record(decide_seen(line_, {&number, 1}));
    }
    return {"ok"};
}

Words LineOracle::admit(std::uint32_t limit) {
    FactBodies facts = decide_admissions(line_, now_);
    if (facts.size() > limit) facts.resize(limit);
    const std::size_t count = facts.size();
    const std::uint32_t may = std::min(limit, line_.bucket_available(now_));
    record(std::move(facts));
    return {"ok", std::to_string(count), std::to_string(admits_again_in(count >= may))};
}

// Returns -1 if nobody can be admitted without a further change: the event is full or closed, or
// all waiting guests were admitted.
std::int64_t LineOracle::admits_again_in(bool limited) const {
    const std::uint32_t slots = line_.settings().rules.max_active;
    const bool has_room = line_.admits_now() && line_.ledger().size() < slots;
    if (!has_room || !limited || line_.admit_per_second() == 0) return -1;
    std::int64_t ms = 0;
    while (line_.bucket_available(now_ + Duration{ms}) == 0)
        ++ms;
    return ms;
}

Words LineOracle::sweep(std::uint32_t from, std::uint32_t size) {
    const std::uint32_t issued = line_.book().issued_count();
    if (line_.clock().frozen() || drawing_)
        return {"ok", std::to_string(from), "-1", std::to_string(issued)};
    const std::uint32_t to = std::min(issued + 1, from + size);
    const std::string due_in = std::to_string(next_deadline_in());
    const bool is_whole = from == 1 && to > issued;
    const std::string numbers = std::to_string(is_whole && !is_anybody_there() ? 0 : issued);
    record(decide_deadlines(line_, now_));
    FactBodies active = decide_active_silence(line_, presence_, now_);
    std::erase_if(active, [&](const FactBody& body) {
        const std::uint32_t number = std::get<fact::PlaceEnded>(body).number.value;
        return number < from || number >= to;
    });
    record(std::move(active));
    record(decide_silence(line_, presence_, from, to, now_));
    return {"ok", std::to_string(to <= issued ? to : 1), due_in, numbers};
}

std::int64_t LineOracle::next_deadline_in() const {
    const Instant line_now = line_.clock().at(now_);
    const auto& due = line_.ledger().in_order_of_due();
    constexpr Duration kNever = std::chrono::hours{24 * 3650};
    Duration low{0}, high = kNever;  // An admission that is being paid for has no deadline.
    if (!due.empty() && due.begin()->first < line_now + kNever)
        high = std::max(low, due.begin()->first - line_now);
    // The line does not expose when a leave becomes final, so that time is found by bisection.
    while (low < high) {
        const Duration middle = low + (high - low) / 2;
        if (line_.leaves_over(line_now + middle).empty())
            low = middle + Duration{1};
        else
            high = middle;
    }
    return high == kNever ? -1 : high.count();
}

bool LineOracle::is_anybody_there() const {
    for (std::uint32_t number = 1; number <= line_.book().issued_count(); ++number)
        if (is_live(line_.book().standing(Number{number}))) return true;
    return false;
}

void LineOracle::bar_guests(const std::vector<GuestId>& guests, bool bar) {
    const auto list = std::make_shared<const std::vector<GuestId>>(guests);
    FactBodies facts = decide(line_, command::BarGuests{line_.id(), list, bar}).facts;
    line_.evolve(facts.back(), now_);
    facts.pop_back();
    if (!drawing_) record(std::move(facts));
}

void LineOracle::set(const Facts& facts) {
    for (const Fact& fact : facts)
        record({fact.body});
}

}  // namespace onsale::differential
