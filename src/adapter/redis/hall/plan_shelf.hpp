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

// The plans of a process, each read and made into a seating once: tens of milliseconds for the
// largest halls, while the loop does nothing else.
// Thread safety: any thread.
class PlanShelf {
  public:
    // Null members if it is not there.
    ShelvedPlan find(const std::string& name) const;
    // Whoever comes first; all get the same.
    ShelvedPlan put(const std::string& name, ShelvedPlan plan);

  private:
    mutable std::mutex mutex_;
    std::map<std::string, ShelvedPlan> plans_;
};

}  // namespace onsale::redis
