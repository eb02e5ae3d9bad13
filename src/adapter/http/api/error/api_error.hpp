#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "adapter/http/transport/message/request.hpp"
#include "waiting_room/domain/command.hpp"

namespace onsale::http {

// Every refusal of the API by its stable code. The status and the texts are in api_error.cpp.
enum class ErrorCode : std::uint8_t {
    kNotFound,
    kMethodNotAllowed,
    kHostNotAllowed,
    kBadJson,
    kBadField,
    kUnknownQueryKey,
    kUnsupportedMediaType,
    kForeignOrigin,
    kEventNotFound,
    kVisitorRequired,
    kSiteTokenRequired,
    kSiteTokenInvalid,
    kAccountsNotAvailable,
    kQueueTokenRequired,
    kQueueTokenInvalid,
    kEntryTokenRequired,
    kNotOpenYet,
    kEventClosed,
    kSoldOut,
    kJoinsStopped,
    kLineFull,
    kNotEligible,
    kCodeUnknown,
    kCodeUsedUp,
    kGuestBarred,
    kNoPlace,
    kPlaceMoved,
    kPlaceNotMovable,
    kMoveCodeInvalid,
    kBuying,
    kHasPlace,
    kNotAdmitted,
    kExtensionNotAllowed,
    kExtensionUsed,
    kPerformanceNotFound,
    kSaleNotOpen,
    kHoldsStopped,
    kSectionStopped,
    kLimitReached,
    kPhaseShareUsed,
    kNothingChosen,
    kSeatNotFound,
    kHoldLimit,
    kAccessibleLimit,
    kCompanionAlone,
    kSeatTaken,
    kSeatGivenBack,
    kTooManyChanges,
    kHoldTimeOver,
    kOrderBeingPaid,
    kNoHold,
    kNotEnoughSeats,
    kNotTogether,
    kSeatLost,
    kProviderNotAllowed,
    kProviderStopped,
    kProviderNotFound,
    kProviderRefused,
    kProviderUnavailable,
    kNoPrices,
    kPriceTypeUnknown,
    kNothingToPay,
    kOrderNotFound,
    kBookingNotFound,
    kPaymentUnknown,
    kAttemptsUsed,
    kOrderEnded,
    kAlreadyPaid,
    kNotPaying,
    kPaymentMismatch,
    kPaymentReturnInvalid,
    kWebhookRefused,
    kNotPaid,
    kNotRefundable,
    kSeatNotInOrder,
    kAlreadyRefunded,
    kAmountChanged,
    kIdempotencyKeyReused,
    kProofOfWorkRequired,
    kProofOfWorkInvalid,
    kBotRefused,
    kTooManyRequests,
    kTooManyJoins,
    kStreamOff,
    kStreamFull,
    kOverloaded,
    kStorageUnavailable,
    kOutcomeUnknown,
    kKeyRequired,
    kKeyInvalid,
    kEventKeyTaken,
    kSettingsRefused,
    kWrongState,
    kVersionConflict,
    kTooMany,
    kPhaseNotFound,
    kHallExists,
    kHallPlanRefused,
    kSectionNotFound,
    kGradeNotFound,
    kGuestNotFound,
    kPriceMissing,
    kImageRefused,
    kImageNotFound,
    kDrawNotDone,
    kLocalOnly,
    kStoryNotAvailable,
    kInternal,
};

constexpr std::size_t kErrorCodes = static_cast<std::size_t>(ErrorCode::kInternal) + 1;

enum class Language : std::uint8_t { kEnglish, kKorean };

struct ErrorEntry {
    int status = 500;
    std::string_view code;
    std::string_view english;
    std::string_view korean;
};

const ErrorEntry& entry(ErrorCode code);
std::optional<ErrorCode> error_named(std::string_view code);

// Chosen by Accept-Language. Korean only when it comes before English.
Language language_of(const Request& request);

// {"code","message","details"}: `details` is a JSON object.
std::string error_body(ErrorCode code, Language language, std::string_view details = "{}");
// Like error_body(), for operators. It does not say that a place in line is safe: operators have
// none.
std::string operator_error_body(ErrorCode code, Language language, std::string_view details);

// The only place where a domain error becomes an API error.
ErrorCode api_error(waiting_room::EnterError error);
ErrorCode api_error(waiting_room::PlaceError error);
ErrorCode api_error(waiting_room::MoveError error);
ErrorCode api_error(waiting_room::OperatorError error);

}  // namespace onsale::http
