#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <vector>

#include "adapter/embedded/engine/engine.hpp"

namespace onsale::embedded {

// What every loop is told after a commit, before any answer.
struct Publication {
    sale::Facts facts;
    Stamp stamp;
    Health health = Health::kOk;
};

// News on its way from the writer to one loop. Waking a loop costs more than most news are worth,
// so it may find them here when it next has something to do.
// Thread safety: all of it; read() on the loop alone.
class News {
  public:
    using Apply = std::function<void(const Publication&)>;

    explicit News(Apply apply) : apply_(std::move(apply)) {}

    void add(std::shared_ptr<const Publication> publication);
    // Applies what came since, in order.
    void read();

  private:
    Apply apply_;
    std::mutex mutex_;
    std::vector<std::shared_ptr<const Publication>> unread_;
};

}  // namespace onsale::embedded
