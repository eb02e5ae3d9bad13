#pragma once

// An order book as the writer uses it, with a journal, in virtual time. For tests.

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/assert.hpp"
#include "base/bytes.hpp"
#include "payment/domain/fact_bytes.hpp"
#include "payment/domain/rule/order_rules.hpp"

namespace onsale::payment {

using namespace std::chrono_literals;

constexpr Instant kStart = instant_from_ms(1'800'000'000'000);
constexpr EventId kEvent{1};
constexpr PerformanceId kEvening{10};
constexpr Money kTwoSeats{203'000, kWon};  // 2 x (100,000 + 1,000), plus 1,000 per order.
constexpr std::string_view kMerchant = "hall";

inline GuestId test_guest(std::uint8_t number) {
    GuestId guest;
    guest.bytes[0] = number;
    return guest;
}

inline Terms test_terms() {
    Terms terms;
    terms.prices.grades = {{"R", {{"adult", 100'000}, {"youth", 60'000}}}};
    terms.prices.fees = {{"booking", FeePer::kSeat, 1'000}, {"order", FeePer::kOrder, 1'000}};
    terms.refunds.rows = {{7, 100, 0}, {1, 300, 0}};
    return terms;
}

inline std::vector<ChosenSeat> test_seats(std::uint32_t first = 1, std::uint32_t count = 2) {
    std::vector<ChosenSeat> seats;
    for (std::uint32_t seat = first; seat < first + count; ++seat)
        seats.push_back({{seat}, {7}, {0}, {0}});
    return seats;
}

// Returns false on an unknown tag or a short read; `facts` then contains the facts before it.
inline bool load(std::string_view bytes, Facts& facts) {
    ByteReader in{bytes};
    while (!in.at_end()) {
        auto fact = load_fact(in);
        if (!fact) return false;
        facts.push_back(std::move(*fact));
    }
    return true;
}

class TestOrderBook {
  public:
    TestOrderBook() { ONSALE_ASSERT(run(command::SetTerms{kEvent, shared(test_terms()), {}})); }

    static std::shared_ptr<const Terms> shared(Terms terms) {
        return std::make_shared<const Terms>(std::move(terms));
    }

    OrderOutcome run(const Command& command) {
        Decision decision = decide(book_, command, time());
        commit(decision.facts);
        return std::move(decision.outcome);
    }
    // Advances the time in ticks, so that each deadline is handled when it is due.
    void pass(Duration by) {
        for (const Instant end = now_ + by; now_ < end;) {
            now_ = std::min(end, now_ + 100ms);
            tick();
        }
    }
    void tick() {
        while (true) {
            Facts facts = decide_guest_deadlines(book_, kEvent, time(), 1'000);
            if (facts.empty()) facts = decide_deadlines(book_, now_, 1'000);
            if (facts.empty()) return;
            commit(facts);
        }
    }
    void jump(Duration by) { now_ += by; }
    // The line time stood still for this duration.
    void stop_line_for(Duration by) {
        now_ += by;
        behind_ += by;
    }

    command::RequestPayment request(std::uint8_t guest = 1) const {
        command::RequestPayment request;
        request.event = kEvent;
        request.performance = kEvening;
        request.guest = test_guest(guest);
        request.seats = test_seats();
        request.hold_until = kStart + 10min;
        request.merchant = kMerchant;
        request.code = {book_.size() + 1'000};
        return request;
    }
    static command::ConfirmPayment confirm(OrderId order, std::uint8_t attempt = 1) {
        return {order, attempt, std::nullopt, "key-" + std::to_string(attempt), kTwoSeats};
    }
    static command::RecordPayment record(OrderId order, PaymentResult result,
                                         ResultSource source = ResultSource::kAnswer,
                                         std::uint8_t attempt = 1) {
        return {order, attempt, source, std::move(result), true, {ActorKind::kProvider}};
    }
    static result::Approved approved(std::uint8_t attempt = 1, Money amount = kTwoSeats) {
        return {"key-" + std::to_string(attempt), std::string{kMerchant}, amount};
    }

    // An order in the named state.
    OrderId paying(std::uint8_t guest = 1) { return run(request(guest))->order; }
    OrderId confirming() {
        const OrderId order = paying();
        ONSALE_ASSERT(run(confirm(order)));
        return order;
    }
    OrderId paid() {
        const OrderId order = confirming();
        ONSALE_ASSERT(run(record(order, approved())));
        return order;
    }
    OrderId declined() {
        const OrderId order = confirming();
        ONSALE_ASSERT(run(record(order, result::Declined{DeclineReason::kLimit})));
        return order;
    }
    OrderId unknown() {
        const OrderId order = confirming();
        ONSALE_ASSERT(run(record(order, result::OutcomeUnknown{})));
        return order;
    }

    const OrderBook& book() const { return book_; }
    const Order& order(OrderId id) const { return *book_.find(id); }
    Instant now() const { return now_; }
    // The facts of the last commit.
    const Facts& last() const { return last_; }
    template <class Body>
    std::size_t seen() const {
        std::size_t count = 0;
        for (const auto& [at, bytes] : journal_) {
            Facts facts;
            ONSALE_ASSERT(load(bytes, facts));
            for (const Fact& fact : facts)
                count += std::holds_alternative<Body>(fact.body) ? 1 : 0;
        }
        return count;
    }

    std::string saved() const { return bytes_of(book_); }
    static std::string bytes_of(const OrderBook& book) {
        std::string bytes;
        ByteWriter out{bytes};
        book.save(out);
        return bytes;
    }
    std::string replayed() const {
        OrderBook again;
        for (const auto& [at, bytes] : journal_) {
            Facts facts;
            ONSALE_ASSERT(load(bytes, facts));
            for (const Fact& fact : facts)
                again.evolve(fact, at);
        }
        return bytes_of(again);
    }

  private:
    OrderTime time() const { return {now_, now_ - behind_}; }
    void commit(const Facts& facts) {
        last_ = facts;
        std::string bytes;
        ByteWriter out{bytes};
        for (const Fact& fact : facts) {
            save(out, fact);
            book_.evolve(fact, now_);
        }
        if (!facts.empty()) journal_.emplace_back(now_, std::move(bytes));
    }

    OrderBook book_;
    Instant now_ = kStart;
    Duration behind_{};
    Facts last_;
    std::vector<std::pair<Instant, std::string>> journal_;
};

}  // namespace onsale::payment
