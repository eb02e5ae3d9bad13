#include "adapter/redis/hall/plan_shelf.hpp"

namespace onsale::redis {

ShelvedPlan PlanShelf::find(const std::string& name) const {
    const std::scoped_lock lock{mutex_};
    const auto found = plans_.find(name);
    return found == plans_.end() ? ShelvedPlan{} : found->second;
}

ShelvedPlan PlanShelf::put(const std::string& name, ShelvedPlan plan) {
    const std::scoped_lock lock{mutex_};
    return plans_.try_emplace(name, std::move(plan)).first->second;
}

}  // namespace onsale::redis
