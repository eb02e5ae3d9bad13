#include "tests/differential/hall_oracle.hpp"

namespace onsale::differential {

using seat::HallError;

std::string word(HallError error) {
    switch (error) {
        case HallError::kNothingChosen:
            return "nothing_chosen";
        case HallError::kUnknownSeat:
            return "unknown_seat";
        case HallError::kTooManySeats:
            return "too_many_seats";
        case HallError::kTooManyAccessible:
            return "too_many_accessible";
        case HallError::kCompanionAlone:
            return "companion_alone";
        case HallError::kSeatTaken:
            return "seat_taken";
        case HallError::kGivenBack:
            return "given_back";
        case HallError::kTooManyChanges:
            return "too_many_changes";
        case HallError::kTimeOver:
            return "time_over";
        case HallError::kBeingPaid:
            return "being_paid";
        case HallError::kNoHold:
            return "no_hold";
        case HallError::kSeatLost:
            return "seat_lost";
        case HallError::kWrongHold:
            return "wrong_hold";
        case HallError::kNotEnough:
        case HallError::kNotTogether:
        case HallError::kNotSold:
        case HallError::kNotBlocked:
        case HallError::kNotReturned:
        case HallError::kTextTooLong:
        case HallError::kBadRules:
        case HallError::kUnavailable:
        case HallError::kOutcomeUnknown:
            break;
    }
    return "no script says this";
}

std::string word(sale::HoldError error) {
    using sale::HoldError;
    switch (error) {
        case HoldError::kUnknownEvent:
            return "unknown_event";
        case HoldError::kUnknownPerformance:
            return "unknown_performance";
        case HoldError::kNotOpen:
            return "not_open";
        case HoldError::kNoAdmission:
            return "no_admission";
        case HoldError::kHoldsStopped:
            return "holds_stopped";
        case HoldError::kSectionStopped:
            return "section_stopped";
        case HoldError::kLimitReached:
            return "limit_reached";
        case HoldError::kPhaseShareUsed:
            return "phase_share_used";
        case HoldError::kHall:
        case HoldError::kUnavailable:
        case HoldError::kOutcomeUnknown:
            break;
    }
    return "no script says this";
}

}  // namespace onsale::differential
