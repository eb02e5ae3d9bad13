#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include <boost/asio/awaitable.hpp>

#include "adapter/redis/client/client.hpp"
#include "tests/redis/client/on_loop.hpp"

namespace onsale::redis {

// Results of the increments of one key.
struct Increments {
    std::int64_t done = 0;
    std::int64_t unknown = 0;
    std::int64_t unavailable = 0;
};

// Workers that increment keys one after the other until they are stopped, and count the results.
struct Load {
    std::chrono::milliseconds call_time{500};
    std::optional<ReplicaWait> wait{};
    bool goes_on = true;
    int workers = 0;
    std::size_t calls = 0;
    std::chrono::nanoseconds latest{0};  // Longest time between the deadline of a call and its end.
    std::map<std::string, Increments> keys{};

    Increments total() const {
        Increments sum;
        for (const auto& [key, each] : keys) {
            sum.done += each.done;
            sum.unknown += each.unknown;
            sum.unavailable += each.unavailable;
        }
        return sum;
    }
};

inline void count(Load& load, const std::string& key, const CallResult& answer, Deadline deadline) {
    load.latest = std::max(load.latest,
                           std::chrono::nanoseconds{std::chrono::steady_clock::now() - deadline});
    ++load.calls;
    Increments& its = load.keys[key];
    if (answer) {
        EXPECT_EQ(answer->kind, Reply::Kind::kInteger) << answer->text;
        ++its.done;
    } else {
        ++(answer.error().outcome == CallOutcome::kUnavailable ? its.unavailable : its.unknown);
    }
}

// A write counts as done only if enough replicas confirm it.
inline awaitable<CallResult> call_replicated(Client& client, Slot slot, Command command,
                                             ReplicaWait wait, Deadline deadline) {
    Pipeline pipeline{{}, wait};
    pipeline.commands.push_back(std::move(command));
    auto answers = co_await client.call(slot, std::move(pipeline), deadline);
    if (!answers) co_return fail(answers.error());
    const bool is_enough = answers->back().integer >= wait.replicas;
    if (!answers->front().is_error() && !is_enough)
        co_return fail(CallError::unknown(CallCause::kNotReplicated, answers->back().text));
    co_return std::move(answers->front());
}

// One worker, which goes through the keys in turn.
inline awaitable<bool> increment_all(Client& client, Load& load, std::vector<std::string> keys,
                                     std::size_t first) {
    ++load.workers;
    for (std::size_t i = first; load.goes_on; ++i) {
        const std::string key = keys[i % keys.size()];
        const Deadline deadline = in(load.call_time);
        const Command command{"INCR", {key}};
        const CallResult answer =
            load.wait
                ? co_await call_replicated(client, slot_of(key), command, *load.wait, deadline)
                : co_await client.call(slot_of(key), command, deadline);
        count(load, key, answer, deadline);
    }
    --load.workers;
    co_return true;
}

}  // namespace onsale::redis
