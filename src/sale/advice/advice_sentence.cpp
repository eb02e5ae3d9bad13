#include "sale/advice/advice_sentence.hpp"

#include <cstdint>

namespace onsale::sale {
namespace {

// "12,000": both languages group by three digits.
std::string grouped(std::uint64_t number) {
    constexpr std::size_t kGroup = 3;
    std::string text = std::to_string(number);
    for (std::size_t end = text.size(); end > kGroup;) {
        end -= kGroup;
        text.insert(end, ",");
    }
    return text;
}

std::string seconds(Duration duration) {
    return std::to_string(std::chrono::duration_cast<std::chrono::seconds>(duration).count());
}

std::uint32_t idle(const SaleNumbers& now) {
    return now.max_active - now.active;
}

std::string english_cause(const SaleNumbers& now, AdviceReason reason) {
    const SeatsLeft seats = now.seats.value_or(SeatsLeft{});
    switch (reason) {
        case AdviceReason::kSteady:
            return "Nothing asks for a change.";
        case AdviceReason::kPaymentsFailing:
            return "Only " + grouped(now.payments.approved) + " of the last " +
                   grouped(now.payments.all()) + " payments were approved, " +
                   grouped(now.payments.unknown) + " have no answer.";
        case AdviceReason::kPaymentsSlow:
            return "One payment in twenty takes " + seconds(now.payments.latency_p95) +
                   " s or longer.";
        case AdviceReason::kSeatsRunOut:
            return "Only " + grouped(seats.free) + " seats are free and " +
                   grouped(seats.may_return) + " may return, for the " + grouped(now.active) +
                   " guests already inside.";
        case AdviceReason::kSlotsIdle:
            return grouped(idle(now)) + " of " + grouped(now.max_active) +
                   " places inside are empty while " + grouped(now.waiting) + " guests wait.";
    }
    return {};
}

std::string korean_cause(const SaleNumbers& now, AdviceReason reason) {
    const SeatsLeft seats = now.seats.value_or(SeatsLeft{});
    switch (reason) {
        case AdviceReason::kSteady:
            return "바꿀 이유가 없습니다.";
        case AdviceReason::kPaymentsFailing:
            return "최근 결제 " + grouped(now.payments.all()) + "건 중 " +
                   grouped(now.payments.approved) + "건만 승인되었고 " +
                   grouped(now.payments.unknown) + "건은 응답이 없습니다.";
        case AdviceReason::kPaymentsSlow:
            return "결제 20건 중 1건은 " + seconds(now.payments.latency_p95) + "초 이상 걸립니다.";
        case AdviceReason::kSeatsRunOut:
            return "이미 입장한 " + grouped(now.active) + "명에게 빈 좌석은 " +
                   grouped(seats.free) + "석, 돌아올 수 있는 좌석은 " + grouped(seats.may_return) +
                   "석뿐입니다.";
        case AdviceReason::kSlotsIdle:
            return grouped(now.waiting) + "명이 기다리는데 동시 입장 " + grouped(now.max_active) +
                   "자리 중 " + grouped(idle(now)) + "자리가 비어 있습니다.";
    }
    return {};
}

}  // namespace

std::string english_sentence(const SaleNumbers& now, AdviceReason reason, std::uint32_t rate) {
    const std::string cause = english_cause(now, reason);
    if (rate == now.admit_per_second)
        return cause + " Keep letting in " + grouped(rate) + " a second.";
    return cause + " Let in " + grouped(rate) + " a second instead of " +
           grouped(now.admit_per_second) + ".";
}

std::string korean_sentence(const SaleNumbers& now, AdviceReason reason, std::uint32_t rate) {
    const std::string cause = korean_cause(now, reason);
    if (rate == now.admit_per_second)
        return cause + " 초당 입장 " + grouped(rate) + "명을 유지하세요.";
    return cause + " 초당 입장을 " + grouped(now.admit_per_second) + "명에서 " + grouped(rate) +
           "명으로 바꾸세요.";
}

}  // namespace onsale::sale
