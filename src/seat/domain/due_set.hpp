#pragma once

#include <cstddef>
#include <set>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/time.hpp"

namespace onsale::seat {

// Keys with one due time each, ordered by due time, so that due keys are found without a scan.
template <class Key>
class DueSet {
  public:
    void set(const Key& key, Instant due) {
        const auto [known, is_new] = due_.try_emplace(key, due);
        if (is_new) {
            order_.emplace(due, key);
        } else if (known->second != due) {
            auto moved = order_.extract({std::exchange(known->second, due), key});
            moved.value().first = due;
            order_.insert(std::move(moved));
        }
    }
    void erase(const Key& key) {
        const auto found = due_.find(key);
        if (found == due_.end()) return;
        order_.erase({found->second, key});
        due_.erase(found);
    }
    Instant at(const Key& key) const { return due_.at(key); }
    bool contains(const Key& key) const { return due_.contains(key); }
    // The first `limit` keys that are due at `now`.
    std::vector<Key> due(Instant now, std::size_t limit) const {
        std::vector<Key> keys;
        for (const auto& [due, key] : order_) {
            if (due > now || keys.size() == limit) break;
            keys.push_back(key);
        }
        return keys;
    }
    const std::set<std::pair<Instant, Key>>& in_order() const { return order_; }

  private:
    std::unordered_map<Key, Instant> due_;
    std::set<std::pair<Instant, Key>> order_;
};

}  // namespace onsale::seat
