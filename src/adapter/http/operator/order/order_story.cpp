// An order's history in words.
#include <map>

#include <boost/json/array.hpp>
#include <fmt/format.h>

#include "adapter/http/operator/order/order_json.hpp"

namespace onsale::http {
namespace {

namespace json = boost::json;
using payment::ActorKind;
using payment::DeclineReason;
using payment::EndReason;
using payment::Money;
using payment::OrderState;
using payment::RefundState;
using payment::RefundWhy;

struct Sentence {
    std::string who;
    std::string what;
};

// Sentences of the same instant keep their order of insertion.
using Story = std::multimap<Instant, Sentence>;

std::string who_text(const payment::Actor& actor) {
    switch (actor.kind) {
        case ActorKind::kGuest:
            return "guest";
        case ActorKind::kProvider:
            return "provider";
        case ActorKind::kOperator:
            return actor.staff == 0 ? "operator" : fmt::format("operator {}", actor.staff);
        case ActorKind::kSystem:
            return "system";
    }
    return "";
}

std::string money_text(const Money& money) {
    return fmt::format("{} {}", money.amount, money.currency.text());
}

std::string_view words(DeclineReason reason) {
    switch (reason) {
        case DeclineReason::kOther:
            return "without a reason";
        case DeclineReason::kLimit:
            return "because of the card's limit or balance";
        case DeclineReason::kCard:
            return "because of the card";
        case DeclineReason::kGuestLeft:
            return "because the guest left the payment page";
        case DeclineReason::kExpired:
            return "because the guest did not finish in time";
        case DeclineReason::kReversed:
            return "and taken back, for its answer was lost";
        case DeclineReason::kProviderUnavailable:
            return "because the provider could not be reached";
    }
    return "";
}

std::string_view words(EndReason reason) {
    switch (reason) {
        case EndReason::kHoldExpired:
            return "the time to pay was over";
        case EndReason::kPayTimeUsed:
            return "all the time for paying was used";
        case EndReason::kAttemptsUsed:
            return "all attempts were used";
        case EndReason::kCancelled:
            return "the guest cancelled it";
        case EndReason::kRevoked:
            return "an operator ended it";
        case EndReason::kWrongAmount:
            return "another amount was charged";
        case EndReason::kSeatsLost:
            return "the seats were gone when the money came";
    }
    return "";
}

std::string_view words(RefundWhy why) {
    switch (why) {
        case RefundWhy::kGuestWish:
            return "the guest wished it";
        case RefundWhy::kOrganiserFault:
            return "it is the organiser's fault";
        case RefundWhy::kLateCharge:
            return "the charge came after the end of the order";
        case RefundWhy::kDuplicateCharge:
            return "it was charged twice";
        case RefundWhy::kWrongAmount:
            return "another amount was charged";
        case RefundWhy::kSeatsLost:
            return "the seats were gone";
    }
    return "";
}

std::string_view words(RefundState state) {
    switch (state) {
        case RefundState::kRequested:
            return "it will be sent to the provider";
        case RefundState::kSent:
            return "the provider was asked and has not answered yet";
        case RefundState::kDone:
            return "the money is on its way back";
        case RefundState::kFailed:
            return "the provider refused it, and it can be retried";
        case RefundState::kUnknown:
            return "what became of it is not known";
    }
    return "";
}

// A step's reason is a decline reason or an end reason, depending on the new state.
std::string step_text(const payment::Step& step, std::size_t attempt) {
    switch (step.to) {
        case OrderState::kHeld:
            return fmt::format("The payment was declined {}.",
                               words(static_cast<DeclineReason>(step.why)));
        case OrderState::kPaying:
            return fmt::format("Attempt {} to pay began.", attempt);
        case OrderState::kUnknown:
            return "The provider's answer is missing: the money may have moved, the seats are "
                   "kept, the provider is asked.";
        case OrderState::kPaid:
            return "The order is paid and the seats are sold.";
        case OrderState::kEnded:
            return fmt::format("The order ended: {}.", words(static_cast<EndReason>(step.why)));
        case OrderState::kAwaitingDeposit:
            return "The order waits for a deposit.";
    }
    return "";
}

std::string asking_text(const payment::Inquiry& inquiry) {
    const std::string_view then =
        inquiry.next_at ? "and will be asked again"
                        : "and is no longer asked by itself: ask again, or look there";
    return fmt::format("The provider was asked {} time(s) about attempt {} {}.", inquiry.tries,
                       inquiry.attempt, then);
}

void tell_steps(const payment::Order& order, Story& story) {
    std::size_t attempt = 0;
    for (const payment::Step& step : order.history) {
        if (step.to == OrderState::kPaying) ++attempt;
        story.insert({step.at, {who_text(step.by), step_text(step, attempt)}});
    }
}

void tell_money(const payment::Order& order, Story& story) {
    for (const payment::Charge& charge : order.charges)
        story.insert({charge.at,
                      {"provider", fmt::format("{} were charged in attempt {}.",
                                               money_text(charge.amount), charge.attempt)}});
    for (std::size_t i = 0; i < order.refunds.size(); ++i) {
        const payment::Refund& refund = order.refunds[i];
        story.insert(
            {refund.requested_at,
             {who_text(refund.by), fmt::format("Refund {} of {} was asked for because {}; {}.", i,
                                               money_text(refund.quote.amount), words(refund.why),
                                               words(refund.state))}});
    }
}

}  // namespace

json::array order_story(const KnownOrder& known) {
    const payment::Order& order = known.order();
    Story story;
    tell_money(order, story);  // Money that moves at the instant of a step is listed before it.
    tell_steps(order, story);
    if (order.inquiry)
        story.insert({known.context.clock.now(), {"system", asking_text(*order.inquiry)}});
    json::array sentences;
    for (const auto& [at, sentence] : story)
        sentences.push_back(
            {{"at", known.time_text(at)}, {"who", sentence.who}, {"what", sentence.what}});
    return sentences;
}

}  // namespace onsale::http
