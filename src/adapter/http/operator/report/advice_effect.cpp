#include "adapter/http/operator/report/advice_effect.hpp"

#include "operate/domain/message_codes.hpp"

namespace onsale::http {

using operate::effect_message;
using sale::AdviceReason;

namespace {

operate::Message reason_message(const sale::SaleNumbers& now, AdviceReason reason) {
    const sale::SeatsLeft seats = now.seats.value_or(sale::SeatsLeft{});
    switch (reason) {
        case AdviceReason::kSteady:
            break;
        case AdviceReason::kPaymentsFailing:
            return effect_message("advice_payments_failing", {{"approved", now.payments.approved},
                                                              {"payments", now.payments.all()},
                                                              {"unknown", now.payments.unknown}});
        case AdviceReason::kPaymentsSlow:
            return effect_message(
                "advice_payments_slow",
                {{"seconds", now.payments.latency_p95 / std::chrono::seconds{1}}});
        case AdviceReason::kSeatsRunOut:
            return effect_message(
                "advice_seats_run_out",
                {{"free", seats.free}, {"mayReturn", seats.may_return}, {"active", now.active}});
        case AdviceReason::kSlotsIdle:
            return effect_message("advice_slots_idle", {{"idle", now.max_active - now.active},
                                                        {"maxActive", now.max_active},
                                                        {"waiting", now.waiting}});
    }
    return effect_message("advice_steady");
}

}  // namespace

operate::Effect effect_of_advice(const sale::SaleNumbers& now, const sale::Advice& advice) {
    operate::Effect effect{reason_message(now, advice.reason)};
    const bool keeps = advice.admit_per_second == now.admit_per_second;
    effect.push_back(
        keeps ? effect_message("advice_keep", {{"admitPerSecond", advice.admit_per_second}})
              : effect_message("advice_change", {{"admitPerSecond", advice.admit_per_second},
                                                 {"before", now.admit_per_second}}));
    return effect;
}

}  // namespace onsale::http
