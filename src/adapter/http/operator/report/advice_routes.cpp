// The operator's route that applies the advice of the live numbers.
#include "adapter/http/operator/call/admin_answers.hpp"
#include "adapter/http/operator/call/admin_routes.hpp"
#include "adapter/http/operator/report/advice_effect.hpp"
#include "adapter/http/operator/report/sale_numbers.hpp"

namespace onsale::http {

AdminWork apply_advice(AdminCall call) {
    using waiting_room::EventSettings;
    const auto event = find_admin_event(call);
    if (!event) co_return fail(event.error());
    if (auto late = version_conflict(call, event->version())) co_return fail(std::move(*late));
    const sale::SaleNumbers now = advice_numbers(call.context, event->id, call.live);
    const sale::Advice advice = sale::advise(now);
    const operate::Effect effect = effect_of_advice(now, advice);
    EventSettings after = event->settings();
    if (after.rules.admit_per_second == advice.admit_per_second)
        co_return effect_answer(call, effect, {event->id, event->version(), 0});
    after.rules.admit_per_second = advice.admit_per_second;
    waiting_room::command::EditEvent edit{event->id, std::make_shared<const EventSettings>(after),
                                          event->version(), call.dry_run};
    const auto outcome = co_await call.context.office.call(std::move(edit));
    co_return effect_outcome(call, effect, outcome);
}

}  // namespace onsale::http
