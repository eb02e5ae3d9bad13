#include "adapter/http/api/error/api_error.hpp"

#include <algorithm>
#include <array>

namespace onsale::http {
namespace {

// In the order of ErrorCode.
constexpr std::array<ErrorEntry, kErrorCodes> kEntries = {{
    {404, "NOT_FOUND", "This address does not exist.", "찾을 수 없는 주소입니다."},
    {405, "METHOD_NOT_ALLOWED", "This method is not allowed at this address.",
     "허용되지 않은 요청 방식입니다."},
    {421, "HOST_NOT_ALLOWED", "This host name is not served here.",
     "이 서버가 담당하지 않는 호스트입니다."},
    {400, "BAD_JSON", "The body is not valid JSON for this call.",
     "요청 본문의 JSON 형식이 올바르지 않습니다."},
    {400, "BAD_FIELD", "A field is missing or has a wrong value.",
     "필드가 없거나 값이 올바르지 않습니다."},
    {400, "UNKNOWN_QUERY_KEY", "This query key is not allowed here.",
     "허용되지 않은 쿼리 항목입니다."},
    {415, "UNSUPPORTED_MEDIA_TYPE", "Send the body as application/json.",
     "본문은 application/json 으로 보내 주세요."},
    {403, "FOREIGN_ORIGIN",
     "A change with cookies must come from this site or carry X-Onsale-Request: 1.",
     "이 사이트에서 보낸 요청만 처리할 수 있습니다."},
    {404, "EVENT_NOT_FOUND", "There is no such event.", "존재하지 않는 공연입니다."},
    {401, "VISITOR_REQUIRED", "Open the event's page first; it gives you a visitor cookie.",
     "먼저 공연 페이지를 열어 주세요. 방문자 쿠키가 발급됩니다."},
    {401, "SITE_TOKEN_REQUIRED", "This event needs the token of the site that sells it.",
     "판매 사이트의 로그인 토큰이 필요합니다."},
    {401, "SITE_TOKEN_INVALID", "The site's token was not accepted; sign in there again.",
     "토큰이 유효하지 않습니다. 다시 로그인해 주세요."},
    {501, "ACCOUNTS_NOT_AVAILABLE", "Accounts are not available on this server.",
     "이 서버에서는 계정을 사용할 수 없습니다."},
    {401, "QUEUE_TOKEN_REQUIRED", "Enter the line first; it gives you a queue token.",
     "먼저 대기열에 입장해 주세요."},
    {401, "QUEUE_TOKEN_INVALID", "The queue token is not valid; enter the line again.",
     "대기열 토큰이 유효하지 않습니다. 다시 입장해 주세요."},
    {403, "ENTRY_TOKEN_REQUIRED", "It is not your turn, or your admission is over.",
     "아직 입장 순서가 아니거나 입장 시간이 끝났습니다."},
    {409, "NOT_OPEN_YET", "The waiting room has not opened yet.",
     "아직 대기실이 열리지 않았습니다."},
    {409, "EVENT_CLOSED", "The sale is over.", "판매가 종료되었습니다."},
    {409, "SOLD_OUT", "Everything is sold.", "모두 매진되었습니다."},
    {409, "JOINS_STOPPED", "Nobody can join the line right now; try again soon.",
     "지금은 대기열에 입장할 수 없습니다. 잠시 후 다시 시도해 주세요."},
    {503, "LINE_FULL", "The line is full; try again soon.",
     "대기열이 가득 찼습니다. 잠시 후 다시 시도해 주세요."},
    {403, "NOT_ELIGIBLE", "This part of the sale is for invited guests only.",
     "이번 판매 대상이 아닙니다."},
    {403, "CODE_UNKNOWN", "This access code is not known.", "등록되지 않은 코드입니다."},
    {409, "CODE_USED_UP", "This access code has been used up.", "이미 모두 사용된 코드입니다."},
    {403, "GUEST_BARRED", "You cannot join this line.", "이 대기열에 입장할 수 없습니다."},
    {409, "NO_PLACE", "You have no place in this line.", "대기열에 자리가 없습니다."},
    {409, "PLACE_MOVED", "Your place went to another device; continue there.",
     "다른 기기로 옮겨졌습니다. 그 기기에서 계속해 주세요."},
    {409, "PLACE_NOT_MOVABLE", "Sign in on the other device; your place is there too.",
     "다른 기기에서 로그인하면 순서가 그대로 이어집니다."},
    {403, "MOVE_CODE_INVALID", "This code is wrong, was used or is older than a minute.",
     "코드가 틀렸거나 이미 사용되었거나 1분이 지났습니다."},
    {409, "STILL_BUYING", "Finish or give back your seats before you continue on another device.",
     "선점한 좌석의 결제를 마치거나 좌석을 반납한 뒤 기기를 옮겨 주세요."},
    {409, "HAS_PLACE", "This device has a place in this line; leave it first.",
     "이 기기는 이미 대기 중입니다. 먼저 대기열에서 나가 주세요."},
    {409, "NOT_ADMITTED", "You are not admitted (any more).", "입장 상태가 아닙니다."},
    {409, "EXTENSION_NOT_ALLOWED", "This sale has no time extensions.",
     "이 판매에서는 시간을 연장할 수 없습니다."},
    {409, "EXTENSION_USED", "You have used all time extensions.", "시간 연장을 모두 사용했습니다."},
    {404, "PERFORMANCE_NOT_FOUND", "There is no such performance, or it has no seats yet.",
     "존재하지 않는 회차이거나 아직 좌석이 없습니다."},
    {409, "SALE_NOT_OPEN", "Seats are not on sale right now.", "지금은 판매 중이 아닙니다."},
    {409, "HOLDS_STOPPED", "Seats cannot be chosen right now; try again soon.",
     "지금은 좌석을 선택할 수 없습니다. 잠시 후 다시 시도해 주세요."},
    {409, "SECTION_STOPPED", "Seats of this section are not on sale right now; choose another.",
     "이 구역은 지금 판매하지 않습니다. 다른 구역을 선택해 주세요."},
    {409, "LIMIT_REACHED", "This exceeds the maximum number of seats per guest.",
     "1인당 구매할 수 있는 좌석 수를 넘었습니다."},
    {409, "PHASE_SHARE_USED", "The seats of this part of the sale are taken; more follow later.",
     "이번 판매분의 좌석이 모두 선점되었습니다. 나머지는 다음 판매에서 열립니다."},
    {400, "NOTHING_CHOSEN", "Choose at least one seat.", "좌석을 하나 이상 선택해 주세요."},
    {404, "SEAT_NOT_FOUND", "This hall has no such seat.", "존재하지 않는 좌석입니다."},
    {409, "HOLD_LIMIT", "You can choose fewer seats at once.",
     "한 번에 선택할 수 있는 좌석 수를 넘었습니다."},
    {409, "ACCESSIBLE_LIMIT", "You can choose fewer accessible seats at once.",
     "한 번에 선택할 수 있는 휠체어석 수를 넘었습니다."},
    {409, "COMPANION_ALONE", "Choose a companion seat together with its accessible seat.",
     "동반석은 휠체어석과 함께 선택해 주세요."},
    {409, "SEAT_TAKEN", "Somebody was faster; choose other seats.",
     "이미 선택된 좌석입니다. 다른 좌석을 선택해 주세요."},
    {409, "SEAT_GIVEN_BACK", "You gave this seat back a short time ago; choose another.",
     "조금 전에 반납한 좌석은 바로 다시 선택할 수 없습니다."},
    {409, "TOO_MANY_CHANGES", "You have changed your seats too often; try again in some minutes.",
     "좌석을 너무 자주 바꾸었습니다. 몇 분 뒤 다시 시도해 주세요."},
    {409, "HOLD_TIME_OVER", "The time to choose and pay is over.",
     "좌석 선택과 결제 시간이 끝났습니다."},
    {409, "ORDER_BEING_PAID", "Your seats are being paid; finish or cancel that first.",
     "결제가 진행 중입니다. 먼저 결제를 마치거나 취소해 주세요."},
    {409, "NO_HOLD", "You hold no seats here.", "선택한 좌석이 없습니다."},
    {409, "NOT_ENOUGH_SEATS", "Not enough seats of this kind are free; try fewer or another kind.",
     "조건에 맞는 좌석이 부족합니다. 매수나 조건을 바꾸어 주세요."},
    {409, "NOT_TOGETHER", "Not enough adjacent seats are free; try fewer or another kind.",
     "연석이 없습니다. 매수나 조건을 바꾸어 주세요."},
    {409, "SEAT_LOST", "Your time ended and another guest took one of your seats.",
     "시간이 지나 다른 분이 좌석을 선택했습니다."},
    {409, "PROVIDER_NOT_ALLOWED",
     "This event does not accept this payment provider; choose another.",
     "이 공연에서 사용할 수 없는 결제 수단입니다. 다른 수단을 선택해 주세요."},
    {409, "PROVIDER_STOPPED",
     "This payment provider is stopped right now; choose another or try again soon.",
     "지금은 이 결제 수단을 사용할 수 없습니다. 다른 수단을 선택하거나 잠시 후 다시 시도해 "
     "주세요."},
    {404, "PROVIDER_NOT_FOUND", "There is no such payment provider.",
     "존재하지 않는 결제 수단입니다."},
    {409, "PROVIDER_REFUSED",
     "The payment company refused to begin this payment; choose another way to pay.",
     "결제사가 결제를 시작하지 못했습니다. 다른 결제 수단을 선택해 주세요."},
    {503, "PROVIDER_UNAVAILABLE",
     "The payment company does not answer; nothing was paid, it is safe to try again.",
     "결제사가 응답하지 않습니다. 결제되지 않았으니 다시 시도해도 안전합니다."},
    {409, "NO_PRICES", "These seats have no price yet.", "아직 가격이 정해지지 않은 좌석입니다."},
    {409, "PRICE_TYPE_UNKNOWN", "A seat has no such price type.", "선택할 수 없는 권종입니다."},
    {409, "NOTHING_TO_PAY", "There is nothing to pay for these seats.", "결제할 금액이 없습니다."},
    {404, "ORDER_NOT_FOUND", "You have no such order.", "주문을 찾을 수 없습니다."},
    {404, "BOOKING_NOT_FOUND", "You have no such booking.", "예매 내역을 찾을 수 없습니다."},
    {409, "PAYMENT_UNKNOWN",
     "Do not pay again: we are asking the payment company for the result of your last payment.",
     "다시 결제하지 마세요. 이전 결제의 결과를 결제사에 확인하고 있습니다."},
    {409, "ATTEMPTS_USED", "The maximum number of payment attempts is reached.",
     "결제를 시도할 수 있는 횟수를 모두 사용했습니다."},
    {409, "ORDER_ENDED", "This order has ended and can no longer be paid.",
     "종료된 주문입니다. 더 결제할 수 없습니다."},
    {409, "ALREADY_PAID", "This order is paid.", "이미 결제된 주문입니다."},
    {409, "NOT_PAYING", "This order is not waiting for a payment; begin the payment again.",
     "결제 진행 중인 주문이 아닙니다. 결제를 다시 시작해 주세요."},
    {409, "PAYMENT_MISMATCH", "This is not the payment that this order waits for.",
     "주문과 결제 정보가 일치하지 않습니다."},
    {400, "PAYMENT_RETURN_INVALID", "This return address is not valid; open your order instead.",
     "올바르지 않은 결제 복귀 주소입니다. 주문 페이지를 열어 주세요."},
    {401, "WEBHOOK_REFUSED", "The signature of this message is not valid.",
     "알림의 서명을 확인할 수 없습니다."},
    {409, "NOT_PAID", "This order is not paid; there is nothing to refund.",
     "결제되지 않은 주문이라 환불할 금액이 없습니다."},
    {409, "NOT_REFUNDABLE", "These seats can no longer be refunded.",
     "환불할 수 있는 기간이 지났습니다."},
    {409, "SEAT_NOT_IN_ORDER", "A seat is not part of this order.", "이 주문에 없는 좌석입니다."},
    {409, "ALREADY_REFUNDED", "These seats are already refunded.", "이미 환불된 좌석입니다."},
    {409, "AMOUNT_CHANGED", "The amount has changed; check it before you agree.",
     "환불 금액이 바뀌었습니다. 금액을 다시 확인해 주세요."},
    {422, "IDEMPOTENCY_KEY_REUSED", "This Idempotency-Key was already used for another request.",
     "다른 요청에 이미 사용된 Idempotency-Key입니다."},
    {428, "PROOF_OF_WORK_REQUIRED", "Solve the challenge first.",
     "먼저 확인 과제를 풀어야 합니다."},
    {403, "PROOF_OF_WORK_INVALID", "The solution is wrong or too old.",
     "확인 과제의 답이 틀렸거나 시간이 지났습니다."},
    {403, "BOT_REFUSED", "This request looks automated.", "자동화된 요청으로 보입니다."},
    {429, "TOO_MANY_REQUESTS", "Too many requests; slow down.",
     "요청이 너무 많습니다. 잠시 후 다시 시도해 주세요."},
    {429, "TOO_MANY_JOINS", "Too many new guests from your network; try again soon.",
     "같은 네트워크에서 입장이 너무 많습니다. 잠시 후 다시 시도해 주세요."},
    {409, "STREAM_OFF", "Live updates are for guests near the front; keep polling.",
     "실시간 알림은 순서가 가까울 때 제공됩니다."},
    {503, "STREAM_FULL", "No event stream is available; keep polling.",
     "실시간 알림 연결이 가득 찼습니다."},
    {503, "OVERLOADED", "The server is busy; try again in a moment. Your place is safe.",
     "접속이 많습니다. 잠시 후 다시 시도해 주세요. 순서는 유지됩니다."},
    {503, "STORAGE_UNAVAILABLE", "Nothing can be saved right now; your place is safe.",
     "지금은 저장할 수 없습니다. 순서는 유지됩니다."},
    {503, "OUTCOME_UNKNOWN", "It is not known whether this was done; it is safe to try again.",
     "처리 여부를 확인할 수 없습니다. 다시 시도해도 안전합니다."},
    {401, "KEY_REQUIRED", "Send the API key as Authorization: Bearer.", "API 키가 필요합니다."},
    {403, "KEY_INVALID", "This API key is not accepted here.", "API 키가 유효하지 않습니다."},
    {409, "EVENT_KEY_TAKEN", "An event with this key already exists.",
     "이미 사용 중인 공연 키입니다."},
    {422, "SETTINGS_REFUSED", "The settings are not valid.", "설정을 적용할 수 없습니다."},
    {409, "WRONG_STATE", "The event's state does not allow this.",
     "현재 공연 상태에서는 할 수 없습니다."},
    {409, "VERSION_CONFLICT", "Somebody else changed the event; read it again.",
     "다른 운영자가 먼저 변경했습니다. 다시 읽어 주세요."},
    {422, "TOO_MANY", "That is more than the limit.", "허용 한도를 넘었습니다."},
    {404, "PHASE_NOT_FOUND", "The event has no such phase.", "존재하지 않는 판매 단계입니다."},
    {409, "HALL_EXISTS", "This performance already has a hall, which cannot be replaced.",
     "이 회차에는 이미 좌석 배치도가 있습니다."},
    {422, "HALL_PLAN_REFUSED", "The hall plan has mistakes.",
     "좌석 배치도에 잘못된 부분이 있습니다."},
    {404, "SECTION_NOT_FOUND", "No hall of this event has such a section.",
     "존재하지 않는 구역입니다."},
    {404, "GRADE_NOT_FOUND", "This hall has no such grade.", "존재하지 않는 등급입니다."},
    {404, "GUEST_NOT_FOUND", "This id does not identify a guest of this event.",
     "이 공연의 이용자가 아닙니다."},
    {422, "PRICE_MISSING", "A grade of a hall has no price.", "가격이 없는 등급이 있습니다."},
    {422, "IMAGE_REFUSED", "This picture cannot be used.", "사용할 수 없는 이미지입니다."},
    {404, "IMAGE_NOT_FOUND", "There is no such picture.", "존재하지 않는 이미지입니다."},
    {409, "DRAW_NOT_DONE", "There is no finished draw for this event.", "추첨이 아직 없습니다."},
    {403, "LOCAL_ONLY", "This is possible only on the server itself.",
     "서버에서만 실행할 수 있습니다."},
    {501, "STORY_NOT_AVAILABLE",
     "With Redis only order histories are available: look for the order.",
     "대기열을 Redis에 두는 구성에서는 주문 기록만 조회할 수 있습니다."},
    {500, "INTERNAL", "Something went wrong on our side.", "서버 오류가 발생했습니다."},
}};

// Different texts for operators.
constexpr std::array<ErrorEntry, 2> kForOperators = {{
    {503, "OVERLOADED", "The server is busy; try again in a moment.",
     "서버가 바쁩니다. 잠시 후 다시 시도해 주세요."},
    {503, "STORAGE_UNAVAILABLE",
     "The storage is not available, so nothing was done; the details, if any, say why.",
     "저장소를 사용할 수 없어 처리하지 않았습니다. 상세 내용이 있으면 원인이 적혀 있습니다."},
}};

std::string error_body(const ErrorEntry& error, Language language, std::string_view details) {
    std::string body = R"({"code":")";
    body += error.code;
    body += R"(","message":")";
    body += language == Language::kKorean ? error.korean : error.english;
    body += R"(","details":)";
    body += details;
    body += "}";
    return body;
}

}  // namespace

