#pragma once

#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "payment/domain/order_bytes.hpp"
#include "sale/domain/message.hpp"
#include "sale/domain/rule/test_rows.hpp"
#include "sale/domain/rule/test_sale.hpp"

namespace onsale::sale {

// A step of the clock: everything that is due.
struct Deadlines {};

using StoreCommand = std::variant<
    command::RequestPayment, command::ConfirmPayment, command::KeepReturn, command::TakeBack,
    command::HoldLonger, command::RecordPayment, command::CancelOrder, command::RequestRefund,
    command::RecordRefund, command::RetryRefund, command::AskAgain, command::BlockSeats,
    command::UnblockSeats, command::ReleaseReturned, command::ShowOrder, command::ShowOrderById,
    command::ShowBooking, command::ShowOpenOrder, command::ListBookings, command::ListOrders,
    command::FindOrders, command::PreviewRefund, Deadlines>;

// One batch of commands on a state: what it answered, decided and told.
class BatchRun {
  public:
    BatchRun(State& state, Instant now) : state_(state), now_(now) {}

    std::vector<std::string> outcomes;
    std::string order_facts;  // Bytes of the facts about orders and bookings.
    std::vector<Message> messages;
    Facts facts;

    void run(const StoreCommand& command, const Moment& moment) {
        std::visit([&](const auto& one) { outcomes.push_back(run_one(one, moment)); }, command);
    }
    void apply(const Facts& decided, const Moment& moment) {
        for (const Fact& fact : decided)
            apply_one(fact, moment);
    }

  private:
    std::string run_one(const Deadlines&, const Moment& moment) {
        for (Facts due; !(due = decide_order_deadlines(state_, moment)).empty();)
            apply(due, moment);
        return {};
    }
    template <class Command>
    std::string run_one(const Command& command, const Moment& moment) {
        if constexpr (requires { answer(state_, command, moment); }) {
            return words_of(answer(state_, command, moment));
        } else if constexpr (requires { answer(state_, command); }) {
            return words_of(answer(state_, command));
        } else {
            auto decision = decide(state_, command, moment);
            apply(decision.facts, moment);
            return words_of(decision.outcome);
        }
    }
    void apply_one(const Fact& fact, const Moment& moment) {
        const Facts then = follow(state_, fact, moment);
        state_.evolve(fact, now_);
        facts.push_back(fact);
        ByteWriter out{order_facts};
        if (std::holds_alternative<payment::Fact>(fact) ||
            std::holds_alternative<fact::BookingMade>(fact))
            save(out, fact);
        for (Message& message : messages_of(state_, fact, now_))
            messages.push_back(std::move(message));
        apply(then, moment);
    }

    template <class Outcome>
    static std::string words_of(const Outcome& outcome) {
        return outcome ? "done: " + words(*outcome) : "refused: " + words(outcome.error());
    }
    static std::string words(const payment::Done& done) {
        return std::to_string(done.order.value) + "/" + std::to_string(done.attempt) + "/" +
               std::to_string(done.refund.value) + "/" + std::to_string(done.amount.amount);
    }
    static std::string words(const PayRefusal& refusal) {
        return std::to_string(static_cast<int>(refusal.error)) + "/" +
               std::to_string(static_cast<int>(refusal.order));
    }
    static std::string words(std::uint32_t seats) { return std::to_string(seats); }
    static std::string words(const OfficeRefusal& refusal) {
        return std::to_string(static_cast<int>(refusal.error)) + "/" + refusal.field + "/" +
               std::to_string(static_cast<int>(refusal.hall.error));
    }
    static std::string words(const payment::RefundQuote& quote) {
        return std::to_string(quote.amount.amount);
    }
    static std::string words(const OrderCopy& copy) {
        return payment::body_of(copy.order) + (copy.booking ? booking::to_text(*copy.booking) : "");
    }
    static std::string words(const std::vector<OrderCopy>& copies) {
        std::string all;
        for (const OrderCopy& copy : copies)
            all += words(copy);
        return all;
    }
    static std::string words(const OrderPage& page) {
        return words(page.orders) + (page.next ? std::to_string(page.next->value) : "");
    }

