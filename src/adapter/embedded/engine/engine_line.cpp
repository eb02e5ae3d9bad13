// The engine's commands that concern a line, and its periodic work for lines.
#include "adapter/embedded/engine/engine.hpp"

namespace onsale::embedded {

using namespace waiting_room;

namespace {

// Numbers looked at per tick, which takes one or two milliseconds. A full sweep of a million
// numbers takes a second and a half.
constexpr std::uint32_t kSweepPerTick = 65'536;
// About thirty microseconds of work each.
constexpr std::size_t kSignsPerYield = 512;
constexpr std::uint32_t kSweepPerYield = 1'024;
constexpr Duration kActiveSweepEvery = std::chrono::seconds{1};

}  // namespace

void Engine::mark_seen(const Line& line, Number number, Duration covers) {
    work_[line.id()].presence.mark(number, line.clock().at(stamp_.now) + covers);
}

void Engine::mark_everybody(const Line& line, Instant line_now) {
    Presence& presence = work_[line.id()].presence;
    line.book().for_each([&](Number number, Standing standing) {
        if (is_live(standing)) presence.mark(number, line_now);
    });
}

std::monostate Engine::perform(const Seen& seen) {
    const Line* const line = room().find(seen.event);
    if (line == nullptr) return std::monostate{};
    // One by one, so that a number that occurs twice comes back only once.
    std::size_t done = 0;
    for (const Number& number : seen.numbers) {
        if (++done % kSignsPerYield == 0) yield_();
        if (!is_live(line->book().standing(number))) continue;
        mark_seen(*line, number, seen.covers);
        record(seen.event, decide_seen(*line, {&number, 1}));
    }
    return std::monostate{};
}

EnterOutcome Engine::perform(const command::Enter& enter) {
    const Line* const line = room().find(enter.event);
    if (line == nullptr) return fail(EnterError::kUnknownEvent);
    EnterDecision decision = decide(*line, enter);
    record(enter.event, std::move(decision.facts));
    if (decision.outcome) mark_seen(*line, *decision.outcome);
    return decision.outcome;
}

EligibilityOutcome Engine::perform(const command::CheckEligibility& check) {
    const Line* const line = room().find(check.event);
    if (line == nullptr) return fail(EnterError::kUnknownEvent);
    return check_eligibility(*line, check);
}

MoveOutcome Engine::perform(const command::OfferPlace& offer) {
    const Line* const line = room().find(offer.event);
    if (line == nullptr) return fail(MoveError::kUnknownEvent);
    if (is_buying(offer.event, offer.guest)) return fail(MoveError::kBuying);
    const MoveOutcome outcome = offer_place(*line, work_[offer.event].offers, offer, stamp_.now);
    if (outcome) mark_seen(*line, *outcome);
    return outcome;
}

MoveOutcome Engine::perform(const command::TakePlace& take) {
    const Line* const line = room().find(take.event);
    if (line == nullptr) return fail(MoveError::kUnknownEvent);
    MoveOffers& offers = work_[take.event].offers;
    const auto* const offer = offers.find(take.code, stamp_.now);
    if (offer != nullptr && !offer->taken_by &&
        is_buying(take.event, line->guest_of(offer->number)))
        return fail(MoveError::kBuying);
    MoveDecision decision = take_place(*line, offers, take, stamp_.now);
    record(take.event, std::move(decision.facts));
    if (decision.outcome) mark_seen(*line, *decision.outcome);
    return decision.outcome;
}

PlaceOutcome Engine::perform(const command::TakeNumbers& take) {
    const Line* const line = room().find(take.event);
    if (line == nullptr) return fail(PlaceError::kUnknownEvent);
    PlaceDecision decision = decide(*line, take);
    record(take.event, std::move(decision.facts));
    return decision.outcome;
}

CodeOutcome Engine::perform(const command::SpendCode& spend) {
    const Line* const line = room().find(spend.event);
    if (line == nullptr) return fail(EnterError::kUnknownEvent);
    CodeDecision decision = decide(*line, spend);
    record(spend.event, std::move(decision.facts));
    return std::move(decision.outcome);
}

OperatorOutcome Engine::perform(const command::CreateEvent& create) {
    OperatorDecision decision = decide(room(), create);
    if (!decision.outcome) return fail(decision.outcome.error());
    const EventId event = room().next_id();
    record(event, std::move(decision.facts));
    return Changed{event, 1, 0};
}

void Engine::follow_calendar(const Line& line) {
    for (;;) {
        FactBodies facts = decide_calendar(line, stamp_, entropy_());
        if (facts.empty()) break;
        record(line.id(), std::move(facts));
    }
}

void Engine::tick_line(const Line& line) {
    record(line.id(), decide_deadlines(line, stamp_.now));
    sweep(line);
}

void Engine::sweep(const Line& line) {
    LineWork& work = work_[line.id()];
    if (stamp_.now - work.active_sweep_at >= kActiveSweepEvery) {
        work.active_sweep_at = stamp_.now;
        record(line.id(), decide_active_silence(line, work.presence, stamp_.now));
    }
    const std::uint32_t end = line.book().issued_count() + 1;
    // Skips chunks without live places: nobody there can be silent.
    constexpr std::uint32_t kChunk = GuestIndex::Guests::kSize;
    while (work.sweep_from < end && !line.chunk_in_use(work.sweep_from / kChunk))
        work.sweep_from = (work.sweep_from / kChunk + 1) * kChunk;
    work.sweep_from = std::min(work.sweep_from, end);
    const std::uint32_t to = std::min(end, work.sweep_from + kSweepPerTick);
    for (std::uint32_t from = work.sweep_from; from < to; from += kSweepPerYield) {
        const std::uint32_t end_of_piece = std::min(to, from + kSweepPerYield);
        record(line.id(), decide_silence(line, work.presence, from, end_of_piece, stamp_.now));
        yield_();
    }
    // Starts from the front again at once. Otherwise steady joins would keep the sweep at the end
    // forever.
    work.sweep_from = to < end ? to : 1;
}

void Engine::admit(const Line& line) {
    record(line.id(), decide_admissions(line, stamp_.now));
}

}  // namespace onsale::embedded
