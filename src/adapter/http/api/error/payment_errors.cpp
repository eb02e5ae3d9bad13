#include "adapter/http/api/error/payment_errors.hpp"

namespace onsale::http {

using payment::GatewayError;
using payment::OrderError;
using sale::PayError;

ErrorCode api_error(OrderError error) {
    switch (error) {
        case OrderError::kUnknownEvent:
        case OrderError::kBadTerms:
            return ErrorCode::kNoPrices;
        case OrderError::kUnknownOrder:
            return ErrorCode::kOrderNotFound;
        case OrderError::kBadSeats:
            return ErrorCode::kNoHold;
        case OrderError::kNothingToPay:
            return ErrorCode::kNothingToPay;
        case OrderError::kHoldOver:
        case OrderError::kTooLate:
            return ErrorCode::kHoldTimeOver;
        case OrderError::kAlreadyPaying:
        case OrderError::kBeingPaid:
            return ErrorCode::kOrderBeingPaid;
        case OrderError::kKeyReused:
            return ErrorCode::kIdempotencyKeyReused;
        case OrderError::kStillAsking:
            return ErrorCode::kPaymentUnknown;
        case OrderError::kAttemptsUsed:
            return ErrorCode::kAttemptsUsed;
        case OrderError::kEnded:
        case OrderError::kWrongState:
            return ErrorCode::kOrderEnded;
        case OrderError::kAlreadyPaid:
            return ErrorCode::kAlreadyPaid;
        case OrderError::kNotPaying:
            return ErrorCode::kNotPaying;
        case OrderError::kMismatch:
            return ErrorCode::kPaymentMismatch;
        case OrderError::kNotPaid:
            return ErrorCode::kNotPaid;
        case OrderError::kNotRefundable:
            return ErrorCode::kNotRefundable;
        case OrderError::kSeatNotInOrder:
            return ErrorCode::kSeatNotInOrder;
        case OrderError::kAlreadyRefunded:
            return ErrorCode::kAlreadyRefunded;
        case OrderError::kAmountChanged:
            return ErrorCode::kAmountChanged;
        case OrderError::kTooMany:
            return ErrorCode::kTooMany;
        case OrderError::kUnavailable:
            return ErrorCode::kStorageUnavailable;
        case OrderError::kOutcomeUnknown:
            return ErrorCode::kOutcomeUnknown;
    }
    return ErrorCode::kInternal;
}

ErrorCode api_error(const sale::PayRefusal& refusal) {
    switch (refusal.error) {
        case PayError::kUnknownEvent:
            return ErrorCode::kEventNotFound;
        case PayError::kUnknownPerformance:
            return ErrorCode::kPerformanceNotFound;
        case PayError::kNotOpen:
            return ErrorCode::kSaleNotOpen;
        case PayError::kNoAdmission:
            return ErrorCode::kEntryTokenRequired;
        case PayError::kNoHold:
            return ErrorCode::kNoHold;
        case PayError::kNoPrices:
            return ErrorCode::kNoPrices;
        case PayError::kUnknownPriceType:
            return ErrorCode::kPriceTypeUnknown;
        case PayError::kProviderStopped:
            return ErrorCode::kProviderStopped;
        case PayError::kSeatTaken:
            return ErrorCode::kSeatTaken;
        case PayError::kLimitReached:
            return ErrorCode::kLimitReached;
        case PayError::kUnknownOrder:
            return ErrorCode::kOrderNotFound;
        case PayError::kOrder:
            return api_error(refusal.order);
        case PayError::kUnavailable:
            return ErrorCode::kStorageUnavailable;
        case PayError::kOutcomeUnknown:
            return ErrorCode::kOutcomeUnknown;
    }
    return ErrorCode::kInternal;
}

ErrorCode api_error(GatewayError error) {
    switch (error) {
        case GatewayError::kRefused:
            return ErrorCode::kProviderRefused;
        case GatewayError::kUnavailable:
        // Opening a page moves no money: a retry gives the same payment.
        case GatewayError::kOutcomeUnknown:
            return ErrorCode::kProviderUnavailable;
    }
    return ErrorCode::kInternal;
}

}  // namespace onsale::http
