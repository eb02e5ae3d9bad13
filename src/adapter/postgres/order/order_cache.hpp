#pragma once

#include <cstddef>
#include <list>
#include <unordered_map>
#include <utility>

#include "adapter/postgres/order/order_reads.hpp"

namespace onsale::postgres {

// The orders that this process wrote last. Any of them may have changed since: who decides on one
// proves it by its number of facts.
// Thread safety: none; one owner.
class OrderCache {
  public:
    explicit OrderCache(std::size_t size_max) : size_max_(size_max) {}

    // Null if it is not known. Valid until the next put() or forget().
    const StoredOrder* find(payment::OrderCode code) const {
        const auto found = by_code_.find(code);
        return found == by_code_.end() ? nullptr : &*found->second;
    }
    // The order that was put longest ago gives way.
    void put(StoredOrder order) {
        forget(order.order.code);
        orders_.push_back(std::move(order));
        by_code_[orders_.back().order.code] = std::prev(orders_.end());
        if (orders_.size() > size_max_) forget(orders_.front().order.code);
    }
    void forget(payment::OrderCode code) {
        const auto found = by_code_.find(code);
        if (found == by_code_.end()) return;
        orders_.erase(found->second);
        by_code_.erase(found);
    }

  private:
    std::size_t size_max_;
    std::list<StoredOrder> orders_;
    std::unordered_map<payment::OrderCode, std::list<StoredOrder>::iterator> by_code_;
};

}  // namespace onsale::postgres
