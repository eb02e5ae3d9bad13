#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "sale/domain/fact.hpp"

namespace onsale::redis {

struct ShelvedPlan {
    std::shared_ptr<const seat::HallPlan> plan;
    std::shared_ptr<const seat::Seating> seating;
};

// Cache of a process's hall plans. Each plan is parsed and converted to a seating once, since that
// takes tens of milliseconds for the largest halls and blocks the loop.
// Thread safety: any thread.
class PlanShelf {
  public:
    // The members are null if the plan is not cached.
    ShelvedPlan find(const std::string& name) const;
    // Keeps the plan that was stored first and returns it to all callers.
    ShelvedPlan put(const std::string& name, ShelvedPlan plan);

  private:
    mutable std::mutex mutex_;
    std::map<std::string, ShelvedPlan> plans_;
};

}  // namespace onsale::redis
