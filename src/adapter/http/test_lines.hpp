#pragma once

#include <vector>

#include <boost/asio/awaitable.hpp>

#include "waiting_room/domain/line_rules.hpp"
#include "waiting_room/domain/room_view.hpp"
#include "waiting_room/domain/waiting_room.hpp"
#include "waiting_room/port/waiting_lines.hpp"

namespace onsale::http {

// A line for route tests: the domain itself, without a journal, feeding one view at once.
class DomainLines : public waiting_room::WaitingLines {
  public:
    template <class Answer>
    using Later = boost::asio::awaitable<Answer>;

    DomainLines(waiting_room::WaitingRoom& room, waiting_room::RoomView& view, Instant now)
        : room_(room), view_(view), now_(now) {}

    void record(waiting_room::EventId event, waiting_room::FactBodies bodies) {
        for (waiting_room::FactBody& body : bodies) {
            const waiting_room::Fact fact{event, std::move(body)};
            room_.evolve(fact, now_);
            view_.apply(fact, now_);
        }
    }

    Later<waiting_room::EnterOutcome> enter(waiting_room::command::Enter enter) override {
        if (enter_fails_with) co_return fail(*enter_fails_with);
        auto decision = decide(*room_.find(enter.event), enter);
        record(enter.event, std::move(decision.facts));
        record(enter.event, decide_admissions(*room_.find(enter.event), now_));
        co_return decision.outcome;
    }
    Later<waiting_room::EligibilityOutcome> check_eligibility(
        waiting_room::command::CheckEligibility check) override {
        co_return waiting_room::check_eligibility(*room_.find(check.event), check);
    }
    Later<waiting_room::PlaceOutcome> leave(waiting_room::command::Leave leave) override {
        co_return perform(leave);
    }
    Later<waiting_room::PlaceOutcome> claim(waiting_room::command::Claim claim) override {
        co_return perform(claim);
    }
    Later<waiting_room::PlaceOutcome> complete(waiting_room::command::Complete complete) override {
        co_return perform(complete);
    }
    Later<waiting_room::PlaceOutcome> revoke(waiting_room::command::Revoke revoke) override {
        co_return perform(revoke);
    }
    bool seen(waiting_room::EventId, std::vector<waiting_room::Number>) override { return true; }

    std::optional<waiting_room::EnterError> enter_fails_with;

  private:
    template <class Command>
    waiting_room::PlaceOutcome perform(const Command& command) {
        auto decision = decide(*room_.find(command.event), command);
        record(command.event, std::move(decision.facts));
        return decision.outcome;
    }

    waiting_room::WaitingRoom& room_;
    waiting_room::RoomView& view_;
    Instant now_;
};

// Remembers the heartbeats it is told; everything else is not called.
class RecordingLines : public waiting_room::WaitingLines {
  public:
    template <class Answer>
    using Later = boost::asio::awaitable<Answer>;

    Later<waiting_room::EnterOutcome> enter(waiting_room::command::Enter) override {
        co_return fail(waiting_room::EnterError::kUnavailable);
    }
    Later<waiting_room::EligibilityOutcome> check_eligibility(
        waiting_room::command::CheckEligibility) override {
        co_return fail(waiting_room::EnterError::kUnavailable);
    }
    Later<waiting_room::PlaceOutcome> leave(waiting_room::command::Leave) override {
        co_return refused();
    }
    Later<waiting_room::PlaceOutcome> claim(waiting_room::command::Claim) override {
        co_return refused();
    }
    Later<waiting_room::PlaceOutcome> complete(waiting_room::command::Complete) override {
        co_return refused();
    }
    Later<waiting_room::PlaceOutcome> revoke(waiting_room::command::Revoke) override {
        co_return refused();
    }
    bool seen(waiting_room::EventId, std::vector<waiting_room::Number> numbers) override {
        ++seen_calls;
        seen_numbers.insert(seen_numbers.end(), numbers.begin(), numbers.end());
        return true;
    }

    std::vector<waiting_room::Number> seen_numbers;
    int seen_calls = 0;

  private:
    static waiting_room::PlaceOutcome refused() {
        return fail(waiting_room::PlaceError::kUnavailable);
    }
};

}  // namespace onsale::http
