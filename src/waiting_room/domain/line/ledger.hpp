#pragma once

#include <algorithm>
#include <cstdint>
#include <set>
#include <unordered_map>
#include <utility>

#include "base/time.hpp"
#include "waiting_room/domain/event.hpp"
#include "waiting_room/domain/fact.hpp"
#include "waiting_room/domain/ids.hpp"
#include "waiting_room/domain/line/due_set.hpp"

namespace onsale::waiting_room {

// One live admission. Its times are in line time.
struct Admission {
    std::uint8_t attempt = 1;
    bool claimed = false;
    Instant deadline;
    Instant claim_by;  // Equals the deadline when claims are off.
    Keep keep = Keep::kNot;
    std::uint32_t extensions = 0;  // Number of extensions granted so far.
    // The end of the admission without any hold: what was granted when it opened and with each
    // extension. A later edit of the rules does not change it. Never after the deadline.
    Instant own_end;

    static Admission opened(const LineRules& rules, bool again, Instant line_now);
    std::uint32_t extensions_left(const LineRules& rules) const {
        const std::uint32_t allowed = rules.extensions_allowed();
        return allowed - std::min(allowed, extensions);
    }
    Instant next_due() const {
        if (keep == Keep::kByPayment) return Instant::max();
        return claimed ? deadline : std::min(deadline, claim_by);
    }
    friend bool operator==(const Admission&, const Admission&) = default;
};

// Exactly the live admissions: its size is the number of used slots.
class Ledger {
  public:
    std::uint32_t size() const { return static_cast<std::uint32_t>(by_number_.size()); }
    const Admission* find(Number number) const;
    // True when exactly this admission is live. A later attempt of the same number has another id.
    bool live(AdmissionId admission) const;
    // Deadlines of claims and admissions, earliest first.
    const std::set<std::pair<Instant, Number>>& in_order_of_due() const { return due_.in_order(); }

    void open(Number number, const Admission& admission);
    void claim(Number number);
    void set_deadline(Number number, Instant deadline);
    // Moves the admission's own end by as much as the deadline.
    void extend(Number number, Instant deadline, std::uint32_t extensions);
    void keep(Number number, Keep keep);
    void close(Number number);

    auto begin() const { return by_number_.begin(); }
    auto end() const { return by_number_.end(); }

  private:
    std::unordered_map<Number, Admission> by_number_;
    DueSet due_;
};

}  // namespace onsale::waiting_room
