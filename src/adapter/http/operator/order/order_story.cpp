#include "adapter/http/operator/order/order_story.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "operate/domain/message_codes.hpp"
#include "payment/domain/words.hpp"

namespace onsale::http {
namespace {

using operate::Message;
using operate::MessageValues;
using operate::order_story_message;
using operate::wording_of;
using payment::DeclineReason;
using payment::EndReason;
using payment::OrderState;

using Story = std::vector<OrderStoryLine>;

std::string who_text(const payment::Actor& actor) {
    const bool named = actor.kind == payment::ActorKind::kOperator && actor.staff != 0;
    std::string who{to_word(actor.kind)};
    return named ? fmt::format("{} {}", who, actor.staff) : who;
}

MessageValues with_money(const payment::Money& money, MessageValues values) {
    values.push_back({"amount", money.amount});
    values.push_back({"currency", money.currency.text()});
    return values;
}

// A step's reason is a decline reason or an end reason, depending on the new state.
Message step_message(const payment::Step& step, std::size_t attempt) {
    switch (step.to) {
        case OrderState::kHeld:
            return order_story_message("declined",
                                       {{"reason", wording_of<operate::kDeclineWordings>(
                                                       static_cast<DeclineReason>(step.why))}});
        case OrderState::kPaying:
            return order_story_message("attempt_began", {{"attempt", attempt}});
        case OrderState::kUnknown:
            return order_story_message("outcome_unknown");
        case OrderState::kPaid:
            return order_story_message("paid");
        case OrderState::kEnded:
            return order_story_message(
                "ended",
                {{"reason", wording_of<operate::kEndWordings>(static_cast<EndReason>(step.why))}});
        case OrderState::kAwaitingDeposit:
            return order_story_message("awaits_deposit");
    }
    return {};
}

// Lines with equal times stay in insertion order.
void tell(Story& story, OrderStoryLine line) {
    const auto after = std::ranges::upper_bound(story, line.at, {}, &OrderStoryLine::at);
    story.insert(after, std::move(line));
}

void tell_steps(const payment::Order& order, Story& story) {
    std::size_t attempt = 0;
    for (const payment::Step& step : order.history) {
        if (step.to == OrderState::kPaying) ++attempt;
        tell(story, {step.at, who_text(step.by), step_message(step, attempt)});
    }
}

void tell_money(const payment::Order& order, Story& story) {
    for (const payment::Charge& charge : order.charges)
        tell(story, {charge.at, std::string{to_word(payment::ActorKind::kProvider)},
                     order_story_message(
                         "charged", with_money(charge.amount, {{"attempt", charge.attempt}}))});
    for (std::size_t i = 0; i < order.refunds.size(); ++i) {
        const payment::Refund& refund = order.refunds[i];
        tell(story, {refund.requested_at, who_text(refund.by),
                     order_story_message(
                         "refund_asked",
                         with_money(refund.quote.amount,
                                    {{"refund", i},
                                     {"reason", wording_of<operate::kRefundWordings>(refund.why)},
                                     {"state",
                                      wording_of<operate::kRefundStateWordings>(refund.state)}}))});
    }
}

Message inquiry_message(const payment::Inquiry& inquiry) {
    return order_story_message(
        inquiry.next_at ? operate::OrderStoryCode{"asked_and_again"} : "asked_for_the_last_time",
        {{"tries", inquiry.tries}, {"attempt", inquiry.attempt}});
}

}  // namespace

std::vector<OrderStoryLine> order_story(const payment::Order& order, Instant now) {
    Story story;
    tell_money(order, story);  // Money first, so that it precedes a step of the same instant.
    tell_steps(order, story);
    if (order.inquiry)
        tell(story, {now, std::string{to_word(payment::ActorKind::kSystem)},
                     inquiry_message(*order.inquiry)});
    return story;
}

}  // namespace onsale::http
