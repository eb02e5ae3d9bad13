// The operator's routes about an event's sale: prices, settings, and the levers for seats and
// money.
#include <utility>

#include <fmt/format.h>

#include "adapter/http/operator/call/admin_routes.hpp"
#include "adapter/http/operator/call/admin_sale_answers.hpp"
#include "adapter/http/operator/call/admin_sale_effects.hpp"
#include "payment/codec/terms_json.hpp"

namespace onsale::http {
namespace {

namespace command = sale::command;
using sale::SaleLevers;
using sale::SaleSettings;

AdminRefusal terms_refusal(const payment::TermsProblem& problem) {
    AdminRefusal refusal = bad_field(problem.field, problem.message);
    if (problem.unfit) refusal.code = ErrorCode::kSettingsRefused;
    return refusal;
}

AdminWork change_sale(AdminCall call, bool from_defaults) {
    const auto event = find_admin_event(call);
    if (!event) co_return fail(event.error());
    if (auto late = version_conflict(call, sale_version(call.context, event->id)))
        co_return fail(std::move(*late));
    const SaleSettings before = sale_settings(call.context, event->id);
    auto after = sale::settings_from_json(call.body, from_defaults ? SaleSettings{} : before);
    if (!after) co_return fail(refusal_of(after.error()));
    const operate::Effect effect = effect_of_settings(before, *after);
    command::SetSettings set{event->id, std::make_shared<const SaleSettings>(*after), call.dry_run};
    const auto outcome = co_await call.context.sale_office->call(std::move(set));
    if (!outcome) co_return fail(refusal_of(outcome.error()));
    co_return change_answer(call, effect, *outcome);
}

}  // namespace

AdminWork show_terms(AdminCall call) {
    const auto event = find_admin_event(call);
    if (!event) co_return fail(event.error());
    const payment::Terms* const terms = call.context.sale.terms(event->id);
    if (terms == nullptr) co_return fail(AdminRefusal{ErrorCode::kNoPrices});
    co_return json_answer(payment::to_json(*terms));
}

AdminWork set_terms(AdminCall call) {
    const auto event = find_admin_event(call);
    if (!event) co_return fail(event.error());
    if (auto late = version_conflict(call, sale_version(call.context, event->id)))
        co_return fail(std::move(*late));
    auto terms = payment::terms_from_json(call.body);
    if (!terms) co_return fail(terms_refusal(terms.error()));
    const bool first = call.context.sale.terms(event->id) == nullptr;
    command::SetTerms set{event->id, std::make_shared<const payment::Terms>(std::move(*terms)),
                          call.dry_run};
    const auto outcome = co_await call.context.sale_office->call(std::move(set));
    if (!outcome) co_return fail(refusal_of(outcome.error()));
    co_return change_answer(call, effect_of_terms(first), *outcome);
}

AdminWork show_sale(AdminCall call) {
    const auto event = find_admin_event(call);
    if (!event) co_return fail(event.error());
    const LoopContext& context = call.context;
    boost::json::object body{
        {"settings", sale::to_json(sale_settings(context, event->id))},
        {"levers", sale::to_json(sale_levers(context, event->id), provider_names(context))},
        {"version", sale_version(context, event->id)}};
    if (is_pending(call)) body["pending"] = true;
    co_return json_answer(std::move(body));
}

AdminWork replace_sale(AdminCall call) {
    return change_sale(std::move(call), true);
}

AdminWork edit_sale(AdminCall call) {
    return change_sale(std::move(call), false);
}

AdminWork set_sale_levers(AdminCall call) {
    const auto event = find_admin_event(call);
    if (!event) co_return fail(event.error());
    if (auto late = version_conflict(call, sale_version(call.context, event->id)))
        co_return fail(std::move(*late));
    const SaleLevers before = sale_levers(call.context, event->id);
    auto after = sale::levers_from_json(call.body, before, provider_names(call.context));
    if (!after) co_return fail(refusal_of(after.error()));
    const operate::Effect effect = effect_of_sale_levers(before, *after);
    command::SetLevers set{event->id, std::make_shared<const SaleLevers>(std::move(*after)),
                           call.dry_run};
    const auto outcome = co_await call.context.sale_office->call(std::move(set));
    if (!outcome) co_return fail(refusal_of(outcome.error()));
    co_return change_answer(call, effect, *outcome);
}

}  // namespace onsale::http
