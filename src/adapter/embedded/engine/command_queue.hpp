#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <functional>
#include <mutex>
#include <vector>

#include "adapter/embedded/engine/engine.hpp"

namespace onsale::embedded {

// A command for the writer, and the callback for its outcome, which runs on loop `loop`.
struct Submission {
    Command command;
    std::size_t loop = 0;
    std::move_only_function<void(Outcome&&)> answer;
};

// The bounded queue between the loops and the writer. Thread safety: any thread.
class CommandQueue {
  public:
    // With this many commands a commit is well shared. Waiting for more would only add latency.
    static constexpr std::size_t kEnough = 16;

    explicit CommandQueue(std::size_t capacity) : capacity_(capacity) {}

    // Takes all submissions, or none if they do not fit.
    bool push(std::vector<Submission>& submissions);
    // Waits for a submission, the timeout or close(). Then waits for more until `gather_until`,
    // unless `enough` are waiting already. Takes up to `max`.
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
    // Number of submissions that wakes the writer: waking it for each would cost more.
    std::size_t wake_at_ = 1;
    bool closed_ = false;
};

}  // namespace onsale::embedded
