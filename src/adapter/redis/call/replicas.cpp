#include "adapter/redis/call/replicas.hpp"

#include <algorithm>
#include <charconv>

#include "adapter/redis/call/script_caller.hpp"

namespace onsale::redis {

using boost::asio::awaitable;
using Clock = std::chrono::steady_clock;
using waiting_room::EventId;

namespace {

// "slave0:ip=127.0.0.1,port=7003,state=online,offset=42,lag=1"
bool is_counted_on(std::string_view row, std::chrono::seconds lag_max) {
    constexpr std::string_view kLag = "lag=";
    const auto lag_at = row.find(kLag);
    if (row.find("state=online") == row.npos || lag_at == row.npos) return false;
    row.remove_prefix(lag_at + kLag.size());
    long long lag = 0;
    const auto [end, error] = std::from_chars(row.data(), row.data() + row.size(), lag);
    return error == std::errc{} && std::chrono::seconds{lag} <= lag_max;
}

}  // namespace

int count_replicas(std::string_view info, std::chrono::seconds lag_max) {
    int count = 0;
    while (!info.empty()) {
        const std::string_view row = info.substr(0, info.find('\n'));
        info.remove_prefix(std::min(info.size(), row.size() + 1));
        if (row.starts_with("slave") && is_counted_on(row, lag_max)) ++count;
    }
    return count;
}

awaitable<CallResult> Replicas::change(EventId event, Command command, Deadline deadline,
                                       bool in_order) {
    return run(inside_, event, std::move(command), deadline, in_order);
}

awaitable<void> Replicas::look(std::shared_ptr<Inside> inside, EventId event, Deadline deadline) {
    const ReplicaConfig& config = inside->config;
    Known& known = inside->events[event];
    known.look_at = Clock::now() + config.look_again;
    Pipeline pipeline;
    pipeline.commands.push_back({"INFO", {"replication"}});
    const auto info =
        co_await run_call(inside->caller, slot_of(event), std::move(pipeline), deadline);
    if (!info || info->front().is_error()) co_return;
    known.count = count_replicas(info->front().text, config.lag_max);
    if (known.count >= config.wanted) known.look_at = Deadline::max();
}

awaitable<CallResult> Replicas::run(std::shared_ptr<Inside> inside, EventId event, Command command,
                                    Deadline deadline, bool in_order) {
    const ReplicaConfig& config = inside->config;
    Known& known = inside->events.try_emplace(event, config.wanted).first->second;
    if (Clock::now() >= known.look_at) co_await look(inside, event, deadline);
    if (known.count < config.at_least) {
        ++inside->caller.context->counters["redis_replicas_refused_total"];
        co_return fail(CallError::unavailable(CallCause::kNotReplicated, "too few replicas"));
    }
    Pipeline pipeline;
    pipeline.commands.push_back(std::move(command));
    pipeline.in_order = in_order;
    const int waits_for = std::min(known.count, config.wanted);
    if (waits_for > 0) pipeline.wait = ReplicaWait{waits_for, config.timeout};
    auto answers = co_await run_call(inside->caller, slot_of(event), std::move(pipeline), deadline);
    if (!answers) co_return fail(answers.error());
    if (answers->front().is_error()) co_return std::move(answers->front());
    const std::int64_t have = waits_for > 0 ? answers->back().integer : 0;
    if (have < waits_for) known.look_at = std::min(known.look_at, Clock::now());
    if (have < config.at_least) {
        ++inside->caller.context->counters["redis_replicas_unknown_total"];
        co_return fail(CallError::unknown(CallCause::kNotReplicated, "too few replicas in time"));
    }
    if (have < config.wanted) ++inside->caller.context->counters["redis_replicas_missed_total"];
    co_return std::move(answers->front());
}

}  // namespace onsale::redis
