#pragma once

#include <vector>

#include <boost/asio/deferred.hpp>
#include <boost/asio/io_context.hpp>

#include "adapter/embedded/engine/writer.hpp"
#include "waiting_room/port/event_office.hpp"
#include "waiting_room/port/line_store.hpp"
#include "waiting_room/port/waiting_lines.hpp"

namespace onsale::embedded {

// Sends commands of one loop to the writer. Commands of one turn of the loop are sent together.
// Thread safety: none; used only on its loop.
class WriterPort {
  public:
    WriterPort(boost::asio::io_context& loop, Writer& writer, std::size_t loop_index)
        : loop_(loop), writer_(writer), loop_index_(loop_index) {}

    // The result is to be awaited: the outcome, once it is durable and published to this loop.
    // Deferred, because an awaitable would need one more coroutine per command.
    auto submit(Command command) {
        return boost::asio::async_initiate<const boost::asio::deferred_t, void(Outcome)>(
            [this, command = std::move(command)](auto handler) mutable {
                add({std::move(command), loop_index_,
                     [handler = std::move(handler)](Outcome&& outcome) mutable {
                         std::move(handler)(std::move(outcome));
                     }});
            },
            boost::asio::deferred);
    }
    bool send(Command command);
    // Applies everything published so far to the loop's view.
    void catch_up() { writer_.catch_up(loop_index_); }

  private:
    void add(Submission submission);
    void flush();

    boost::asio::io_context& loop_;
    Writer& writer_;
    std::size_t loop_index_;
    std::vector<Submission> pending_;
};

class WaitingLines : public waiting_room::WaitingLines {
  public:
    explicit WaitingLines(WriterPort& port) : port_(port) {}

    boost::asio::awaitable<waiting_room::EnterOutcome> enter(
        waiting_room::command::Enter enter) override;
    boost::asio::awaitable<waiting_room::EligibilityOutcome> check_eligibility(
        waiting_room::command::CheckEligibility check) override;
    boost::asio::awaitable<waiting_room::PlaceOutcome> leave(
        waiting_room::command::Leave leave) override;
    boost::asio::awaitable<waiting_room::PlaceOutcome> claim(
        waiting_room::command::Claim claim) override;
    boost::asio::awaitable<waiting_room::PlaceOutcome> complete(
        waiting_room::command::Complete complete) override;
    boost::asio::awaitable<waiting_room::PlaceOutcome> extend(
        waiting_room::command::Extend extend) override;
    boost::asio::awaitable<waiting_room::PlaceOutcome> revoke(
        waiting_room::command::Revoke revoke) override;
    boost::asio::awaitable<waiting_room::MoveOutcome> offer_place(
        waiting_room::command::OfferPlace offer) override;
    boost::asio::awaitable<waiting_room::MoveOutcome> take_place(
        waiting_room::command::TakePlace take) override;
    bool seen(waiting_room::EventId event, std::vector<waiting_room::Number> numbers,
              Duration covers) override;

  private:
    WriterPort& port_;
};

class LineStore : public waiting_room::LineStore {
  public:
    explicit LineStore(WriterPort& port) : port_(port) {}

    boost::asio::awaitable<waiting_room::PlaceOutcome> take_numbers(
        waiting_room::command::TakeNumbers take) override;
    boost::asio::awaitable<waiting_room::CodeOutcome> spend_code(
        waiting_room::command::SpendCode spend) override;

  private:
    WriterPort& port_;
};

class EventOffice : public waiting_room::EventOffice {
  public:
    using Outcome = boost::asio::awaitable<waiting_room::OperatorOutcome>;

    explicit EventOffice(WriterPort& port) : port_(port) {}

    Outcome create(waiting_room::command::CreateEvent create) override;
    Outcome edit(waiting_room::command::EditEvent edit) override;
    Outcome change(waiting_room::command::ChangeLifecycle change) override;
    Outcome delay(waiting_room::command::DelayOpening delay) override;
    Outcome set_levers(waiting_room::command::SetLevers set) override;
    Outcome freeze(waiting_room::command::FreezeDeadlines freeze) override;
    Outcome move(waiting_room::command::MoveDeadlines move) override;
    Outcome list_guests(waiting_room::command::ListGuests list) override;
    Outcome bar_guests(waiting_room::command::BarGuests bar) override;
    Outcome issue_codes(waiting_room::command::IssueCodes issue) override;

  private:
    WriterPort& port_;
};

}  // namespace onsale::embedded
