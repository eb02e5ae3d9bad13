#pragma once

#include <cstddef>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "adapter/redis/protocol/call_error.hpp"
#include "adapter/redis/protocol/deadline.hpp"
#include "adapter/redis/protocol/reply.hpp"

namespace onsale::redis {

// Commands that are sent together, and the answers to them.
struct Exchange {
    std::string bytes;
    std::size_t answers_wanted = 0;
    std::vector<Reply> answers;
    std::optional<CallError> error;
    std::function<void()> wake;  // Called once, when answers or error are complete.

    bool is_over() const { return error.has_value() || answers.size() == answers_wanted; }
};

struct QueueLimits {
    std::size_t exchanges_max = 4096;
    std::size_t bytes_max = 16u << 20;  // Maximum size of the commands that are not answered yet.
};

// The exchanges of one connection that wait for answers. Answers arrive in the order of the
// commands. An abandoned exchange therefore stays in the queue until its answers arrive; they are
// dropped, and the other exchanges still get their own answers.
// Thread safety: none; used only on its connection's loop.
class AnswerQueue {
  public:
    explicit AnswerQueue(QueueLimits limits) : limits_(limits) {}

    // Returns false if the queue is full. Abandoned exchanges count until their answers arrive.
    bool admit(std::shared_ptr<Exchange> exchange);
    // Returns the bytes of all exchanges admitted since the last call. They count as sent from now
    // on: part of them may reach the server even if the write fails.
    std::string take_unsent(Deadline now);
    bool has_unsent() const { return sent_ < entries_.size(); }

    // Gives an answer to the oldest exchange. Returns false, and does not take the answer, if no
    // sent command waits for one.
    bool accept(Reply&& reply);
    // Abandons an exchange. The result says whether its commands may have been executed.
    CallOutcome give_up(const Exchange& exchange);
    // The connection is lost: fails every exchange and empties the queue.
    void fail_all(CallCause cause, const std::string& words);

    std::size_t depth() const { return entries_.size(); }
    std::size_t bytes() const { return bytes_; }
    // When the oldest command that still waits for an answer was sent.
    std::optional<Deadline> oldest_sent() const;

  private:
    struct Entry {
        std::shared_ptr<Exchange> exchange;
        Deadline sent_at{};
    };

    QueueLimits limits_;
    std::deque<Entry> entries_;
    std::size_t sent_ = 0;  // Number of entries, from the front, that were sent.
    std::size_t bytes_ = 0;
};

}  // namespace onsale::redis
