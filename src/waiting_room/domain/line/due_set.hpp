#pragma once

#include <set>
#include <unordered_map>
#include <utility>

#include "base/time.hpp"
#include "waiting_room/domain/ids.hpp"

namespace onsale::waiting_room {

// Numbers with one deadline each, ordered by deadline. Every change costs O(log n).
class DueSet {
  public:
    void set(Number number, Instant due) {
        erase(number);
        due_of_.emplace(number, due);
        order_.emplace(due, number);
    }
    void erase(Number number) {
        const auto found = due_of_.find(number);
        if (found == due_of_.end()) return;
        order_.erase({found->second, number});
        due_of_.erase(found);
    }
    const std::set<std::pair<Instant, Number>>& in_order() const { return order_; }

  private:
    std::unordered_map<Number, Instant> due_of_;
    std::set<std::pair<Instant, Number>> order_;
};

}  // namespace onsale::waiting_room
