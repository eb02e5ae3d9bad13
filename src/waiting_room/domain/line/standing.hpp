#pragma once

#include <cstdint>

#include "waiting_room/domain/fact.hpp"

namespace onsale::waiting_room {

// Where one number stands. One byte a number, in the line and in every view.
enum class Standing : std::uint8_t {
    kNone,      // Never issued.
    kWaiting,   // Present; admission may take it.
    kAway,      // Silent for a while; keeps the place, is skipped.
    kLeaving,   // Left less than a minute ago; entering again undoes it.
    kAdmitted,  // In the ledger.
    kMissed,    // Did not claim the first admission and has not been seen since.
    kRecalled,  // Missed once and is back: let in before the line.
    kEndedLeft,
    kEndedSilent,
    kEndedAdmission,
    kEndedCompleted,
    kEndedRevoked,
};

constexpr std::size_t kStandings = 12;

// Counts in the positions of those behind.
constexpr bool keeps_place(Standing standing) {
    return standing == Standing::kWaiting || standing == Standing::kAway ||
           standing == Standing::kLeaving;
}

constexpr bool has_ended(Standing standing) {
    return standing >= Standing::kEndedLeft;
}

// Was issued and has not ended: somebody is behind this number.
constexpr bool is_live(Standing standing) {
    return standing != Standing::kNone && !has_ended(standing);
}

constexpr Standing ended(EndReason reason) {
    switch (reason) {
        case EndReason::kLeft:
            return Standing::kEndedLeft;
        case EndReason::kSilent:
            return Standing::kEndedSilent;
        case EndReason::kAdmissionEnded:
            return Standing::kEndedAdmission;
        case EndReason::kCompleted:
            return Standing::kEndedCompleted;
        case EndReason::kRevoked:
            return Standing::kEndedRevoked;
    }
    return Standing::kNone;
}

}  // namespace onsale::waiting_room
