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

// Commands that travel together and the answers they get.
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
    std::size_t bytes_max = 16u << 20;  // Of commands that are not answered yet.
};

// Who waits for which answer of one connection. Answers come in the order of the commands, so an
// exchange that nobody waits for any more keeps its turn: its late answers are dropped, and
// everybody else's stay in step.
// Thread safety: none; lives on its connection's loop.
class AnswerQueue {
  public:
    explicit AnswerQueue(QueueLimits limits) : limits_(limits) {}

    // False: full. Exchanges that were given up count as long as their answers are due.
    bool admit(std::shared_ptr<Exchange> exchange);
    // The bytes of everything admitted since the last time. From here on they count as sent: some
    // of them may reach the server whatever happens to the rest.
    std::string take_unsent(Deadline now);
    bool has_unsent() const { return sent_ < entries_.size(); }

    // An answer for the oldest exchange. False, and not taken: nobody has asked for one.
    bool accept(Reply&& reply);
    // Nobody waits for it any more; the answer says what is known of it.
    CallOutcome give_up(const Exchange& exchange);
    // The connection is gone: everybody is told, and the queue is empty.
    void fail_all(CallCause cause, const std::string& words);

    std::size_t depth() const { return entries_.size(); }
    std::size_t bytes() const { return bytes_; }
    // Since when the oldest command that was sent waits for an answer.
    std::optional<Deadline> oldest_sent() const;

  private:
    struct Entry {
        std::shared_ptr<Exchange> exchange;
        Deadline sent_at{};
    };

    QueueLimits limits_;
    std::deque<Entry> entries_;
    std::size_t sent_ = 0;  // The first so many entries are sent.
    std::size_t bytes_ = 0;
};

}  // namespace onsale::redis
