#include "adapter/http/operator/report/advice_effect.hpp"

#include <gtest/gtest.h>

namespace onsale::http {
namespace {

using namespace std::chrono_literals;
using sale::AdviceReason;

sale::SaleNumbers numbers() {
    sale::SaleNumbers now;
    now.max_active = 1'000;
    now.active = 400;
    now.waiting = 40'000;
    now.admit_per_second = 100;
    now.seats = {.free = 740, .may_return = 1'000};
    now.payments = {40, 50, 10, 2s, 12'900ms};
    return now;
}

std::string english(AdviceReason reason, std::uint32_t rate) {
    return format_english(effect_of_advice(numbers(), {rate, reason}));
}

std::string korean(AdviceReason reason, std::uint32_t rate) {
    return format_korean(effect_of_advice(numbers(), {rate, reason}));
}

TEST(AdviceEffect, SaysWhyAndWhatToDo) {
    EXPECT_EQ(english(AdviceReason::kSteady, 100),
              "No change is needed. Keep admitting 100 a second.");
    EXPECT_EQ(english(AdviceReason::kPaymentsFailing, 50),
              "Only 40 of the last 100 payments were approved, 10 have no answer. "
              "Admit 50 a second instead of 100.");
    EXPECT_EQ(english(AdviceReason::kPaymentsSlow, 75),
              "One payment in twenty takes 12 s or longer. Admit 75 a second instead of 100.");
    EXPECT_EQ(english(AdviceReason::kSeatsRunOut, 7),
              "Only 740 seats are free and 1,000 may return, for the 400 admitted guests. "
              "Admit 7 a second instead of 100.");
    EXPECT_EQ(english(AdviceReason::kSlotsIdle, 17'000),
              "600 of 1,000 admissions are not used while 40,000 guests wait. "
              "Admit 17,000 a second instead of 100.");
}

TEST(AdviceEffect, IsAlsoInKorean) {
    EXPECT_EQ(korean(AdviceReason::kPaymentsFailing, 50),
              "최근 결제 100건 중 40건만 승인되었고 10건은 응답이 없습니다. "
              "초당 입장을 100명에서 50명으로 바꾸세요.");
    EXPECT_EQ(korean(AdviceReason::kSlotsIdle, 17),
              "40,000명이 기다리는데 동시 입장 1,000자리 중 600자리가 비어 있습니다. "
              "초당 입장을 100명에서 17명으로 바꾸세요.");
}

TEST(AdviceEffect, HasACodeForEachReason) {
    for (const AdviceReason reason :
         {AdviceReason::kSteady, AdviceReason::kPaymentsFailing, AdviceReason::kPaymentsSlow,
          AdviceReason::kSeatsRunOut, AdviceReason::kSlotsIdle})
        EXPECT_EQ(effect_of_advice(numbers(), {10, reason}).front().code(),
                  "advice_" + std::string{to_word(reason)});
}

}  // namespace
}  // namespace onsale::http
