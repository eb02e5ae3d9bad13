#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <unordered_map>
#include <utility>
#include <vector>

#include "sale/domain/fact.hpp"
#include "sale/domain/state.hpp"
#include "sale/domain/view/recent_sale.hpp"

namespace onsale::sale {

// Totals since the creation of the event; holds since the start of the process.
struct SaleTotals {
    std::uint64_t orders = 0;
    std::uint64_t requested = 0;  // Payment attempts, not orders.
    std::uint64_t approved = 0;   // Charges, including those refunded at once.
    std::uint64_t declined = 0;
    std::uint64_t unknown = 0;  // Number of missing answers.
    std::array<std::uint64_t, kDeclineReasons> declines{};
    std::int64_t captured = 0;  // In the smallest unit of the event's currency.
    std::int64_t refunded = 0;
    std::uint64_t bookings = 0;
    std::uint64_t seats_sold = 0;
    std::uint64_t seats_refunded = 0;
    std::uint64_t holds_begun = 0;
    std::uint64_t holds_bought = 0;
    std::uint64_t holds_ended = 0;    // Holds that ended without a purchase.
    std::uint64_t brake_changes = 0;  // Since the start of the process.

    friend bool operator==(const SaleTotals&, const SaleTotals&) = default;
};

// Answers of one provider over all events since their creation.
struct ProviderFigures {
    std::uint64_t approved = 0;
    std::uint64_t declined = 0;
    std::uint64_t unknown = 0;
    std::optional<Instant> last_approved;
    std::optional<Instant> last_unknown;

    friend bool operator==(const ProviderFigures&, const ProviderFigures&) = default;
};

// The figures of one event's sale for operators.
class EventFigures {
  public:
    const SaleTotals& totals() const { return totals_; }
    // Number of orders whose outcome is unknown now, and the time of the oldest one.
    std::size_t unknown_now() const { return unknown_.size(); }
    std::optional<Instant> oldest_unknown() const;
    // Refunds that were requested and are not done, including failed ones.
    std::size_t refunds_open() const { return refunds_open_; }
    RecentCounts recent(Duration window, Instant now) const { return recent_.within(window, now); }

  private:
    friend class SaleFigures;

    SaleTotals totals_;
    std::set<std::pair<Instant, payment::OrderId>> unknown_;
    std::size_t refunds_open_ = 0;
    RecentSale recent_;
};

// The figures of all events, updated by the published facts in order. It stores eight bytes per
// order, because a refund fact names only its order, and more for open orders.
// Thread safety: none; one owner.
class SaleFigures {
  public:
    SaleFigures() = default;
    explicit SaleFigures(const State& state);

    void apply(const Fact& fact, Instant now);

    // An event without sales has zeros.
    const EventFigures& of(waiting_room::EventId event) const;
    // A provider without payments has zeros.
    ProviderFigures of(payment::ProviderId provider) const;

  private:
    struct Trace {
        waiting_room::EventId event;
        std::uint16_t refunds = 0;
        payment::ProviderId provider{};  // Provider of the last attempt.
    };
    struct Open {
        std::optional<Instant> confirm_sent;
        std::optional<Instant> unknown_since;
    };
    using RefundKey = std::pair<payment::OrderId, std::uint16_t>;

    void take(const payment::Order& order);
    void take_answers(const payment::Order& order);
    void apply_hall(HallId hall, const seat::HallFact& fact, Instant now);
    void apply_order(const payment::Fact& fact, Instant now);
    void end_hold(HallId hall, const GuestId& guest, Instant now);
    void answered(payment::OrderId order, Instant now);
    void known_again(payment::OrderId order);
    Trace& trace(payment::OrderId order) { return traces_[order.value - 1]; }
    EventFigures& figures(payment::OrderId order) { return events_[trace(order).event]; }

    ProviderFigures& provider(payment::OrderId order) { return providers_[trace(order).provider]; }

    std::map<waiting_room::EventId, EventFigures> events_;
    std::map<payment::ProviderId, ProviderFigures> providers_;
    std::vector<waiting_room::EventId> halls_;  // Index is HallId - 1.
    std::vector<Trace> traces_;                 // Index is OrderId - 1.
    std::unordered_map<payment::OrderId, Open> open_;
    std::map<RefundKey, std::int64_t> refunds_;  // Amounts of refunds that are not done.
    std::map<std::pair<HallId, GuestId>, Instant> holds_;
};

}  // namespace onsale::sale