const ErrorEntry& entry(ErrorCode code) {
    return kEntries[static_cast<std::size_t>(code)];
}

std::optional<ErrorCode> error_named(std::string_view code) {
    const auto found = std::ranges::find(kEntries, code, &ErrorEntry::code);
    if (found == kEntries.end()) return std::nullopt;
    return static_cast<ErrorCode>(found - kEntries.begin());
}

Language language_of(const Request& request) {
    const std::string_view accepted = request.header("accept-language");
    return accepted.find("ko") < accepted.find("en") ? Language::kKorean : Language::kEnglish;
}

std::string error_body(ErrorCode code, Language language, std::string_view details) {
    return error_body(entry(code), language, details);
}

std::string operator_error_body(ErrorCode code, Language language, std::string_view details) {
    const auto found = std::ranges::find(kForOperators, entry(code).code, &ErrorEntry::code);
    return error_body(found == kForOperators.end() ? entry(code) : *found, language, details);
}

ErrorCode api_error(waiting_room::EnterError error) {
    using waiting_room::EnterError;
    switch (error) {
        case EnterError::kUnknownEvent:
            return ErrorCode::kEventNotFound;
        case EnterError::kNotOpenYet:
            return ErrorCode::kNotOpenYet;
        case EnterError::kClosed:
            return ErrorCode::kEventClosed;
        case EnterError::kSoldOut:
            return ErrorCode::kSoldOut;
        case EnterError::kJoinsStopped:
            return ErrorCode::kJoinsStopped;
        case EnterError::kLineFull:
            return ErrorCode::kLineFull;
        case EnterError::kNotEligible:
            return ErrorCode::kNotEligible;
        case EnterError::kCodeUnknown:
            return ErrorCode::kCodeUnknown;
        case EnterError::kCodeUsedUp:
            return ErrorCode::kCodeUsedUp;
        case EnterError::kBarred:
            return ErrorCode::kGuestBarred;
        case EnterError::kUnavailable:
            return ErrorCode::kStorageUnavailable;
        case EnterError::kOutcomeUnknown:
            return ErrorCode::kOutcomeUnknown;
    }
    return ErrorCode::kInternal;
}

