#include "tests/simulation/model.hpp"

#include <algorithm>

namespace onsale::sim {

using namespace waiting_room::command;
using waiting_room::Changed;
using waiting_room::EligibilityOutcome;
using waiting_room::EventId;
using waiting_room::OperatorOutcome;
using waiting_room::OperatorRefusal;
using waiting_room::PhaseEligibility;

namespace {

// A shorter gap is not recorded as a fact.
constexpr Duration kGapNoted = std::chrono::milliseconds{100};

OperatorOutcome refuse(OperatorError error) {
    return fail(OperatorRefusal{error, "", ""});
}

ModelOperatorOutcome apply(ModelLine& line, const EditEvent& command, Stamp stamp) {
    return line.edit(command, stamp.wall);
}
ModelOperatorOutcome apply(ModelLine& line, const ChangeLifecycle& command, Stamp stamp) {
    return line.change(command.action, stamp.wall);
}
ModelOperatorOutcome apply(ModelLine& line, const DelayOpening& command, Stamp stamp) {
    return line.delay(command.by, stamp.wall);
}
ModelOperatorOutcome apply(ModelLine& line, const SetLevers& command, Stamp) {
    return line.set_levers(*command.levers);
}
ModelOperatorOutcome apply(ModelLine& line, const FreezeDeadlines& command, Stamp stamp) {
    return line.freeze(command.frozen, stamp.now);
}
ModelOperatorOutcome apply(ModelLine& line, const MoveDeadlines& command, Stamp stamp) {
    return line.extend(command.by, stamp.now);
}
ModelOperatorOutcome apply(ModelLine& line, const ListGuests& command, Stamp) {
    return line.list(command.phase, *command.guests);
}
ModelOperatorOutcome apply(ModelLine& line, const BarGuests& command, Stamp) {
    return line.deny(*command.guests, command.barred);
}
ModelOperatorOutcome apply(ModelLine& line, const IssueCodes& command, Stamp) {
    return line.issue(command.phase, command.uses, *command.codes);
}

}  // namespace

ModelLine* Model::find(EventId event) {
    return event.value == 0 || event.value > lines_.size() ? nullptr : &lines_[event.value - 1];
}

ModelBatch Model::run(std::span<const embedded::Command> commands, bool tick, Stamp stamp) {
    ModelBatch batch;
    for (ModelLine& line : lines_)
        line.touched = false;
    for (const embedded::Command& command : commands)
        batch.outcomes.push_back(
            std::visit([&](const auto& body) { return perform(body, stamp); }, command));
    for (std::size_t i = 0; i < lines_.size(); ++i) {
        if (!tick && !lines_[i].touched) continue;
        lines_[i].follow_calendar(stamp.wall);
        if (tick) lines_[i].tick(stamp.now);
        for (const Number number : lines_[i].admit(stamp.now))
            batch.admitted.emplace_back(EventId{static_cast<std::uint32_t>(i) + 1}, number);
    }
    return batch;
}

void Model::resume(Instant last, Instant now) {
    for (ModelLine& line : lines_)
        line.resume(last, now - last, now - last >= kGapNoted);
}

embedded::Outcome Model::perform(const embedded::Seen& seen, Stamp stamp) {
    if (ModelLine* const line = find(seen.event)) line->seen(seen.numbers, stamp.now);
    return std::monostate{};
}

embedded::Outcome Model::perform(const Enter& enter, Stamp stamp) {
    ModelLine* const line = find(enter.event);
    if (line == nullptr) return EnterOutcome{fail(EnterError::kUnknownEvent)};
    return line->enter(enter, stamp.now);
}

embedded::Outcome Model::perform(const CheckEligibility& check, Stamp) {
    ModelLine* const line = find(check.event);
    if (line == nullptr) return EligibilityOutcome{fail(EnterError::kUnknownEvent)};
    std::vector<PhaseEligibility> phases;
    const std::vector<bool> answers = line->eligible_for(check);
    for (std::size_t i = 0; i < answers.size(); ++i)
        phases.push_back({line->settings.phases[i].id, answers[i]});
    return EligibilityOutcome{std::move(phases)};
}

embedded::Outcome Model::perform(const Leave& leave, Stamp stamp) {
    ModelLine* const line = find(leave.event);
    if (line == nullptr) return PlaceOutcome{fail(PlaceError::kUnknownEvent)};
    return line->leave(leave, stamp.now);
}

embedded::Outcome Model::perform(const Claim& claim, Stamp stamp) {
    ModelLine* const line = find(claim.event);
    if (line == nullptr) return PlaceOutcome{fail(PlaceError::kUnknownEvent)};
    return line->claim(claim, stamp.now);
}

embedded::Outcome Model::perform(const Complete& complete, Stamp stamp) {
    ModelLine* const line = find(complete.event);
    if (line == nullptr) return PlaceOutcome{fail(PlaceError::kUnknownEvent)};
    return line->complete(complete.admission, stamp.now);
}

embedded::Outcome Model::perform(const Extend& extend, Stamp stamp) {
    ModelLine* const line = find(extend.event);
    if (line == nullptr) return PlaceOutcome{fail(PlaceError::kUnknownEvent)};
    return line->more_time(extend, stamp.now);
}

embedded::Outcome Model::perform(const Revoke& revoke, Stamp stamp) {
    ModelLine* const line = find(revoke.event);
    if (line == nullptr) return PlaceOutcome{fail(PlaceError::kUnknownEvent)};
    return line->revoke(revoke.guest, revoke.bar, stamp.now);
}

embedded::Outcome Model::perform(const OfferPlace& offer, Stamp stamp) {
    ModelLine* const line = find(offer.event);
    if (line == nullptr) return MoveOutcome{fail(MoveError::kUnknownEvent)};
    return line->offer(offer, stamp.now);
}

embedded::Outcome Model::perform(const TakePlace& take, Stamp stamp) {
    ModelLine* const line = find(take.event);
    if (line == nullptr) return MoveOutcome{fail(MoveError::kUnknownEvent)};
    return line->take(take, stamp.now);
}

embedded::Outcome Model::perform(const CreateEvent& create, Stamp) {
    const auto same_key = [&](const ModelLine& line) {
        return line.settings.key == create.settings->key;
    };
    if (std::ranges::any_of(lines_, same_key)) return refuse(OperatorError::kKeyTaken);
    lines_.emplace_back(*create.settings);
    lines_.back().touched = true;
    return OperatorOutcome{Changed{EventId{static_cast<std::uint32_t>(lines_.size())}, 1, 0}};
}

template <class OperatorCommand>
embedded::Outcome Model::perform(const OperatorCommand& command, Stamp stamp) {
    ModelLine* const line = find(command.event);
    if (line == nullptr) return refuse(OperatorError::kUnknownEvent);
    ModelLine rehearsal = *line;
    ModelLine& stage = command.rehearse ? rehearsal : *line;
    const auto outcome = apply(stage, command, stamp);
    if (!outcome) return refuse(outcome.error());
    return OperatorOutcome{Changed{command.event, line->version, *outcome}};
}

}  // namespace onsale::sim
