#pragma once

#include <map>
#include <memory>
#include <optional>
#include <ranges>
#include <set>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/bytes.hpp"
#include "base/yield_callback.hpp"
#include "payment/domain/fact.hpp"

namespace onsale::payment {

// About 1 KiB per order: this limits memory, not a sale.
constexpr std::size_t kOrdersMax = 4'000'000;

// The orders and the terms of all events. The state is fully determined by the facts. Decisions are
// made in order_rules.hpp; this class only applies facts. Where orders are stored elsewhere, it has
// only those that a decision needs: put() and drop().
// Thread safety: none; one owner.
class OrderBook {
  public:
    void evolve(const Fact& fact, Instant now);
    // Takes in an order that is stored elsewhere, as if its facts had been applied here.
    // REQUIRES: the order is not in the book, and the terms it was priced with are.
    void put(Order order);
    // Forgets an order and everything that was derived from it.
    // REQUIRES: the order is in the book.
    void drop(OrderId order);
    // Sets the id of the next order that is opened; without it, the one after the last opened.
    void hand_out(OrderId next) { next_ = next; }

    const Order* find(OrderId order) const;
    const Order* find(OrderCode code) const;
    // The current terms of an event, and the terms that an order was priced with.
    const Terms* terms(EventId event) const { return shared_terms(event).get(); }
    std::shared_ptr<const Terms> shared_terms(EventId event) const;
    const Terms& terms(const Order& order) const { return *shared_terms(order); }
    const std::shared_ptr<const Terms>& shared_terms(const Order& order) const;
    std::uint32_t terms_version(EventId event) const;
    // A guest has at most one open order per performance, and pays at most one order at a time.
    const Order* open_order(const GuestId& guest, PerformanceId performance) const;
    const Order* being_paid(const GuestId& guest) const;
    // The order that a guest's payment request with an Idempotency-Key made or continued.
    const Order* requested(const GuestId& guest, std::uint64_t key) const;
    OrderId next_id() const { return next_; }
    std::size_t size() const { return orders_.size(); }
    // In the order of their ids.
    auto orders() const { return std::views::values(orders_); }
    // The orders of an event that follow `after`, in the order of their ids.
    std::span<const OrderId> of(EventId event, OrderId after) const;
    using DueOrders = std::set<std::pair<Instant, OrderId>>;
    const DueOrders& in_order_of_due() const { return due_; }
    // Orders of an event that wait for their guests, by the line time at which the wait ends.
    const DueOrders& waiting_for_guests(EventId event) const;

    // The same state always gives the same bytes.
    void save(ByteWriter& out, const YieldCallback& yield = no_yield) const;
    static std::optional<OrderBook> load(ByteReader& in, const YieldCallback& yield = no_yield);

  private:
    void on(const fact::TermsSet& fact);
    Order& open(OrderId id);
    Order& known(OrderId id);
    void index(const Order& order);
    void unindex(const Order& order);
    void index(const Order& order, const KeptCall& call);
    void index_all(const Order& order);
    void add_to_event(const Order& order);
    void drop_from_event(const Order& order);

    std::map<OrderId, Order> orders_;
    OrderId next_{1};
    std::map<EventId, std::vector<std::shared_ptr<const Terms>>> terms_;
    // Indexes computed from the orders: orders by event, by code and by request key, open orders by
    // guest, and due times.
    std::map<EventId, std::vector<OrderId>> by_event_;
    std::unordered_map<OrderCode, OrderId> by_code_;
    // Requests with an Idempotency-Key.
    std::map<std::pair<GuestId, std::uint64_t>, OrderId> by_request_;
    std::unordered_map<GuestId, std::set<OrderId>> open_;
    DueOrders due_;
    std::map<EventId, DueOrders> waiting_for_guests_;
};

// Applies a fact about one order.
void evolve(Order& order, const Fact& fact, Instant now);

}  // namespace onsale::payment
