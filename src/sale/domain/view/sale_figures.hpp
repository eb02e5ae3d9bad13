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

// Since the event exists; holds since the process started.
struct SaleTotals {
    std::uint64_t orders = 0;
    std::uint64_t requested = 0;  // Payments begun: attempts, not orders.
    std::uint64_t approved = 0;   // Charges, also those that were given back at once.
    std::uint64_t declined = 0;
    std::uint64_t unknown = 0;  // How often an answer was missing.
    std::array<std::uint64_t, kDeclineReasons> declines{};
    std::int64_t captured = 0;  // In the smallest unit of the event's currency.
    std::int64_t refunded = 0;
    std::uint64_t bookings = 0;
    std::uint64_t seats_sold = 0;
    std::uint64_t seats_refunded = 0;
    std::uint64_t holds_begun = 0;
    std::uint64_t holds_bought = 0;
    std::uint64_t holds_ended = 0;    // Without being bought.
    std::uint64_t brake_changes = 0;  // Since the process started, too.

    friend bool operator==(const SaleTotals&, const SaleTotals&) = default;
};

// How one provider has answered, over all events and since they exist.
struct ProviderFigures {
    std::uint64_t approved = 0;
    std::uint64_t declined = 0;
    std::uint64_t unknown = 0;
    std::optional<Instant> last_approved;
    std::optional<Instant> last_unknown;

    friend bool operator==(const ProviderFigures&, const ProviderFigures&) = default;
};

// What an operator watches about the sale of one event.
class EventFigures {
  public:
    const SaleTotals& totals() const { return totals_; }
    // Orders whose outcome is unknown now, and since when the oldest is.
    std::size_t unknown_now() const { return unknown_.size(); }
    std::optional<Instant> oldest_unknown() const;
    // Refunds that are asked for and not done, failed ones included.
    std::size_t refunds_open() const { return refunds_open_; }
    RecentCounts recent(Duration window, Instant now) const { return recent_.within(window, now); }

  private:
    friend class SaleFigures;

    SaleTotals totals_;
    std::set<std::pair<Instant, payment::OrderId>> unknown_;
    std::size_t refunds_open_ = 0;
    RecentSale recent_;
};

// The figures of all events, fed by the published facts in order. It remembers eight bytes of every
// order, because a refund names only its order, and more of those that are open.
// Thread safety: none; one owner.
class SaleFigures {
  public:
    SaleFigures() = default;
    explicit SaleFigures(const State& state);

    void apply(const Fact& fact, Instant now);

    // Never null: an event that sold nothing has zeros.
    const EventFigures& of(waiting_room::EventId event) const;
    // Zeros for one that nobody paid with.
    ProviderFigures of(payment::ProviderId provider) const;

  private:
    struct Trace {
        waiting_room::EventId event;
        std::uint16_t refunds = 0;
        payment::ProviderId provider{};  // Of the last attempt.
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
    std::vector<waiting_room::EventId> halls_;  // By HallId, from 1.
    std::vector<Trace> traces_;                 // By OrderId, from 1.
    std::unordered_map<payment::OrderId, Open> open_;
    std::map<RefundKey, std::int64_t> refunds_;  // Amounts of those not done.
    std::map<std::pair<HallId, GuestId>, Instant> holds_;
};

}  // namespace onsale::sale
