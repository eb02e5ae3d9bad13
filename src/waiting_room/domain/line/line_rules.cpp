#include "waiting_room/domain/line/line_rules.hpp"

#include <algorithm>
#include <limits>
#include <vector>

namespace onsale::waiting_room {
namespace {

std::optional<EnterError> closed_door(const Line& line) {
    if (!line.settings().published) return EnterError::kUnknownEvent;
    switch (line.lifecycle()) {
        case Lifecycle::kDraft:
            return EnterError::kNotOpenYet;
        case Lifecycle::kClosed:
        case Lifecycle::kArchived:
            return EnterError::kClosed;
        case Lifecycle::kLobby:
        case Lifecycle::kOpen:
        case Lifecycle::kPaused:
            break;
    }
    return std::nullopt;
}

// The phase that a guest enters for: the current one, otherwise the next one.
const Phase* phase_entered(const Line& line) {
    if (line.phase() != nullptr) return line.phase();
    const auto& phases = line.settings().phases;
    if (phases.empty()) return nullptr;
    if (line.lifecycle() == Lifecycle::kLobby || !line.last_phase()) return &phases.front();
    const std::size_t next = *line.last_phase() + 1u;
    return next < phases.size() ? &phases[next] : nullptr;
}

// Shows a claim or uses a code, if the phase requires it and the guest is not yet eligible.
template <class Asked>
Result<FactBodies, EnterError> prove_eligible(const Line& line, const Phase& phase,
                                              const Asked& asked) {
    if (line.eligibility().allowed(phase, asked.guest)) return FactBodies{};
    if (phase.who == Eligibility::kClaim &&
        std::ranges::find(asked.claimed_phases, phase.id) != asked.claimed_phases.end())
        return FactBodies{fact::ClaimShown{phase.id, asked.guest}};
    if (phase.who != Eligibility::kCode || !asked.code) return fail(EnterError::kNotEligible);
    const auto uses = line.eligibility().uses_left(phase.id, *asked.code);
    if (!uses) return fail(EnterError::kCodeUnknown);
    if (*uses == 0) return fail(EnterError::kCodeUsedUp);
    return FactBodies{fact::CodeUsed{phase.id, *asked.code, asked.guest}};
}

Result<FactBodies, EnterError> prove_eligible(const Line& line, const command::Enter& enter) {
    if (line.settings().phases.empty()) return FactBodies{};
    const Phase* const phase = phase_entered(line);
    if (phase == nullptr) return fail(EnterError::kClosed);
    return prove_eligible(line, *phase, enter);
}

bool can_come_back(Standing standing) {
    return standing == Standing::kAway || standing == Standing::kLeaving ||
           standing == Standing::kMissed;
}

EnterDecision decide_new_place(const Line& line, const command::Enter& enter) {
    const auto refuse = [](EnterError error) { return EnterDecision{fail(error), {}}; };
    if (const auto error = closed_door(line)) return refuse(*error);
    if (line.sold_out()) return refuse(EnterError::kSoldOut);
    if (line.levers().joins_stopped) return refuse(EnterError::kJoinsStopped);
    if (line.eligibility().barred(enter.guest)) return refuse(EnterError::kBarred);
    if (line.book().keeping_count() >= line.settings().rules.line_max)
        return refuse(EnterError::kLineFull);
    auto facts = prove_eligible(line, enter);
    if (!facts) return refuse(facts.error());
    facts->push_back(fact::Joined{enter.guest});
    return {Number{line.book().issued_count() + 1}, std::move(*facts)};
}

PlaceDecision refuse_place(PlaceError error) {
    return {fail(error), {}};
}

PlaceDecision end_place(Number number, EndReason reason) {
    return {number, {fact::PlaceEnded{number, reason}}};
}

FactBody admission_over(const Line& line, Number number) {
    const Admission& admission = *line.ledger().find(number);
    if (admission.claimed) return fact::PlaceEnded{number, EndReason::kAdmissionEnded};
    if (admission.attempt == 1) return fact::ClaimMissed{number};
    return fact::PlaceEnded{number, EndReason::kSilent};
}

}  // namespace

EnterDecision decide(const Line& line, const command::Enter& enter) {
    const auto number = line.find(enter.guest);
    if (!number) return decide_new_place(line, enter);
    const Standing standing = line.book().standing(*number);
    FactBodies facts;
    // A guest of an earlier phase may prove eligibility for this one. The guest keeps the place in
    // any case.
    if (standing != Standing::kAdmitted)
        if (auto proof = prove_eligible(line, enter)) facts = std::move(*proof);
    if (can_come_back(standing)) facts.push_back(fact::CameBack{*number});
    return {*number, std::move(facts)};
}

EligibilityOutcome check_eligibility(const Line& line, const command::CheckEligibility& check) {
    std::vector<PhaseEligibility> phases;
    const bool barred = line.eligibility().barred(check.guest);
    for (const Phase& phase : line.settings().phases)
        phases.push_back({phase.id, !barred && prove_eligible(line, phase, check).has_value()});
    return phases;
}

PlaceDecision decide(const Line& line, const command::Leave& leave) {
    if (leave.guest && !line.moved().belongs(leave.number, *leave.guest))
        return refuse_place(PlaceError::kMoved);
    switch (line.book().standing(leave.number)) {
        case Standing::kWaiting:
        case Standing::kAway:
            return {leave.number, {fact::Left{leave.number}}};
        case Standing::kLeaving:
            return {leave.number, {}};
        case Standing::kAdmitted:
        case Standing::kMissed:
        case Standing::kRecalled:
            return end_place(leave.number, EndReason::kLeft);
        case Standing::kNone:
        case Standing::kEndedLeft:
        case Standing::kEndedSilent:
        case Standing::kEndedAdmission:
        case Standing::kEndedCompleted:
        case Standing::kEndedRevoked:
            break;
    }
    return refuse_place(PlaceError::kNoPlace);
}

PlaceDecision decide(const Line& line, const command::Claim& claim) {
    const Number number = number_of(claim.admission);
    const bool moved = claim.guest && !line.moved().belongs(number, *claim.guest);
    if (moved || !line.ledger().live(claim.admission))
        return refuse_place(PlaceError::kNotAdmitted);
    if (line.ledger().find(number)->claimed) return {number, {}};
    return {number, {fact::Claimed{number}}};
}

PlaceDecision decide(const Line& line, const command::Complete& complete) {
    const Number number = number_of(complete.admission);
    if (line.ledger().live(complete.admission)) return end_place(number, EndReason::kCompleted);
    // A repeated request is valid, because the answer to the first one may have been lost.
    if (line.book().standing(number) == Standing::kEndedCompleted) return {number, {}};
    return refuse_place(PlaceError::kNotAdmitted);
}

PlaceDecision decide(const Line& line, const command::Extend& extend) {
    const Number number = number_of(extend.admission);
    const bool moved = extend.guest && !line.moved().belongs(number, *extend.guest);
    if (moved || !line.ledger().live(extend.admission))
        return refuse_place(PlaceError::kNotAdmitted);
    const Admission& admission = *line.ledger().find(number);
    // A repeated request is valid, because the answer to the first one may have been lost.
    if (extend.which != 0 && extend.which <= admission.extensions) return {number, {}};
    const LineRules& rules = line.settings().rules;
    if (rules.extensions_allowed() == 0) return refuse_place(PlaceError::kNoExtensions);
    // A guest who names a later extension than the next one got the earlier ones from a server that
    // lost them.
    const std::uint32_t which = std::max(extend.which, admission.extensions + 1);
    if (which > rules.extensions_allowed()) return refuse_place(PlaceError::kExtensionsUsed);
    FactBodies facts;
    if (!admission.claimed) facts.push_back(fact::Claimed{number});
    facts.push_back(fact::AdmissionExtended{number, admission.deadline + rules.extension, which});
    return {number, std::move(facts)};
}

PlaceDecision decide(const Line& line, const command::TakeNumbers& take) {
    // An event with issued numbers cannot be unpublished, so an unpublished event issues none.
    if (!line.settings().published) return refuse_place(PlaceError::kUnknownEvent);
    const std::uint32_t issued = line.book().issued_count();
    if (take.count == 0 || take.count > std::numeric_limits<std::uint32_t>::max() - issued)
        return refuse_place(PlaceError::kUnavailable);
    const Number last{issued + take.count};
    return {last, {fact::NumbersSkipped{last}}};
}

CodeDecision decide(const Line& line, const command::SpendCode& spend) {
    const Phase* const phase = phase_entered(line);
    if (phase == nullptr || phase->who != Eligibility::kCode) return {};
    const command::CheckEligibility asked{spend.event, spend.guest, spend.code, {}};
    auto facts = prove_eligible(line, *phase, asked);
    if (!facts) return {{phase->id, facts.error()}, {}};
    return {{phase->id}, std::move(*facts)};
}

PlaceDecision decide(const Line& line, const command::Revoke& revoke) {
    const auto number = line.find(revoke.guest);
    FactBodies facts;
    if (number) facts.push_back(fact::PlaceEnded{*number, EndReason::kRevoked});
    if (revoke.bar && !line.eligibility().barred(revoke.guest))
        facts.push_back(fact::GuestBarred{revoke.guest});
    if (!number && !revoke.bar) return refuse_place(PlaceError::kNoPlace);
    return {number.value_or(Number{}), std::move(facts)};
}

FactBodies decide_seen(const Line& line, std::span<const Number> numbers) {
    FactBodies facts;
    for (const Number number : numbers) {
        const Standing standing = line.book().standing(number);
        // A leave is undone only by entering again.
        if (standing == Standing::kAway || standing == Standing::kMissed)
            facts.push_back(fact::CameBack{number});
    }
    return facts;
}

FactBodies decide_admissions(const Line& line, Instant now) {
    FactBodies facts;
    const std::uint32_t active = line.ledger().size();
    const std::uint32_t max_active = line.settings().rules.max_active;
    if (!line.admits_now() || active >= max_active) return facts;
    const std::uint32_t count = std::min(max_active - active, line.bucket_available(now));
    for (const Number number : line.next_in_line(count))
        facts.push_back(fact::Admitted{number});
    return facts;
}

FactBodies decide_deadlines(const Line& line, Instant now) {
    FactBodies facts;
    if (line.clock().frozen()) return facts;
    const Instant line_now = line.clock().at(now);
    for (const auto& [due, number] : line.ledger().in_order_of_due()) {
        if (due > line_now) break;
        facts.push_back(admission_over(line, number));
    }
    for (const Number number : line.leaves_over(line_now))
        facts.push_back(fact::PlaceEnded{number, EndReason::kLeft});
    return facts;
}

FactBodies decide_silence(const Line& line, const Presence& presence, std::uint32_t from,
                          std::uint32_t to, Instant now) {
    FactBodies facts;
    if (line.clock().frozen()) return facts;
    const LineRules& rules = line.settings().rules;
    const Instant line_now = line.clock().at(now);
    for (std::uint32_t value = from; value < to; ++value) {
        const Number number{value};
        const Standing standing = line.book().standing(number);
        const bool present = standing == Standing::kWaiting || standing == Standing::kRecalled;
        if (!present && standing != Standing::kAway && standing != Standing::kMissed) continue;
        const Duration silence = presence.silence(number, line_now);
        if (silence >= rules.forget_after)
            facts.push_back(fact::PlaceEnded{number, EndReason::kSilent});
        else if (present && silence >= rules.away_after)
            facts.push_back(fact::WentAway{number});
    }
    return facts;
}

FactBodies decide_active_silence(const Line& line, const Presence& presence, Instant now) {
    FactBodies facts;
    if (line.clock().frozen()) return facts;
    const Instant line_now = line.clock().at(now);
    // Sorts numbers and not facts: swapping facts would instantiate a function for every pair of
    // fact types.
    std::vector<Number> silent;
    for (const auto& [number, admission] : line.ledger())
        if (admission.claimed && admission.keep == Keep::kNot &&
            line.settings().rules.claim_within > Duration{0} &&
            presence.silence(number, line_now) >= line.settings().rules.active_away_after)
            silent.push_back(number);
    std::ranges::sort(silent);
    for (const Number number : silent)
        facts.push_back(fact::PlaceEnded{number, EndReason::kAdmissionEnded});
    return facts;
}

}  // namespace onsale::waiting_room
