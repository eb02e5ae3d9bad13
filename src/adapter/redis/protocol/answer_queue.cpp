#include "adapter/redis/protocol/answer_queue.hpp"

#include <algorithm>
#include <utility>

#include "base/assert.hpp"

namespace onsale::redis {
namespace {

void finish(Exchange& exchange) {
    if (exchange.wake) std::exchange(exchange.wake, nullptr)();
}

}  // namespace

bool AnswerQueue::admit(std::shared_ptr<Exchange> exchange) {
    ONSALE_ASSERT(exchange->answers_wanted > 0);
    if (entries_.size() >= limits_.exchanges_max) return false;
    if (bytes_ + exchange->bytes.size() > limits_.bytes_max) return false;
    bytes_ += exchange->bytes.size();
    entries_.push_back({std::move(exchange)});
    return true;
}

std::string AnswerQueue::take_unsent(Deadline now) {
    std::string bytes;
    for (; sent_ < entries_.size(); ++sent_) {
        bytes += entries_[sent_].exchange->bytes;
        entries_[sent_].sent_at = now;
    }
    return bytes;
}

bool AnswerQueue::accept(Reply&& reply) {
    if (sent_ == 0) return false;
    const std::shared_ptr<Exchange> exchange = entries_.front().exchange;
    exchange->answers.push_back(std::move(reply));
    if (exchange->answers.size() < exchange->answers_wanted) return true;
    bytes_ -= exchange->bytes.size();
    entries_.pop_front();
    --sent_;
    finish(*exchange);
    return true;
}

CallOutcome AnswerQueue::give_up(const Exchange& exchange) {
    const auto entry =
        std::ranges::find(entries_, &exchange, [](const Entry& e) { return e.exchange.get(); });
    ONSALE_ASSERT(entry != entries_.end());
    entry->exchange->wake = nullptr;
    if (static_cast<std::size_t>(entry - entries_.begin()) < sent_)
        return CallOutcome::kOutcomeUnknown;
    bytes_ -= exchange.bytes.size();
    entries_.erase(entry);
    return CallOutcome::kUnavailable;
}

void AnswerQueue::fail_all(CallCause cause, const std::string& words) {
    const auto sent = std::exchange(sent_, 0);
    bytes_ = 0;
    // A woken caller may use this queue again at once, so the queue is emptied first.
    const auto entries = std::exchange(entries_, {});
    for (std::size_t i = 0; i < entries.size(); ++i) {
        Exchange& exchange = *entries[i].exchange;
        exchange.error =
            i < sent ? CallError::unknown(cause, words) : CallError::unavailable(cause, words);
        finish(exchange);
    }
}

std::optional<Deadline> AnswerQueue::oldest_sent() const {
    if (sent_ == 0) return std::nullopt;
    return entries_.front().sent_at;
}

}  // namespace onsale::redis
