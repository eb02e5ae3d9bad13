// Preflight checks before a sale, with a test purchase if the operator requests one.
#include <algorithm>
#include <array>
#include <cstring>
#include <ranges>
#include <utility>

#include <boost/json/array.hpp>

#include "adapter/http/api/context/payment_return.hpp"
#include "adapter/http/operator/call/admin_answers.hpp"
#include "adapter/http/operator/call/admin_routes.hpp"
#include "adapter/http/operator/call/admin_sale_answers.hpp"
#include "adapter/http/operator/call/message_json.hpp"
#include "adapter/http/operator/event/preflight.hpp"
#include "adapter/http/operator/event/preflight_sale.hpp"
#include "operate/domain/message_codes.hpp"
#include "payment/domain/order_code.hpp"
#include "sale/app/choose_provider.hpp"
#include "sale/app/try_purchase.hpp"
#include "token/key/random.hpp"

namespace onsale::http {
namespace {

using operate::preflight_message;
using operate::PreflightCheck;
namespace json = boost::json;
using boost::asio::awaitable;
using Checks = std::vector<PreflightCheck>;

// In the currency's smallest unit: 100 won, one dollar. Card networks accept no smaller amount.
constexpr std::int64_t kTrialAmount = 100;
constexpr Duration kTrialLasts = std::chrono::minutes{10};
constexpr std::size_t kAcceptMax = 500;

// `accepted` is a list of warning names that the operator accepts, such as "seats,holds".
bool is_accepted(std::string_view accepted, std::string_view name) {
    return std::ranges::any_of(accepted | std::views::split(','),
                               [&](const auto& one) { return std::string_view{one} == name; });
}

// A step of a test purchase also names its order.
std::string detail_text(const PreflightCheck& check) {
    std::string text = format_english(check.detail);
    const auto& values = check.detail.values;
    const auto order = std::ranges::find(values, "order", &operate::NamedValue::name);
    return order == values.end() ? text : text + " (" + order->value.text() + ")";
}

// An accepted warning counts as ok, but is still shown.
json::object check_json(const PreflightCheck& check, std::string_view accepted) {
    const bool accepts = check.warning && is_accepted(accepted, check.name);
    json::object told{{"name", check.name},
                      {"ok", check.ok || accepts},
                      {"level", check.ok        ? "ok"
                                : check.warning ? "warning"
                                                : "no-go"},
                      {"detail", detail_text(check)},
                      {"code", check.detail.code()},
                      {"values", to_json(check.detail.values)}};
    if (accepts) told["accepted"] = true;
    return told;
}

json::object checks_json(const Checks& checks, std::string_view accepted) {
    json::array list;
    bool go = true;
    for (const PreflightCheck& check : checks) {
        list.push_back(check_json(check, accepted));
        go = go && list.back().at("ok").as_bool();
    }
    return {{"go", go}, {"checks", std::move(list)}};
}

Result<std::string, AdminRefusal> accepted_in(const AdminCall& call) {
    const std::string_view names = call.query.get("accept");
    if (names.size() > kAcceptMax)
        return fail(bad_field("accept", "must be names of checks, 500 bytes at most"));
    return std::string{names};
}

awaitable<Result<Checks, AdminRefusal>> all_checks(AdminCall& call) {
    if (const auto event = find_admin_event(call); !event) co_return fail(event.error());
    auto checks = co_await call.server.preflight(call.key());
    const auto event = find_admin_event(call);
    if (!event) co_return fail(event.error());
    const LoopContext& context = call.context;
    auto own = check_event(*event->line, context.degraded, context.clock.wall());
    const auto sold = check_sale(
        {event->id, event->line->settings(), context.sale, context.providers, context.seller});
    own.insert(own.end(), sold.begin(), sold.end());
    checks.insert(checks.begin(), own.begin(), own.end());
    co_return checks;
}

payment::OrderCode fresh_trial_code() {
    std::array<std::uint8_t, sizeof(std::uint64_t)> bytes{};
    token::random_bytes(bytes);
    std::uint64_t random = 0;
    std::memcpy(&random, bytes.data(), bytes.size());
    return payment::trial_code(random);
}

payment::Money trial_amount(const LoopContext& context, waiting_room::EventId event) {
    const payment::Terms* const terms = context.sale.terms(event);
    return {kTrialAmount, terms != nullptr ? terms->prices.currency : payment::kWon};
}

payment::PaymentRequest trial_request(const LoopContext& context, const Provider& provider,
                                      const payment::Money& amount) {
    const payment::AttemptName name{fresh_trial_code(), 1};
    return {.name = name,
            .amount = amount,
            .title = "TEST PURCHASE",
            .return_url = return_url(context, provider, name),
            .valid_until = context.clock.wall() + kTrialLasts};
}

std::vector<const Provider*> providers_of(const LoopContext& context,
                                          const waiting_room::EventSettings& event) {
    std::vector<const Provider*> found;
    for (const Provider& provider : context.providers)
        if (sale::may_pay_with(provider, event)) found.push_back(&provider);
    return found;
}

PreflightCheck trial_check(const Provider& provider, const sale::TrialStep& step,
                           const std::string& code) {
    operate::Message found = step.found;
    found.values.push_back({"provider", provider.word});
    found.values.push_back({"step", step.name});
    found.values.push_back({"order", code});
    return {provider.word + " " + step.name, step.ok, std::move(found)};
}

// A provider that a lever has stopped is tried too. This is how to find out that it works again.
awaitable<void> add_purchase(LoopContext& context, const Provider& provider,
                             const payment::Money& amount, Checks& checks) {
    payment::PaymentRequest request = trial_request(context, provider, amount);
    const std::string code = to_text(request.name.order);
    const auto steps = co_await sale::try_purchase(*provider.gateway, std::move(request));
    for (const sale::TrialStep& step : steps)
        checks.push_back(trial_check(provider, step, code));
}

}  // namespace

AdminWork run_preflight(AdminCall call) {
    const auto accepted = accepted_in(call);
    if (!accepted) co_return fail(accepted.error());
    const auto checks = co_await all_checks(call);
    if (!checks) co_return fail(checks.error());
    co_return json_answer(checks_json(*checks, *accepted));
}

AdminWork run_test_purchase(AdminCall call) {
    const auto accepted = accepted_in(call);
    if (!accepted) co_return fail(accepted.error());
    const auto event = find_admin_event(call);
    if (!event) co_return fail(event.error());
    const auto providers = providers_of(call.context, event->line->settings());
    const payment::Money amount = trial_amount(call.context, event->id);
    const operate::Effect effect{operate::effect_message(
        "test_purchase", {{"amount", amount.amount}, {"currency", amount.currency.text()}})};
    const auto count = static_cast<std::uint32_t>(providers.size());
    if (call.dry_run)
        co_return effect_answer(call, effect, {.event = {}, .version = 0, .count = count});
    auto checks = co_await all_checks(call);
    if (!checks) co_return fail(checks.error());
    if (providers.empty())
        checks->push_back({"purchase", false, preflight_message("no_way_to_pay")});
    for (const Provider* const provider : providers)
        co_await add_purchase(call.context, *provider, amount, *checks);
    json::object answer = checks_json(*checks, *accepted);
    add_effect(answer, effect);
    answer["count"] = count;
    co_return json_answer(answer);
}

}  // namespace onsale::http
