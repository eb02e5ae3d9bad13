#include "payment/domain/order_book.hpp"

#include <algorithm>

#include "base/assert.hpp"

namespace onsale::payment {

void OrderBook::evolve(const Fact& fact, Instant now) {
    if (const auto* const set = std::get_if<fact::TermsSet>(&fact.body)) return on(*set);
    const bool opened = std::holds_alternative<fact::OrderOpened>(fact.body);
    Order& order = opened ? open(fact.order) : known(fact.order);
    unindex(order);
    payment::evolve(order, fact, now);
    index(order);
    if (opened) add_to_event(order);
    if (const auto* const kept = std::get_if<fact::CallKept>(&fact.body)) index(order, kept->call);
}

Order& OrderBook::open(OrderId id) {
    ONSALE_ASSERT(id == next_);
    const std::size_t before = orders_.size();
    Order& order = orders_.try_emplace(orders_.end(), id)->second;
    ONSALE_ASSERT(orders_.size() == before + 1);
    order.id = id;
    next_ = {id.value + 1};
    return order;
}

Order& OrderBook::known(OrderId id) {
    const auto found = orders_.find(id);
    ONSALE_ASSERT(found != orders_.end());
    return found->second;
}

void OrderBook::put(Order order) {
    const auto [at, fresh] = orders_.try_emplace(order.id, std::move(order));
    ONSALE_ASSERT(fresh && at->second.terms <= terms_version(at->second.event));
    index_all(at->second);
}

void OrderBook::drop(OrderId id) {
    const auto found = orders_.find(id);
    ONSALE_ASSERT(found != orders_.end());
    const Order& order = found->second;
    unindex(order);
    by_code_.erase(order.code);
    for (const KeptCall& call : order.calls)
        if (call.kind == CallKind::kRequest) by_request_.erase({order.guest, call.call.key});
    drop_from_event(order);
    orders_.erase(found);
}

std::span<const OrderId> OrderBook::of(EventId event, OrderId after) const {
    const auto found = by_event_.find(event);
    if (found == by_event_.end()) return {};
    const auto first = std::ranges::upper_bound(found->second, after);
    return {first, found->second.end()};
}

const Order* OrderBook::find(OrderId order) const {
    const auto found = orders_.find(order);
    return found == orders_.end() ? nullptr : &found->second;
}

const Order* OrderBook::find(OrderCode code) const {
    const auto found = by_code_.find(code);
    return found == by_code_.end() ? nullptr : find(found->second);
}

const OrderBook::DueOrders& OrderBook::waiting_for_guests(EventId event) const {
    static const DueOrders kNone;
    const auto found = waiting_for_guests_.find(event);
    return found == waiting_for_guests_.end() ? kNone : found->second;
}

std::shared_ptr<const Terms> OrderBook::shared_terms(EventId event) const {
    const auto found = terms_.find(event);
    return found == terms_.end() ? nullptr : found->second.back();
}

const std::shared_ptr<const Terms>& OrderBook::shared_terms(const Order& order) const {
    return terms_.at(order.event).at(order.terms - 1u);
}

std::uint32_t OrderBook::terms_version(EventId event) const {
    const auto found = terms_.find(event);
    return found == terms_.end() ? 0 : static_cast<std::uint32_t>(found->second.size());
}

const Order* OrderBook::open_order(const GuestId& guest, PerformanceId performance) const {
    const auto found = open_.find(guest);
    if (found == open_.end()) return nullptr;
    for (const OrderId id : found->second)
        if (const Order* const order = find(id); order->performance == performance) return order;
    return nullptr;
}

const Order* OrderBook::being_paid(const GuestId& guest) const {
    const auto found = open_.find(guest);
    if (found == open_.end()) return nullptr;
    for (const OrderId id : found->second)
        if (const Order* const order = find(id); order->being_paid()) return order;
    return nullptr;
}

const Order* OrderBook::requested(const GuestId& guest, std::uint64_t key) const {
    const auto found = by_request_.find({guest, key});
    return found == by_request_.end() ? nullptr : find(found->second);
}

void OrderBook::on(const fact::TermsSet& fact) {
    terms_[fact.event].push_back(fact.terms);
}

void OrderBook::index(const Order& order) {
    by_code_[order.code] = order.id;
    if (order.open()) open_[order.guest].insert(order.id);
    if (order.guests_turn()) waiting_for_guests_[order.event].emplace(order.deadline, order.id);
    if (const auto due = order.due()) due_.emplace(*due, order.id);
}

void OrderBook::index(const Order& order, const KeptCall& call) {
    if (call.kind == CallKind::kRequest) by_request_[{order.guest, call.call.key}] = order.id;
}

void OrderBook::index_all(const Order& order) {
    index(order);
    add_to_event(order);
    for (const KeptCall& call : order.calls)
        index(order, call);
}

// At the end, unless the order was put or its id was handed out.
void OrderBook::add_to_event(const Order& order) {
    std::vector<OrderId>& ids = by_event_[order.event];
    ids.insert(std::ranges::upper_bound(ids, order.id), order.id);
}

void OrderBook::drop_from_event(const Order& order) {
    const auto found = by_event_.find(order.event);
    const auto id = std::ranges::lower_bound(found->second, order.id);
    found->second.erase(id);
    if (found->second.empty()) by_event_.erase(found);
}

void OrderBook::unindex(const Order& order) {
    if (const auto due = order.due()) due_.erase({*due, order.id});
    if (order.guests_turn()) waiting_for_guests_[order.event].erase({order.deadline, order.id});
    const auto found = open_.find(order.guest);
    if (found == open_.end()) return;
    found->second.erase(order.id);
    if (found->second.empty()) open_.erase(found);
}

}  // namespace onsale::payment
