// The operator's routes about single orders and bookings: story, refund, cancel, query the
// provider.
#include <charconv>
#include <utility>

#include <boost/json/array.hpp>

#include "adapter/http/operator/call/admin_body.hpp"
#include "adapter/http/operator/call/admin_routes.hpp"
#include "adapter/http/operator/call/admin_sale_answers.hpp"
#include "adapter/http/operator/order/order_json.hpp"
#include "base/base64url.hpp"
#include "operate/domain/message_codes.hpp"
#include "payment/domain/order_code.hpp"
#include "seat/domain/plan.hpp"

namespace onsale::http {
namespace {

namespace json = boost::json;
namespace command = sale::command;
using payment::RefundWhy;
using sale::OrderOutcome;

constexpr payment::Actor kOperator{payment::ActorKind::kOperator};
constexpr std::size_t kWhyMax = 16;

AdminRefusal no_order(const AdminCall& call) {
    return {ErrorCode::kOrderNotFound, {{"order", call.key()}}};
}

boost::asio::awaitable<OrderOutcome> find_order(AdminCall& call) {
    const auto code = payment::parse_order_code(call.key());
    if (!code) co_return fail(sale::PayRefusal{sale::PayError::kUnknownOrder});
    command::ShowOrder show{*code, std::nullopt};
    co_return co_await call.context.orders->call(std::move(show));
}

// Subject of the audit entry.
std::string about(const AdminCall& call, const OrderOutcome& outcome) {
    return "order " + call.key() + " guest " + hex_encode(outcome->order.guest);
}

AdminAnswer told(const AdminCall& call, const operate::Effect& effect,
                 const OrderOutcome& outcome) {
    AdminAnswer answer = change_answer(call, effect, 1);
    answer.about = about(call, outcome);
    return answer;
}

struct RefundRequest {
    std::vector<std::string> seats;
    RefundWhy why = RefundWhy::kGuestWish;
    std::optional<std::int64_t> amount;
};

Result<RefundRequest, AdminRefusal> read_refund(const AdminCall& call) {
    AdminBody body{call.body};
    RefundRequest request;
    if (const json::array* const list = body.list("seats", payment::kLinesMax))
        for (const json::value& seat : *list) {
            const auto* const id = seat.if_string();
            if (id == nullptr || !seat::is_id(*id, seat::kSeatIdBytesMax))
                body.refuse("seats", "must be a list of the ids of seats");
            else
                request.seats.emplace_back(*id);
        }
    const std::string why = body.get<std::string>("why", codec::Line{kWhyMax}).value_or("");
    if (why != "guest" && why != "organiser")
        body.refuse("why", "must be guest, for a refund by the table, or organiser");
    if (why == "organiser") request.why = RefundWhy::kOrganiserFault;
    request.amount = body.get<std::int64_t>("amount", codec::NumberRange{0, payment::kTotalMax});
    if (auto problem = body.refusal()) return fail(std::move(*problem));
    return request;
}

AdminRefusal refund_refusal(const sale::PayRefusal& refused, const std::vector<std::string>& seats,
                            const sale::RefundPreview& quote) {
    AdminRefusal refusal = refusal_of(refused);
    if (!seats.empty()) {
        json::array names;
        for (const std::string& seat : seats)
            names.emplace_back(seat);
        refusal.details["seats"] = std::move(names);
    }
    if (refusal.code == ErrorCode::kAmountChanged && quote)
        refusal.details["amount"] = quote->amount.amount;
    return refusal;
}

// A refund must state the amount that the operator has seen.
AdminRefusal amount_not_said(const payment::RefundQuote& quote) {
    return {ErrorCode::kAmountChanged,
            {{"field", "amount"},
             {"message", "say the amount that is given back, as a rehearsal with dryRun shows it"},
             {"amount", quote.amount.amount}}};
}

AdminAnswer refund_answer(const AdminCall& call, const OrderOutcome& outcome,
                          const payment::RefundQuote& quote) {
    const KnownOrder known{call.context, *outcome};
    const operate::Effect effect{
        operate::effect_message("order_refunded", {{"amount", quote.amount.amount},
                                                   {"currency", quote.amount.currency.text()},
                                                   {"seats", quote.seats.size()}})};
    json::object body = change_body(call, effect, quote.seats.size());
    body["quote"] = payment::to_json(quote, known.seat_name());
    AdminAnswer answer = json_answer(body);
    answer.about = about(call, outcome);
    return answer;
}

AdminOutcome order_outcome(const AdminCall& call, const OrderOutcome& outcome,
                           const operate::Effect& effect) {
    if (!outcome) return fail(refusal_of(outcome.error()));
    return told(call, effect, outcome);
}

// Predicts the writer's decision, for calls that have no dry run in the writer.
std::optional<AdminRefusal> why_not_cancel(const payment::Order& order) {
    if (order.state == payment::OrderState::kPaid) return AdminRefusal{ErrorCode::kAlreadyPaid};
    const bool moving = order.confirming || order.state == payment::OrderState::kUnknown;
    return moving ? std::optional{AdminRefusal{ErrorCode::kOrderBeingPaid}} : std::nullopt;
}

std::optional<AdminRefusal> why_not_ask(const payment::Order& order) {
    const bool parked = order.inquiry && !order.inquiry->next_at;
    return parked ? std::nullopt : std::optional{order_in_wrong_state()};
}

std::optional<AdminRefusal> why_not_retry(const payment::Refund& refund) {
    const bool parked = refund.state == payment::RefundState::kUnknown && !refund.next_at;
    const bool retried = parked || refund.state == payment::RefundState::kFailed;
    return retried ? std::nullopt : std::optional{order_in_wrong_state()};
}

AdminOutcome rehearsed(const AdminCall& call, const OrderOutcome& found,
                       const operate::Effect& effect, std::optional<AdminRefusal> why_not) {
    if (why_not) return fail(std::move(*why_not));
    return told(call, effect, found);
}

}  // namespace

AdminWork show_order(AdminCall call) {
    const auto found = co_await find_order(call);
    if (!found) co_return fail(no_order(call));
    co_return json_answer(order_details({call.context, *found}));
}

AdminWork show_booking(AdminCall call) {
    const AdminRefusal unknown{ErrorCode::kBookingNotFound, {{"booking", call.key()}}};
    const auto number = booking::parse_booking_number(call.key());
    if (!number) co_return fail(unknown);
    command::ShowBooking show{*number, std::nullopt};
    const auto found = co_await call.context.orders->call(std::move(show));
    if (!found) co_return fail(unknown);
    co_return json_answer(order_details({call.context, *found}));
}

AdminWork refund_order(AdminCall call) {
    const auto asked = read_refund(call);
    if (!asked) co_return fail(asked.error());
    const auto found = co_await find_order(call);
    if (!found) co_return fail(no_order(call));
    const payment::Currency currency = found->order.quote.total.currency;
    command::RequestRefund request{found->order.code,
                                   std::nullopt,
                                   asked->seats,
                                   asked->why,
                                   {asked->amount.value_or(0), currency},
                                   kOperator};
    command::PreviewRefund preview{request};
    const auto quote = co_await call.context.orders->call(std::move(preview));
    if (!quote) co_return fail(refund_refusal(quote.error(), asked->seats, quote));
    if (call.dry_run) co_return refund_answer(call, found, *quote);
    if (!asked->amount) co_return fail(amount_not_said(*quote));
    const auto outcome = co_await call.context.orders->call(std::move(request));
    if (!outcome) co_return fail(refund_refusal(outcome.error(), asked->seats, quote));
    co_return refund_answer(call, outcome, outcome->order.refunds[outcome->refund.value].quote);
}

AdminWork cancel_order(AdminCall call) {
    const auto found = co_await find_order(call);
    if (!found) co_return fail(no_order(call));
    const operate::Effect effect{operate::effect_message("order_cancelled")};
    if (call.dry_run) co_return rehearsed(call, found, effect, why_not_cancel(found->order));
    command::CancelOrder cancel{found->order.code, std::nullopt, kOperator};
    const auto outcome = co_await call.context.orders->call(std::move(cancel));
    co_return order_outcome(call, outcome, effect);
}

AdminWork ask_about_order(AdminCall call) {
    const auto found = co_await find_order(call);
    if (!found) co_return fail(no_order(call));
    const operate::Effect effect{operate::effect_message("provider_asked")};
    if (call.dry_run) co_return rehearsed(call, found, effect, why_not_ask(found->order));
    command::AskAgain ask{found->order.code, kOperator};
    const auto outcome = co_await call.context.orders->call(std::move(ask));
    co_return order_outcome(call, outcome, effect);
}

AdminWork retry_refund(AdminCall call) {
    const auto found = co_await find_order(call);
    if (!found) co_return fail(no_order(call));
    const std::string& number = call.path_values[1];
    std::uint16_t index = 0;
    const char* const end = number.data() + number.size();
    const auto read = std::from_chars(number.data(), end, index);
    if (read.ec != std::errc{} || read.ptr != end || index >= found->order.refunds.size())
        co_return fail(bad_field("refund", "must be the number of a refund of this order, from 0"));
    const operate::Effect effect{operate::effect_message("refund_retried")};
    if (call.dry_run)
        co_return rehearsed(call, found, effect, why_not_retry(found->order.refunds[index]));
    command::RetryRefund retry{found->order.code, {index}, kOperator};
    const auto outcome = co_await call.context.orders->call(std::move(retry));
    co_return order_outcome(call, outcome, effect);
}

}  // namespace onsale::http
