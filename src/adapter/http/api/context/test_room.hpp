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
class TestRoom : public Handles<TestRoom, waiting_room::EventOffice>,
                 public Handles<TestRoom, waiting_room::WaitingLines> {
  public:
    using Handles<TestRoom, waiting_room::EventOffice>::call;
    using Handles<TestRoom, waiting_room::WaitingLines>::call;

    static constexpr Stamp kStamp{kTestStart, kTestStart};

    LoopContext* context = nullptr;
    const sale::State* sale = nullptr;  // The rules of this sale bind edits, too.
    bool broken = false;                // If true, every operator's call throws.
    bool unavailable = false;           // If true, every operator's change is refused.
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

    template <class Command>
    Call<Command> handle(Command command) {
        const waiting_room::Line& line = *room.find(command.event);
        if constexpr (requires { decide(line, command, kStamp); })
            co_return decided(command, decide(line, command, kStamp));
        else if constexpr (requires { command.rehearse; })
            co_return decided(command, decide(line, command));
        else
            co_return placed(command, decide(line, command));
    }
    Call<waiting_room::command::CreateEvent> handle(waiting_room::command::CreateEvent create) {
        if (broken) throw std::runtime_error{"broken"};
        if (const auto problem = check(*create.settings))
            co_return fail(waiting_room::OperatorRefusal{waiting_room::OperatorError::kBadSettings,
                                                         problem->field, problem->message});
        const waiting_room::EventId id = room.next_id();
        publish(id, {waiting_room::fact::EventCreated{create.settings}});
        co_return waiting_room::Changed{id, 1, 1};
    }
    Call<waiting_room::command::EditEvent> handle(waiting_room::command::EditEvent edit) {
        co_return decided(edit, sale == nullptr
                                    ? waiting_room::decide(*room.find(edit.event), edit, kStamp)
                                    : sale::decide(*sale, edit, kStamp));
    }
    Call<waiting_room::command::Enter> handle(waiting_room::command::Enter enter) {
        const auto outcome = placed(enter, decide(*room.find(enter.event), enter));
        publish(enter.event, decide_admissions(*room.find(enter.event), kTestStart));
        co_return outcome;
    }
    Call<waiting_room::command::CheckEligibility> handle(
        waiting_room::command::CheckEligibility check) {
        co_return waiting_room::check_eligibility(*room.find(check.event), check);
    }
    Call<waiting_room::command::Revoke> handle(waiting_room::command::Revoke revoke) {
        revokes.push_back(revoke);
        co_return placed(revoke, decide(*room.find(revoke.event), revoke));
    }
    Call<waiting_room::command::OfferPlace> handle(waiting_room::command::OfferPlace offer) {
        co_return waiting_room::offer_place(*room.find(offer.event), offers, offer, kTestStart);
    }
    Call<waiting_room::command::TakePlace> handle(waiting_room::command::TakePlace take) {
        co_return placed(
            take, waiting_room::take_place(*room.find(take.event), offers, take, kTestStart));
    }
    bool seen(waiting_room::EventId, std::vector<waiting_room::Number> numbers, Duration) override {
        ++seen_calls;
        seen_numbers.insert(seen_numbers.end(), numbers.begin(), numbers.end());
        return true;
    }

  private:
    template <class Command>
    Command::Outcome placed(const Command& command, auto decision) {
        publish(command.event, std::move(decision.facts));
        return decision.outcome;
    }

    waiting_room::OperatorOutcome decided(const auto& command,
                                          waiting_room::OperatorDecision decision) {
        if (broken) throw std::runtime_error{"broken"};
        if (unavailable)
            return fail(
                waiting_room::OperatorRefusal{waiting_room::OperatorError::kUnavailable, {}, {}});
        if (!decision.outcome) return fail(decision.outcome.error());
        if (!command.rehearse) publish(command.event, std::move(decision.facts));
        return waiting_room::Changed{command.event, room.find(command.event)->version(),
                                     *decision.outcome};
    }
};

}  // namespace onsale::http::testing
