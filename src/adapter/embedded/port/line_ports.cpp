#include "adapter/embedded/port/line_ports.hpp"

#include <boost/asio/async_result.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/use_awaitable.hpp>

namespace onsale::embedded {

using namespace waiting_room::command;
using boost::asio::awaitable;
using waiting_room::CodeOutcome;
using waiting_room::EligibilityOutcome;
using waiting_room::EnterError;
using waiting_room::EnterOutcome;
using waiting_room::MoveError;
using waiting_room::MoveOutcome;
using waiting_room::OperatorError;
using waiting_room::OperatorOutcome;
using waiting_room::OperatorRefusal;
using waiting_room::PlaceError;
using waiting_room::PlaceOutcome;

namespace {

// No outcome means that the queue was full: nothing was decided, so it was certainly not done.
EnterOutcome enter_outcome(Outcome outcome) {
    auto* const decided = std::get_if<EnterOutcome>(&outcome);
    return decided != nullptr ? std::move(*decided) : EnterOutcome{fail(EnterError::kUnavailable)};
}

EligibilityOutcome eligibility_outcome(Outcome outcome) {
    auto* const decided = std::get_if<EligibilityOutcome>(&outcome);
    if (decided != nullptr) return std::move(*decided);
    return fail(EnterError::kUnavailable);
}

CodeOutcome code_outcome(Outcome outcome) {
    auto* const decided = std::get_if<CodeOutcome>(&outcome);
    return decided != nullptr ? std::move(*decided) : CodeOutcome{fail(EnterError::kUnavailable)};
}

PlaceOutcome place_outcome(Outcome outcome) {
    auto* const decided = std::get_if<PlaceOutcome>(&outcome);
    return decided != nullptr ? std::move(*decided) : PlaceOutcome{fail(PlaceError::kUnavailable)};
}

MoveOutcome move_outcome(Outcome outcome) {
    auto* const decided = std::get_if<MoveOutcome>(&outcome);
    return decided != nullptr ? std::move(*decided) : MoveOutcome{fail(MoveError::kUnavailable)};
}

OperatorOutcome operator_outcome(Outcome outcome) {
    auto* const decided = std::get_if<OperatorOutcome>(&outcome);
    if (decided != nullptr) return std::move(*decided);
    return fail(OperatorRefusal{OperatorError::kUnavailable, "", ""});
}

}  // namespace

bool WriterPort::send(Command command) {
    std::vector<Submission> one;
    one.push_back({std::move(command), loop_index_, nullptr});
    return writer_.submit(one);
}

void WriterPort::add(Submission submission) {
    pending_.push_back(std::move(submission));
    // Runs after the requests that are ready now, so that they share one lock and one wake-up.
    if (pending_.size() == 1) boost::asio::post(loop_, [this] { flush(); });
}

void WriterPort::flush() {
    if (writer_.submit(pending_)) return;
    for (Submission& refused : std::exchange(pending_, {}))
        if (refused.answer) refused.answer(std::monostate{});
}

awaitable<EnterOutcome> WaitingLines::enter(Enter enter) {
    Command command{std::move(enter)};
    co_return enter_outcome(co_await port_.submit(std::move(command)));
}

awaitable<EligibilityOutcome> WaitingLines::check_eligibility(CheckEligibility check) {
    Command command{std::move(check)};
    co_return eligibility_outcome(co_await port_.submit(std::move(command)));
}

awaitable<PlaceOutcome> WaitingLines::leave(Leave leave) {
    Command command{leave};
    co_return place_outcome(co_await port_.submit(std::move(command)));
}

awaitable<PlaceOutcome> WaitingLines::claim(Claim claim) {
    Command command{claim};
    co_return place_outcome(co_await port_.submit(std::move(command)));
}

awaitable<PlaceOutcome> WaitingLines::complete(Complete complete) {
    Command command{complete};
    co_return place_outcome(co_await port_.submit(std::move(command)));
}

awaitable<PlaceOutcome> WaitingLines::extend(Extend extend) {
    Command command{extend};
    co_return place_outcome(co_await port_.submit(std::move(command)));
}

awaitable<PlaceOutcome> WaitingLines::revoke(Revoke revoke) {
    Command command{revoke};
    co_return place_outcome(co_await port_.submit(std::move(command)));
}

awaitable<MoveOutcome> WaitingLines::offer_place(OfferPlace offer) {
    Command command{offer};
    co_return move_outcome(co_await port_.submit(std::move(command)));
}

awaitable<MoveOutcome> WaitingLines::take_place(TakePlace take) {
    Command command{take};
    co_return move_outcome(co_await port_.submit(std::move(command)));
}

bool WaitingLines::seen(waiting_room::EventId event, std::vector<waiting_room::Number> numbers,
                        Duration covers) {
    return port_.send(Seen{event, std::move(numbers), covers});
}

awaitable<PlaceOutcome> LineStore::take_numbers(TakeNumbers take) {
    Command command{take};
    co_return place_outcome(co_await port_.submit(std::move(command)));
}

awaitable<CodeOutcome> LineStore::spend_code(SpendCode spend) {
    Command command{spend};
    co_return code_outcome(co_await port_.submit(std::move(command)));
}

EventOffice::Outcome EventOffice::create(CreateEvent create) {
    Command command{std::move(create)};
    co_return operator_outcome(co_await port_.submit(std::move(command)));
}

EventOffice::Outcome EventOffice::edit(EditEvent edit) {
    Command command{std::move(edit)};
    co_return operator_outcome(co_await port_.submit(std::move(command)));
}

EventOffice::Outcome EventOffice::change(ChangeLifecycle change) {
    Command command{change};
    co_return operator_outcome(co_await port_.submit(std::move(command)));
}

EventOffice::Outcome EventOffice::delay(DelayOpening delay) {
    Command command{delay};
    co_return operator_outcome(co_await port_.submit(std::move(command)));
}

EventOffice::Outcome EventOffice::set_levers(SetLevers set) {
    Command command{std::move(set)};
    co_return operator_outcome(co_await port_.submit(std::move(command)));
}

EventOffice::Outcome EventOffice::freeze(FreezeDeadlines freeze) {
    Command command{freeze};
    co_return operator_outcome(co_await port_.submit(std::move(command)));
}

EventOffice::Outcome EventOffice::move(MoveDeadlines move) {
    Command command{move};
    co_return operator_outcome(co_await port_.submit(std::move(command)));
}

EventOffice::Outcome EventOffice::list_guests(ListGuests list) {
    Command command{std::move(list)};
    co_return operator_outcome(co_await port_.submit(std::move(command)));
}

EventOffice::Outcome EventOffice::bar_guests(BarGuests bar) {
    Command command{std::move(bar)};
    co_return operator_outcome(co_await port_.submit(std::move(command)));
}

EventOffice::Outcome EventOffice::issue_codes(IssueCodes issue) {
    Command command{std::move(issue)};
    co_return operator_outcome(co_await port_.submit(std::move(command)));
}

}  // namespace onsale::embedded