ErrorCode api_error(waiting_room::PlaceError error) {
    using waiting_room::PlaceError;
    switch (error) {
        case PlaceError::kUnknownEvent:
            return ErrorCode::kEventNotFound;
        case PlaceError::kNoPlace:
            return ErrorCode::kNoPlace;
        case PlaceError::kMoved:
            return ErrorCode::kPlaceMoved;
        case PlaceError::kNotAdmitted:
            return ErrorCode::kNotAdmitted;
        case PlaceError::kNoExtensions:
            return ErrorCode::kExtensionNotAllowed;
        case PlaceError::kExtensionsUsed:
            return ErrorCode::kExtensionUsed;
        case PlaceError::kUnavailable:
            return ErrorCode::kStorageUnavailable;
        case PlaceError::kOutcomeUnknown:
            return ErrorCode::kOutcomeUnknown;
    }
    return ErrorCode::kInternal;
}

ErrorCode api_error(waiting_room::MoveError error) {
    using waiting_room::MoveError;
    switch (error) {
        case MoveError::kUnknownEvent:
            return ErrorCode::kEventNotFound;
        case MoveError::kNotMovable:
            return ErrorCode::kPlaceNotMovable;
        case MoveError::kNoPlace:
            return ErrorCode::kNoPlace;
        case MoveError::kMoved:
            return ErrorCode::kPlaceMoved;
        case MoveError::kCodeInvalid:
            return ErrorCode::kMoveCodeInvalid;
        case MoveError::kBuying:
            return ErrorCode::kBuying;
        case MoveError::kHasPlace:
            return ErrorCode::kHasPlace;
        case MoveError::kBarred:
            return ErrorCode::kGuestBarred;
        case MoveError::kUnavailable:
            return ErrorCode::kStorageUnavailable;
        case MoveError::kOutcomeUnknown:
            return ErrorCode::kOutcomeUnknown;
    }
    return ErrorCode::kInternal;
}

ErrorCode api_error(waiting_room::OperatorError error) {
    using waiting_room::OperatorError;
    switch (error) {
        case OperatorError::kUnknownEvent:
            return ErrorCode::kEventNotFound;
        case OperatorError::kKeyTaken:
            return ErrorCode::kEventKeyTaken;
        case OperatorError::kBadSettings:
            return ErrorCode::kSettingsRefused;
        case OperatorError::kWrongState:
            return ErrorCode::kWrongState;
        case OperatorError::kVersionConflict:
            return ErrorCode::kVersionConflict;
        case OperatorError::kTooMany:
            return ErrorCode::kTooMany;
        case OperatorError::kUnknownPhase:
            return ErrorCode::kPhaseNotFound;
        case OperatorError::kUnavailable:
            return ErrorCode::kStorageUnavailable;
        case OperatorError::kOutcomeUnknown:
            return ErrorCode::kOutcomeUnknown;
    }
    return ErrorCode::kInternal;
}

}  // namespace onsale::http
