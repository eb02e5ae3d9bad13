#pragma once

#include <stdexcept>
#include <utility>
#include <vector>

#include <boost/asio/awaitable.hpp>

#include "adapter/http/api/context/loop_context.hpp"
#include "sale/domain/rule/office_rules.hpp"
#include "waiting_room/domain/event_rules.hpp"
#include "waiting_room/domain/line/line_rules.hpp"
#include "waiting_room/domain/line/place_move.hpp"
#include "waiting_room/domain/waiting_room.hpp"

namespace onsale::http::testing {

constexpr Instant kTestStart = instant_from_ms(1'800'000'000'000);

struct TestTime final : TimeSource {
    Instant wall() const override { return kTestStart; }
    Duration steady() const override { return Duration{1000}; }
};

// The real rules over a room in memory, without persistence: decide, evolve, publish.
class TestRoom : public waiting_room::EventOffice, public waiting_room::WaitingLines {
  public:
    template <class Outcome>
    using Work = boost::asio::awaitable<Outcome>;
    using Operator = Work<waiting_room::OperatorOutcome>;
    using Place = Work<waiting_room::PlaceOutcome>;

    LoopContext* context = nullptr;
    const sale::State* sale = nullptr;  // The rules of this sale bind edits, too.
    bool broken = false;                // If true, every operator's call throws.
    std::vector<waiting_room::command::Revoke> revokes;
    std::vector<waiting_room::Number> seen_numbers;
    int seen_calls = 0;
    waiting_room::WaitingRoom room;
    waiting_room::MoveOffers offers;  // Offers of the only line in which tests move places.

    void publish(waiting_room::EventId event, waiting_room::FactBodies facts) {
        for (waiting_room::FactBody& body : facts) {
            const waiting_room::Fact fact{event, std::move(body)};
            room.evolve(fact, kTestStart);
            context->view.apply(fact, kTestStart);
        }
    }

    Operator create(waiting_room::command::CreateEvent create) override {
        if (broken) throw std::runtime_error{"broken"};
        if (const auto problem = check(*create.settings))
            co_return fail(waiting_room::OperatorRefusal{waiting_room::OperatorError::kBadSettings,
                                                         problem->field, problem->message});
        const waiting_room::EventId id = room.next_id();
        publish(id, {waiting_room::fact::EventCreated{create.settings}});
        co_return waiting_room::Changed{id, 1, 1};
    }
    Operator edit(waiting_room::command::EditEvent edit) override {
        co_return decided(edit, sale == nullptr
                                    ? waiting_room::decide(*room.find(edit.event), edit, kStamp)
                                    : sale::decide(*sale, edit, kStamp));
    }
    Operator change(waiting_room::command::ChangeLifecycle change) override {
        co_return decided(change, decide(*room.find(change.event), change, kStamp));
    }
    Operator delay(waiting_room::command::DelayOpening delay) override {
        co_return decided(delay, decide(*room.find(delay.event), delay, kStamp));
    }
    Operator set_levers(waiting_room::command::SetLevers set) override {
        co_return decided(set, decide(*room.find(set.event), set));
    }
    Operator freeze(waiting_room::command::FreezeDeadlines freeze) override {
        co_return decided(freeze, decide(*room.find(freeze.event), freeze));
    }
    Operator move(waiting_room::command::MoveDeadlines move) override {
        co_return decided(move, decide(*room.find(move.event), move));
    }
    Operator list_guests(waiting_room::command::ListGuests list) override {
        co_return decided(list, decide(*room.find(list.event), list));
    }
    Operator bar_guests(waiting_room::command::BarGuests bar) override {
        co_return decided(bar, decide(*room.find(bar.event), bar));
    }
    Operator issue_codes(waiting_room::command::IssueCodes issue) override {
        co_return decided(issue, decide(*room.find(issue.event), issue));
    }

    Work<waiting_room::EnterOutcome> enter(waiting_room::command::Enter enter) override {
        auto decision = decide(*room.find(enter.event), enter);
        publish(enter.event, std::move(decision.facts));
        publish(enter.event, decide_admissions(*room.find(enter.event), kTestStart));
        co_return decision.outcome;
    }
    Work<waiting_room::EligibilityOutcome> check_eligibility(
        waiting_room::command::CheckEligibility check) override {
        co_return waiting_room::check_eligibility(*room.find(check.event), check);
    }
    Place revoke(waiting_room::command::Revoke revoke) override {
        revokes.push_back(revoke);
        co_return placed(revoke);
    }
    Place leave(waiting_room::command::Leave leave) override { co_return placed(leave); }
    Place claim(waiting_room::command::Claim claim) override { co_return placed(claim); }
    Place complete(waiting_room::command::Complete complete) override {
        co_return placed(complete);
    }
    Place extend(waiting_room::command::Extend extend) override { co_return placed(extend); }
    Work<waiting_room::MoveOutcome> offer_place(waiting_room::command::OfferPlace offer) override {
        co_return waiting_room::offer_place(*room.find(offer.event), offers, offer, kTestStart);
    }
    Work<waiting_room::MoveOutcome> take_place(waiting_room::command::TakePlace take) override {
        auto decision = waiting_room::take_place(*room.find(take.event), offers, take, kTestStart);
        publish(take.event, std::move(decision.facts));
        co_return decision.outcome;
    }
    bool seen(waiting_room::EventId, std::vector<waiting_room::Number> numbers, Duration) override {
        ++seen_calls;
        seen_numbers.insert(seen_numbers.end(), numbers.begin(), numbers.end());
        return true;
    }

  private:
    waiting_room::PlaceOutcome placed(const auto& command) {
        auto decision = decide(*room.find(command.event), command);
        publish(command.event, std::move(decision.facts));
        return decision.outcome;
    }

    static constexpr Stamp kStamp{kTestStart, kTestStart};

    waiting_room::OperatorOutcome decided(const auto& command,
                                          waiting_room::OperatorDecision decision) {
        if (broken) throw std::runtime_error{"broken"};
        if (!decision.outcome) return fail(decision.outcome.error());
        if (!command.rehearse) publish(command.event, std::move(decision.facts));
        return waiting_room::Changed{command.event, room.find(command.event)->version(),
                                     *decision.outcome};
    }
};

}  // namespace onsale::http::testing
