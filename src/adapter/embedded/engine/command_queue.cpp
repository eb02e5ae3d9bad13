#include "adapter/embedded/engine/command_queue.hpp"

#include <algorithm>
#include <iterator>

namespace onsale::embedded {

bool CommandQueue::push(std::vector<Submission>& submissions) {
    bool wake = false;
    {
        const std::lock_guard lock{mutex_};
        if (closed_ || waiting_.size() + submissions.size() > capacity_) return false;
        std::ranges::move(submissions, std::back_inserter(waiting_));
        wake = waiting_.size() >= wake_at_;
    }
    submissions.clear();
    if (wake) changed_.notify_one();
    return true;
}

std::vector<Submission> CommandQueue::pop(std::size_t max, std::chrono::milliseconds timeout,
                                          std::chrono::steady_clock::time_point gather_until,
                                          std::size_t enough) {
    std::unique_lock lock{mutex_};
    const auto ready = [this] { return closed_ || waiting_.size() >= wake_at_; };
    wake_at_ = 1;
    if (!changed_.wait_for(lock, timeout, ready)) return {};
    wake_at_ = enough;
    changed_.wait_until(lock, gather_until, ready);
    if (waiting_.size() <= max) {
        std::vector<Submission> next;
        next.reserve(waiting_.size());  // A busy queue grows to the same size again.
        return std::exchange(waiting_, std::move(next));
    }
    const auto end = waiting_.begin() + static_cast<std::ptrdiff_t>(max);
    std::vector<Submission> taken(std::make_move_iterator(waiting_.begin()),
                                  std::make_move_iterator(end));
    waiting_.erase(waiting_.begin(), end);
    return taken;
}

void CommandQueue::close() {
    {
        const std::lock_guard lock{mutex_};
        closed_ = true;
    }
    changed_.notify_one();
}

bool CommandQueue::closed() const {
    const std::lock_guard lock{mutex_};
    return closed_;
}

std::size_t CommandQueue::size() const {
    const std::lock_guard lock{mutex_};
    return waiting_.size();
}

}  // namespace onsale::embedded
