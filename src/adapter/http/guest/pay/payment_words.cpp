#include "adapter/http/guest/pay/payment_words.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "adapter/http/guest/plain/plain_page_html.hpp"
#include "payment/domain/currencies.hpp"

namespace onsale::http {

using payment::DeclineReason;
using payment::EndReason;
using payment::RefundState;

namespace {

constexpr OrderWords kEnglish = {
    .order = "Order",
    .booking = "Booking number",
    .seats = "Seats",
    .seats_back = "Given back",
    .total = "Total",
    .total_left = "Paid after refunds",
    .until = "Until",
    .paid = "Paid. Your seats are booked.",
    .paid_part = "Some of your seats were given back. The others are booked.",
    .paid_back = "All of your seats were given back. This booking is no longer valid at the door.",
    .declined = "The payment was not accepted. Nothing was charged.",
    .at_page = "Waiting for your payment on the payment company's page.",
    .confirming = "Your payment is being confirmed.",
    .unknown = "We do not know yet whether your payment went through.",
    .do_not_pay = "Do not pay again. Your seats are kept for you.",
    .ask_at = "We ask the payment company again at {}.",
    .person_looks = "Our staff is asking the payment company. Keep the order code.",
    .may_close = "You may close this page and open it again later.",
    .ended = "This order is over.",
    .money_back = "Refund",
    .to_event = "Back to the event",
    .test = "TEST - no real money",
    .one_moment = "One moment, please",
    .send_again =
        "Your payment could not be saved just now. Reload this page and confirm that the "
        "browser sends it again: nothing is done or paid twice.",
};

constexpr OrderWords kKorean = {
    .order = "주문 번호",
    .booking = "예매 번호",
    .seats = "좌석",
    .seats_back = "취소된 좌석",
    .total = "결제 금액",
    .total_left = "환불 후 결제 금액",
    .until = "마감 시각",
    .paid = "결제가 완료되어 예매가 확정되었습니다.",
    .paid_part = "일부 좌석이 취소되었습니다. 나머지 좌석의 예매는 유효합니다.",
    .paid_back = "모든 좌석이 취소된 예매입니다. 이 예매로는 입장할 수 없습니다.",
    .declined = "결제가 승인되지 않았습니다. 청구된 금액은 없습니다.",
    .at_page = "결제 페이지에서 결제를 기다리고 있습니다.",
    .confirming = "결제를 확인하고 있습니다.",
    .unknown = "결제가 완료되었는지 아직 알 수 없습니다.",
    .do_not_pay = "다시 결제하지 마세요. 좌석은 그대로 유지됩니다.",
    .ask_at = "{}에 결제사에 다시 확인합니다.",
    .person_looks = "담당자가 결제사에 확인하고 있습니다. 주문 번호를 보관해 주세요.",
    .may_close = "이 페이지를 닫았다가 나중에 다시 열어도 됩니다.",
    .ended = "종료된 주문입니다.",
    .money_back = "환불 금액",
    .to_event = "공연 페이지로 돌아가기",
    .test = "테스트 - 실제 결제가 아닙니다",
    .one_moment = "잠시만 기다려 주세요",
    .send_again =
        "방금 결제 내용을 저장하지 못했습니다. 이 페이지를 새로 고치고, 브라우저가 물으면 "
        "다시 보내기를 눌러 주세요. 두 번 처리되거나 결제되지 않습니다.",
};

std::string_view either(Language language, std::string_view english, std::string_view korean) {
    return language == Language::kKorean ? korean : english;
}

}  // namespace

const OrderWords& order_words(Language language) {
    return language == Language::kKorean ? kKorean : kEnglish;
}

std::string_view advice_after(DeclineReason reason, Language language) {
    switch (reason) {
        case DeclineReason::kLimit:
            return either(language, "The limit or the balance was too low: try another card.",
                          "한도나 잔액이 부족합니다. 다른 카드로 시도해 주세요.");
        case DeclineReason::kCard:
            return either(language, "This card is not accepted: try another one.",
                          "사용할 수 없는 카드입니다. 다른 카드로 시도해 주세요.");
        case DeclineReason::kGuestLeft:
            return either(language, "You left the payment page: you can pay again.",
                          "결제 페이지에서 나왔습니다. 다시 결제할 수 있습니다.");
        case DeclineReason::kExpired:
            return either(language, "The payment page timed out: you can pay again.",
                          "결제 페이지의 시간이 지났습니다. 다시 결제해 주세요.");
        case DeclineReason::kReversed:
            return either(language, "The payment was cancelled: you can pay again.",
                          "결제가 취소되었습니다. 다시 결제할 수 있습니다.");
        case DeclineReason::kProviderUnavailable:
            return either(language,
                          "The payment company did not answer: try again or another way to pay.",
                          "결제사가 응답하지 않았습니다. 다시 시도하거나 다른 수단을 이용해 "
                          "주세요.");
        case DeclineReason::kOther:
            break;
    }
    return either(language, "Try again, with another card or another way to pay.",
                  "다른 카드나 다른 결제 수단으로 다시 시도해 주세요.");
}

std::string_view words_for(EndReason reason, Language language) {
    switch (reason) {
        case EndReason::kHoldExpired:
            return either(language, "The time to pay was over and the seats were given back.",
                          "결제 시간이 지나 좌석이 반환되었습니다.");
        case EndReason::kPayTimeUsed:
            return either(language, "The time to pay was used up and the seats were given back.",
                          "결제 시간을 모두 사용해 좌석이 반환되었습니다.");
        case EndReason::kAttemptsUsed:
            return either(language, "The last attempt to pay failed; the seats were given back.",
                          "결제 시도 횟수를 모두 사용해 좌석이 반환되었습니다.");
        case EndReason::kCancelled:
            return either(language, "You cancelled it; the seats were given back.",
                          "직접 취소한 주문입니다. 좌석이 반환되었습니다.");
        case EndReason::kRevoked:
            return either(language, "The seller cancelled it.", "판매자가 취소한 주문입니다.");
        case EndReason::kWrongAmount:
            return either(language,
                          "A different amount was paid than requested; it is refunded in full.",
                          "다른 금액이 결제되어 전액 환불됩니다.");
        case EndReason::kSeatsLost:
            return either(language, "The payment came too late; it is refunded in full.",
                          "결제가 늦게 도착해 전액 환불됩니다.");
    }
    return {};
}

std::string_view words_for(RefundState state, Language language) {
    switch (state) {
        case RefundState::kRequested:
        case RefundState::kSent:
            return either(language, "on its way", "처리 중");
        case RefundState::kDone:
            return either(language, "done", "완료");
        case RefundState::kFailed:
            return either(language, "not done yet; our staff is looking into it",
                          "아직 처리되지 않음, 담당자가 확인합니다");
        case RefundState::kUnknown:
            return either(language, "being checked with the payment company", "결제사에 확인 중");
    }
    return {};
}

// Amounts are in the smallest unit.
std::string money_text(const payment::Money& money, Language language) {
    constexpr int kUsual = 2;  // For a currency that no list knows.
    const auto amount = static_cast<std::uint64_t>(std::max<std::int64_t>(money.amount, 0));
    const std::string_view code = money.currency.text();
    if (money.currency == payment::kWon)
        return grouped(amount) + std::string{either(language, " won", "원")};
    const int decimals = payment::decimals_of(money.currency).value_or(kUsual);
    if (decimals == 0) return fmt::format("{} {}", grouped(amount), code);
    std::uint64_t whole = 1;
    for (int i = 0; i < decimals; ++i)
        whole *= 10;
    return fmt::format("{}.{:0{}} {}", grouped(amount / whole), amount % whole, decimals, code);
}

}  // namespace onsale::http
