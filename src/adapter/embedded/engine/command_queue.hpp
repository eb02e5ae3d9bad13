#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <functional>
#include <mutex>
#include <vector>

#include "adapter/embedded/engine/engine.hpp"

namespace onsale::embedded {

// A command on its way to the writer, and what to do with its outcome back on loop `loop`.
struct Submission {
    Command command;
    std::size_t loop = 0;
    std::move_only_function<void(Outcome&&)> answer;
};

// The bounded queue between the loops and the writer. Thread safety: all of it.
class CommandQueue {
  public:
    // So many in one commit share its cost well; waiting for more would only add latency.
    static constexpr std::size_t kEnough = 16;

    explicit CommandQueue(std::size_t capacity) : capacity_(capacity) {}

    // Takes all of them or, when they do not fit, none.
    bool push(std::vector<Submission>& submissions);
    // Waits until there is something, `timeout` has passed or close() was called, and then until
    // `gather_until` for more, unless `enough` wait already; takes up to `max` of what there is.
    std::vector<Submission> pop(std::size_t max, std::chrono::milliseconds timeout,
                                std::chrono::steady_clock::time_point gather_until,
                                std::size_t enough = kEnough);
    void close();
    bool closed() const;
    std::size_t size() const;

  private:
    const std::size_t capacity_;
    mutable std::mutex mutex_;
    std::condition_variable changed_;
    std::vector<Submission> waiting_;
    std::size_t wake_at_ = 1;  // So many wake the writer: a wake-up for each would cost more.
    bool closed_ = false;
};

}  // namespace onsale::embedded
