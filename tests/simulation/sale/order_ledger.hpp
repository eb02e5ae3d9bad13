#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "payment/domain/order_book.hpp"
#include "payment/domain/order_time.hpp"
#include "tests/simulation/sale/bank.hpp"

namespace onsale::sim {

// The orders in plain lists, built only from facts. Each fact is checked against the rules of
// payment/domain, written a second time here, and against the provider, which alone knows where the
// money is.
class OrderLedger {
  public:
    struct Refund {
        std::uint8_t charge = 0;
        std::int64_t amount = 0;
        std::vector<std::uint32_t> seats;
        payment::RefundState state = payment::RefundState::kRequested;
    };
    struct Charge {
        std::string key;
        std::int64_t amount = 0;
    };
    struct Entry {
        payment::EventId event;
        payment::PerformanceId performance;
        GuestId guest;
        payment::OrderCode code;
        payment::OrderState state = payment::OrderState::kHeld;
        bool confirming = false;
        std::optional<std::string> back_with;  // The payment of a return that is not confirmed yet.
        payment::PayRules rules;
        Instant pay_by;
        Instant deadline;
        std::vector<std::int64_t> attempts;  // Amount of each attempt.
        // Whether the provider of the current attempt charges at its page.
        bool charges_at_page = false;
        std::vector<bool> confirmed;  // Whether a confirm was sent for each attempt.
        std::map<std::uint32_t, std::uint64_t> seats;  // Fences by seat.
        std::vector<Charge> charges;
        std::optional<std::uint8_t> booked;
        std::optional<payment::EndReason> ended;
        std::vector<Refund> refunds;
        std::optional<std::uint8_t> asking;  // The attempt of a pending inquiry.
        std::set<std::pair<payment::CallKind, std::uint64_t>> calls;  // Identified by their keys.

        bool open() const { return state != payment::OrderState::kPaid && !ended; }
        bool being_paid() const {
            return state == payment::OrderState::kPaying || state == payment::OrderState::kUnknown;
        }
        bool guests_turn() const {
            return state == payment::OrderState::kHeld ||
                   (state == payment::OrderState::kPaying && !confirming);
        }
        // Number of seats that were bought and not returned.
        std::size_t kept_seats() const;
    };

    explicit OrderLedger(const Bank& bank) : bank_(bank) {}

    void apply(const payment::Fact& fact, payment::OrderTime time);

    const std::map<payment::OrderId, Entry>& entries() const { return entries_; }
    const Entry* find(payment::OrderId order) const;
    const Entry* open_order(const GuestId& guest, payment::PerformanceId performance) const;
    std::shared_ptr<const payment::Terms> terms(payment::EventId event) const;
    std::size_t bought(const GuestId& guest, payment::EventId event) const;
    std::size_t bought(const GuestId& guest, payment::PerformanceId performance) const;
    // The order book of the engine must equal the ledger.
    void check_same(const payment::OrderBook& book) const;
    // At the end, every charge of the provider must belong to one of our orders and be either
    // booked or refunded, exactly once.
    void check_settled(const payment::OrderBook& book, Instant now) const;

  private:
    void on(const payment::fact::TermsSet& fact);
    void on(const payment::fact::OrderOpened& fact);
    void on(const payment::fact::PaymentRequested& fact);
    void on(const payment::fact::ConfirmSent& fact);
    void on(const payment::fact::PaymentDeclined& fact);
    void on(const payment::fact::OutcomeLost& fact);
    void on(const payment::fact::InquiryScheduled& fact);
    void on(const payment::fact::InquirySent& fact);
    void on(const payment::fact::InquiryClosed& fact);
    void on(const payment::fact::Charged& fact);
    void on(const payment::fact::OrderPaid& fact);
    void on(const payment::fact::OrderEnded& fact);
    void on(const payment::fact::RefundRequested& fact);
    void on(const payment::fact::RefundSent& fact);
    void on(const payment::fact::RefundDone& fact);
    void on(const payment::fact::RefundFailed& fact);
    void on(const payment::fact::RefundUnknown& fact);
    void on(const payment::fact::RefundDelayed& fact);
    void on(const payment::fact::CallKept& fact);
    void on(const payment::fact::TakeBackSent& fact);
    void on(const payment::fact::GuestReturned& fact);
    void on(const payment::fact::HeldLonger& fact);

    Entry& entry();
    Refund& refund(payment::RefundIndex index);
    void check_price(const payment::fact::PaymentRequested& fact) const;
    std::string reference(std::size_t attempt);

    const Bank& bank_;
    std::map<payment::OrderId, Entry> entries_;
    std::map<payment::EventId, std::vector<std::shared_ptr<const payment::Terms>>> terms_;
    payment::OrderId order_;
    payment::OrderTime time_{Instant{}};
};

}  // namespace onsale::sim
