#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <vector>

#include "adapter/embedded/engine/engine.hpp"

namespace onsale::embedded {

// Every loop receives this after a commit and before any answer.
struct Publication {
    sale::Facts facts;
    Stamp stamp;
    Health health = Health::kOk;
};

// Publications from the writer to one loop. Waking a loop costs more than most publications are
// worth, so the loop may read them when it next has work.
// Thread safety: any thread; read() only on the loop.
class News {
  public:
    using Apply = std::function<void(const Publication&)>;

    explicit News(Apply apply) : apply_(std::move(apply)) {}

    void add(std::shared_ptr<const Publication> publication);
    // Applies the publications since the last call, in order.
    void read();

  private:
    Apply apply_;
    std::mutex mutex_;
    std::vector<std::shared_ptr<const Publication>> unread_;
};

}  // namespace onsale::embedded