    State& state_;
    Instant now_;
};

// Two states that run the same commands. One keeps everything, as the writer of one machine does.
// The other has only the events and gets the rest from rows for each batch.
class Lockstep {
  public:
    Lockstep() {
        TestShop shop;
        ONSALE_ASSERT(shop.open_hall("sun"));
        for (const auto& [at, bytes] : shop.journal()) {
            Facts facts;
            ONSALE_ASSERT(load(bytes, facts));
            for (const Fact& fact : facts)
                on_both(fact, at);
        }
    }

    const State& whole() const { return whole_; }
    const State& events() const { return events_; }
    const TestRows& rows() const { return rows_; }
    const seat::Hall& hall(HallId id) const { return whole_.halls().find(id)->seats; }
    Instant now() const { return now_; }
    void pass(Duration time) { now_ += time; }
    payment::OrderTime time() const { return whole_.order_time(TestSale::kEvent, now_); }

    // A decision about the event.
    void decide_event(const Fact& fact) { on_both(fact, now_); }

    // Ends the holds that only the whole state has.
    void end_holds() {
        BatchRun run{whole_, now_};
        for (const auto& [id, hall] : whole_.halls())
            run.apply(decide_hall_deadlines(whole_, id, moment(0)), moment(0));
        ONSALE_ASSERT(run.order_facts.empty() && run.messages.empty());
    }
    // Runs a batch on both. Its commands have different orders and guests, as those of the store.
    // Returns what differs in words, and `run` of the whole state.
    std::string run(const std::vector<StoreCommand>& commands) {
        last_ = std::make_unique<BatchRun>(whole_, now_);
        BatchRun sparse{events_, now_};
        const std::uint64_t first = batch_++ * 100;
        for (std::size_t i = 0; i < commands.size(); ++i)
            last_->run(commands[i], moment(first + i));
        {
            WorkingSet set{events_};
            for (const StoreCommand& command : commands)
                std::visit([&](const auto& one) { bring(set, one); }, command);
            for (std::size_t i = 0; i < commands.size(); ++i)
                sparse.run(commands[i], moment(first + i));
            rows_.keep(events_, sparse.facts);
        }
        for (std::size_t i = 0; i < commands.size(); ++i)
            if (last_->outcomes[i] != sparse.outcomes[i])
                return "command of kind " + std::to_string(commands[i].index()) + ": " +
                       last_->outcomes[i] + ", from rows: " + sparse.outcomes[i];
        if (last_->order_facts != sparse.order_facts) return "facts about orders";
        if (last_->messages != sparse.messages) return "messages";
        return differing_seat();
    }
    const BatchRun& last() const { return *last_; }

    std::string differing_order() const {
        if (rows_.orders().size() != whole_.orders().size()) return "number of orders";
        for (const auto& [id, row] : rows_.orders()) {
            if (row.body != payment::body_of(*whole_.orders().find(id))) return "bodies";
            const auto* const number = whole_.bookings().number_of(id);
            if (row.number != (number == nullptr ? std::nullopt : std::optional{*number}))
                return "booking numbers";
        }
        return {};
    }

  private:
    void on_both(const Fact& fact, Instant at) {
        whole_.evolve(fact, at);
        events_.evolve(fact, at);
        now_ = std::max(now_, at);
    }
    void bring(WorkingSet& set, const Deadlines&) const { rows_.bring_due(set, time()); }
    template <class Command>
    void bring(WorkingSet& set, const Command& command) const {
        rows_.bring(set, command);
    }
    // Each seat has the same fence in its rows, and the same state if it lives there.
    std::string differing_seat() const {
        for (const auto& [id, open] : whole_.halls())
            for (std::uint32_t i = 0; i < open.seats.seating().size(); ++i) {
                const TestRows::SeatRow row = rows_.seat(id, {i});
                if (row.turn != open.seats.fence({i})) return "turn and fence of a seat";
                if (row.state != living_state(open.seats, {i})) return "states of a seat";
            }
        return {};
    }
    Moment moment(std::uint64_t random) const {
        static const ZoneOffsets kSeoul = [](std::string_view, Instant) {
            return std::chrono::hours{9};
        };
        return {{now_, now_}, seat::derived(1, random), kSeoul};
    }

    State whole_;
    State events_;
    TestRows rows_{events_};
    Instant now_ = TestSale::kStart;
    std::uint64_t batch_ = 0;
    std::unique_ptr<BatchRun> last_;
};

}  // namespace onsale::sale
