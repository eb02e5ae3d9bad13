#include "adapter/http/api/error/seat_errors.hpp"

#include "adapter/http/api/error/json_text.hpp"

namespace onsale::http {

using sale::HoldError;
using seat::HallError;

namespace {

void append_id(std::string& out, std::string_view id) {
    if (!out.ends_with('[')) out += ',';
    append_json_string(out, id);
}

}  // namespace

ErrorCode api_error(HallError error) {
    switch (error) {
        case HallError::kNothingChosen:
            return ErrorCode::kNothingChosen;
        case HallError::kUnknownSeat:
            return ErrorCode::kSeatNotFound;
        case HallError::kTooManySeats:
            return ErrorCode::kHoldLimit;
        case HallError::kTooManyAccessible:
            return ErrorCode::kAccessibleLimit;
        case HallError::kCompanionAlone:
            return ErrorCode::kCompanionAlone;
        case HallError::kSeatTaken:
            return ErrorCode::kSeatTaken;
        case HallError::kGivenBack:
            return ErrorCode::kSeatGivenBack;
        case HallError::kTooManyChanges:
            return ErrorCode::kTooManyChanges;
        case HallError::kTimeOver:
            return ErrorCode::kHoldTimeOver;
        case HallError::kBeingPaid:
            return ErrorCode::kOrderBeingPaid;
        case HallError::kNoHold:
        case HallError::kWrongHold:
            return ErrorCode::kNoHold;
        case HallError::kNotEnough:
            return ErrorCode::kNotEnoughSeats;
        case HallError::kNotTogether:
            return ErrorCode::kNotTogether;
        case HallError::kSeatLost:
            return ErrorCode::kSeatLost;
        case HallError::kNotSold:
        case HallError::kNotBlocked:
        case HallError::kNotReturned:
            return ErrorCode::kWrongState;
        case HallError::kTextTooLong:
            return ErrorCode::kBadField;
        case HallError::kBadRules:
            return ErrorCode::kSettingsRefused;
        case HallError::kUnavailable:
            return ErrorCode::kStorageUnavailable;
        case HallError::kOutcomeUnknown:
            return ErrorCode::kOutcomeUnknown;
    }
    return ErrorCode::kInternal;
}

ErrorCode api_error(const sale::HoldRefusal& refusal) {
    switch (refusal.error) {
        case HoldError::kUnknownEvent:
            return ErrorCode::kEventNotFound;
        case HoldError::kUnknownPerformance:
            return ErrorCode::kPerformanceNotFound;
        case HoldError::kNotOpen:
            return ErrorCode::kSaleNotOpen;
        case HoldError::kNoAdmission:
            return ErrorCode::kEntryTokenRequired;
        case HoldError::kHoldsStopped:
            return ErrorCode::kHoldsStopped;
        case HoldError::kSectionStopped:
            return ErrorCode::kSectionStopped;
        case HoldError::kLimitReached:
            return ErrorCode::kLimitReached;
        case HoldError::kPhaseShareUsed:
            return ErrorCode::kPhaseShareUsed;
        case HoldError::kHall:
            return api_error(refusal.hall.error);
        case HoldError::kUnavailable:
            return ErrorCode::kStorageUnavailable;
        case HoldError::kOutcomeUnknown:
            return ErrorCode::kOutcomeUnknown;
    }
    return ErrorCode::kInternal;
}

std::string hold_details(const sale::HoldRefusal& refusal, const seat::Seating& seating) {
    const auto& [error, seats, offers] = refusal.hall;
    if (seats.empty() && offers.empty() && refusal.unknown_seats.empty()) return "{}";
    std::string details = R"({"seats":[)";
    for (const std::string& id : refusal.unknown_seats)
        append_id(details, id);
    for (const seat::SeatIndex seat : seats)
        if (seating.has(seat)) append_id(details, seating.id(seat));
    details += ']';
    if (refusal.error == HoldError::kHall && error == HallError::kSeatTaken) {
        details += R"(,"offers":[)";
        for (const seat::SeatIndex seat : offers)
            append_id(details, seating.id(seat));
        details += ']';
    }
    return details + "}";
}

std::string with_left(std::string details, const seat::StateCounts& counts) {
    details.pop_back();
    if (!details.ends_with('{')) details += ',';
    details += R"("seatsFree":)";
    append_number(details, counts[seat::SeatState::kFree]);
    details += R"(,"seatsMayReturn":)";
    append_number(details, counts.may_return());
    return details + '}';
}

}  // namespace onsale::http
