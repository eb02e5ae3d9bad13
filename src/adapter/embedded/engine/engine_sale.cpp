// The engine's commands that concern seats, orders and how an event sells.
#include <cstring>
#include <type_traits>

#include "adapter/embedded/engine/engine.hpp"
#include "sale/domain/message.hpp"
#include "sale/domain/rule/consequences.hpp"
#include "sale/domain/rule/hold_rules.hpp"
#include "sale/domain/rule/office_rules.hpp"
#include "sale/domain/rule/pay_rules.hpp"

namespace onsale::embedded {
namespace {

bool asks_provider(const sale::Facts& facts) {
    for (const sale::Fact& fact : facts)
        if (const auto* const order = std::get_if<payment::Fact>(&fact))
            if (std::holds_alternative<payment::fact::ConfirmSent>(order->body)) return true;
    return false;
}

}  // namespace

void Engine::draw() {
    const Sha256Digest digest = entropy_();
    std::memcpy(&random_, digest.data(), sizeof random_);
}

// Each command has its own random number, so that what one guest sees of it reveals nothing about
// others.
sale::Moment Engine::moment() {
    draw();
    return {stamp_, random_, zones_};
}

sale::OrderOutcome Engine::settle(sale::OrderDecision decision) {
    const bool calls = asks_provider(decision.facts);
    record(std::move(decision.facts));
    if (!decision.outcome) return fail(decision.outcome.error());
    sale::OrderCopy copy = sale::copy_of(*state_, decision.outcome->order);
    copy.refund = decision.outcome->refund;
    copy.calls_provider = calls;
    return copy;
}

template <class Result>
Result Engine::settle(sale::Decision<Result> decision) {
    record(std::move(decision.facts));
    return std::move(decision.outcome);
}

Outcome Engine::perform(const SaleCommand& command) {
    return std::visit(
        [this](const auto& body) -> Outcome {
            using Typed = std::remove_cvref_t<decltype(body)>::Outcome;
            if constexpr (requires { sale::answer(*state_, body); }) {
                return Typed{sale::answer(*state_, body)};
            } else if constexpr (requires(sale::Moment m) { sale::answer(*state_, body, m); }) {
                return Typed{sale::answer(*state_, body, moment())};
            } else {
                auto decision = sale::decide(*state_, body, moment());
                if constexpr (requires { body.rehearse; })
                    if (body.rehearse) decision.facts.clear();
                Typed outcome = settle(std::move(decision));
                // A guest may see the effect of this random number, so later decisions must not use
                // it.
                draw();
                return outcome;
            }
        },
        command);
}

void Engine::free_seats() {
    for (const auto& [id, hall] : state_->halls()) {
        const Instant line_now = state_->line_time(hall.event, stamp_.now);
        if (hall.seats.something_due(line_now))
            record(sale::decide_hall_deadlines(*state_, id, moment()));
    }
}

void Engine::tick_orders() {
    for (;;) {
        sale::Facts facts = sale::decide_order_deadlines(*state_, moment());
        if (facts.empty()) return;
        record(std::move(facts));
    }
}

void Engine::tell(const sale::Fact& fact) {
    for (const sale::Message& message : sale::messages_of(*state_, fact, stamp_.now))
        messages_.push_back(outbox_row(message));
}

void Engine::prune_outbox(std::uint64_t up_to) {
    if (health_ != Health::kOk) return;
    // A full disk is harmless here. After a failed sync the state of the file is unknown.
    if (journal_->prune_outbox(up_to) == AppendError::kFailed) health_ = Health::kFailed;
}

bool Engine::is_buying(waiting_room::EventId event, const GuestId& guest) const {
    const Instant line_now = state_->line_time(event, stamp_.now);
    for (const sale::HallId id : state_->halls().of(event)) {
        const seat::Visit* const visit = state_->halls().find(id)->seats.visit(guest, line_now);
        if (visit != nullptr && visit->state != seat::Visit::State::kNoHold) return true;
    }
    return false;
}

}  // namespace onsale::embedded
