#include "waiting_room/domain/line/ledger.hpp"

#include "base/assert.hpp"

namespace onsale::waiting_room {

Admission Admission::opened(const LineRules& rules, bool again, Instant line_now) {
    const bool claims_off = rules.claim_within == Duration{0};
    return {.attempt = static_cast<std::uint8_t>(again ? 2 : 1),
            .claimed = claims_off,
            .deadline = line_now + rules.admission_ttl,
            .claim_by = line_now + (claims_off ? rules.admission_ttl : rules.claim_within),
            .keep = Keep::kNot,
            .extensions = 0,
            .own_end = line_now + rules.admission_ttl};
}

const Admission* Ledger::find(Number number) const {
    const auto found = by_number_.find(number);
    return found == by_number_.end() ? nullptr : &found->second;
}

bool Ledger::live(AdmissionId admission) const {
    const Number number = number_of(admission);
    const Admission* const found = find(number);
    return found != nullptr && admission_id(number, found->attempt) == admission;
}

void Ledger::open(Number number, const Admission& admission) {
    const bool fresh = by_number_.emplace(number, admission).second;
    ONSALE_ASSERT(fresh);
    due_.set(number, admission.next_due());
}

void Ledger::claim(Number number) {
    Admission& admission = by_number_.at(number);
    admission.claimed = true;
    due_.set(number, admission.next_due());
}

void Ledger::set_deadline(Number number, Instant deadline) {
    Admission& admission = by_number_.at(number);
    admission.deadline = deadline;
    due_.set(number, admission.next_due());
}

void Ledger::extend(Number number, Instant deadline, std::uint32_t extensions) {
    Admission& admission = by_number_.at(number);
    admission.own_end += deadline - admission.deadline;
    admission.extensions = extensions;
    set_deadline(number, deadline);
}

void Ledger::keep(Number number, Keep keep) {
    Admission& admission = by_number_.at(number);
    admission.keep = keep;
    due_.set(number, admission.next_due());
}

void Ledger::close(Number number) {
    const auto found = by_number_.find(number);
    ONSALE_ASSERT(found != by_number_.end());
    due_.erase(number);
    by_number_.erase(found);
}

}  // namespace onsale::waiting_room
