// Compares the ledger with the order book of the engine and, at the end, with the provider's.
#include <algorithm>

#include <fmt/format.h>

#include "tests/simulation/require.hpp"
#include "tests/simulation/sale/order_ledger.hpp"

namespace onsale::sim {

using payment::Order;
using payment::OrderState;
using payment::RefundState;

namespace {

void check_order(const OrderLedger::Entry& entry, const Order& order) {
    const auto where = [&] { return fmt::format("order {}: ", order.id.value); };
    require(order.state == entry.state && order.confirming == entry.confirming &&
                order.approval.has_value() == entry.back_with.has_value(),
            [&] {
                return where() + fmt::format("in state {}, by the facts {}",
                                             static_cast<int>(order.state),
                                             static_cast<int>(entry.state));
            });
    require(order.ended == entry.ended, [&] { return where() + "ended for another reason"; });
    require(!entry.guests_turn() || entry.ended || order.deadline == entry.deadline,
            [&] { return where() + "another deadline"; });
    require(order.attempts.size() == entry.attempts.size() &&
                order.charges.size() == entry.charges.size() &&
                order.refunds.size() == entry.refunds.size(),
            [&] { return where() + "another number of attempts, charges or refunds"; });
    require(order.booked.has_value() == entry.booked.has_value() &&
                order.inquiry.has_value() == entry.asking.has_value(),
            [&] { return where() + "booked or asked otherwise"; });
    for (std::size_t i = 0; i < entry.refunds.size(); ++i)
        require(order.refunds[i].state == entry.refunds[i].state,
                [&] { return where() + "a refund in another state"; });
}

std::int64_t given_back(const OrderLedger::Entry& entry, std::size_t charge) {
    std::int64_t sum = 0;
    for (const OrderLedger::Refund& refund : entry.refunds)
        if (refund.charge == charge && refund.state == RefundState::kDone) sum += refund.amount;
    return sum;
}

}  // namespace

void OrderLedger::check_same(const payment::OrderBook& book) const {
    require(book.size() == entries_.size(), "another number of orders");
    for (const auto& [id, entry] : entries_) {
        const Order* const order = book.find(id);
        require(order != nullptr && order->code == entry.code && order->guest == entry.guest,
                "another order");
        check_order(entry, *order);
    }
}

void OrderLedger::check_settled(const payment::OrderBook& book, Instant now) const {
    std::size_t charges = 0;
    for (const auto& [id, entry] : entries_) {
        const auto where = [&] { return fmt::format("order {} at the end: ", id.value); };
        require(!entry.open() && !entry.asking, [&] { return where() + "not settled"; });
        for (const Refund& refund : entry.refunds)
            require(refund.state == RefundState::kDone, [&] { return where() + "refund open"; });
        for (std::size_t i = 0; i < entry.charges.size(); ++i) {
            const bool booked = entry.booked && *entry.booked == i;
            const bool all_back = given_back(entry, i) == entry.charges[i].amount;
            require(booked || all_back, [&] { return where() + "money for nothing"; });
            const std::uint8_t attempt = book.find(id)->charges[i].attempt;
            const auto paid = bank_.look(Bank::reference(entry.code, attempt), now);
            require(paid && paid->amount.amount - paid->balance == given_back(entry, i),
                    [&] { return where() + "the provider gave back another sum"; });
            ++charges;
        }
    }
    std::size_t at_bank = 0;
    for (const auto& [reference, payment] : bank_.payments()) {
        require(bank_.charges(reference) <= 1, "one attempt was charged twice");
        at_bank += bank_.charges(reference);
    }
    require(at_bank == charges, [&] {
        return fmt::format("the provider charged {} times, the book knows {}", at_bank, charges);
    });
}

}  // namespace onsale::sim
