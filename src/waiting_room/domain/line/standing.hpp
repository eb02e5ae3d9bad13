#pragma once

#include <cstdint>

#include "waiting_room/domain/fact.hpp"

namespace onsale::waiting_room {

// The state of one number. Takes one byte per number in the line and in every view.
enum class Standing : std::uint8_t {
    kNone,      // Never issued.
    kWaiting,   // Present; can be admitted.
    kAway,      // Silent for a while; keeps the place but is skipped.
    kLeaving,   // Left less than a minute ago; entering again undoes it.
    kAdmitted,  // In the ledger.
    kMissed,    // Did not claim the first admission and has not been seen since.
    kRecalled,  // Missed once and came back; admitted before the line.
    kEndedLeft,
    kEndedSilent,
    kEndedAdmission,
    kEndedCompleted,
    kEndedRevoked,
};

constexpr std::size_t kStandings = 12;

// Whether the number counts in the positions of those behind it.
constexpr bool keeps_place(Standing standing) {
    return standing == Standing::kWaiting || standing == Standing::kAway ||
           standing == Standing::kLeaving;
}

constexpr bool has_ended(Standing standing) {
    return standing >= Standing::kEndedLeft;
}

// Issued and not ended: the number belongs to a guest.
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
