// The state of the book as bytes. The same state always gives the same bytes, so that replays can
// be compared. Derived data (open orders, due times) is not written.
#include "payment/domain/field_bytes.hpp"
#include "payment/domain/order_book.hpp"
#include "payment/domain/order_bytes.hpp"

namespace onsale::payment {

constexpr std::uint64_t kOrdersPerYield = 64;  // Far less than a millisecond of work.

void OrderBook::save(ByteWriter& out, const YieldCallback& yield) const {
    Put put{out};
    out.varint(terms_.size());
    for (const auto& [event, versions] : terms_)
        put(event, versions);
    out.varint(orders_.size());
    for (const auto& [id, order] : orders_) {
        payment::save(out, order);
        if (id.value % kOrdersPerYield == 0) yield();
    }
}

std::optional<OrderBook> OrderBook::load(ByteReader& in, const YieldCallback& yield) {
    OrderBook book;
    Get get{in};
    for (std::uint64_t left = in.varint(); left > 0 && in.ok(); --left) {
        EventId event;
        get(event);
        get(book.terms_[event]);
    }
    for (std::uint64_t left = in.varint(); left > 0 && in.ok(); --left) {
        auto order = load_order(in);
        if (!order || order->id != book.next_id()) return std::nullopt;
        book.next_ = {order->id.value + 1};
        if (order->id.value % kOrdersPerYield == 0) yield();
        book.index_all(
            book.orders_.try_emplace(book.orders_.end(), order->id, std::move(*order))->second);
    }
    if (!in.ok()) return std::nullopt;
    return book;
}

}  // namespace onsale::payment
