#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <functional>
#include <mutex>
#include <vector>

#include "adapter/embedded/engine.hpp"

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
    explicit CommandQueue(std::size_t capacity) : capacity_(capacity) {}

    // Takes all of them or, when they do not fit, none.
    bool push(std::vector<Submission>& submissions);
    // Waits until there is something, `timeout` has passed or close() was called; then takes up to
    // `max` of what there is.
    std::vector<Submission> pop(std::size_t max, std::chrono::milliseconds timeout);
    void close();
    bool closed() const;
    std::size_t size() const;

  private:
    const std::size_t capacity_;
    mutable std::mutex mutex_;
    std::condition_variable changed_;
    std::vector<Submission> waiting_;
    bool closed_ = false;
};

}  // namespace onsale::embedded
