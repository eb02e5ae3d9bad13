#include "program/cluster/show_redis.hpp"

#include <optional>
#include <stdexcept>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "adapter/redis/show/read_event_state.hpp"
#include "program/cluster/cluster_link.hpp"

namespace onsale::program {
namespace {

// Longer than a failover. A user waits for the answer.
constexpr std::chrono::seconds kPatience{5};

using ShownState = Result<redis::EventState, redis::ShowError>;

std::string sentence_of(const redis::ShowError& error, const Config& config,
                        const std::string& event) {
    const std::string nodes = fmt::format("{}", fmt::join(config.redis.nodes, ", "));
    switch (error.problem) {
        case redis::ShowProblem::kNoAnswer:
            return fmt::format(
                "Redis at {} does not answer; check redis.nodes, redis.tls, and that "
                "it runs{}",
                nodes, error.words.empty() ? "" : ": " + error.words);
        case redis::ShowProblem::kRefused:
            return fmt::format(
                "Redis at {} refused to answer; check redis.user and its password: {}", nodes,
                error.words);
        case redis::ShowProblem::kNoEvent:
            return fmt::format("{}: no such event in Redis at {}; it has {}", event, nodes,
                               error.words.empty() ? "none" : error.words);
        case redis::ShowProblem::kBroken:
            return fmt::format("Redis at {} has an unknown form of {}", nodes, error.words);
    }
    return {};
}

}  // namespace

redis::EventState show_redis(const Config& config, const std::string& event) {
    if (config.redis.mode == RedisMode::kOff)
        throw std::runtime_error{
            "no Redis is configured (redis.mode is off); name the file that the processes use, "
            "like --config config/cluster.toml. Without Redis: onsale line show " +
            event};
    boost::asio::io_context loop{1};
    redis::Client client{loop, redis_config(config, "onsale-redis-show")};
    std::optional<ShownState> shown;
    const auto read = [&]() -> boost::asio::awaitable<void> {
        const redis::Deadline deadline = std::chrono::steady_clock::now() + kPatience;
        shown.emplace(co_await redis::read_event_state(client, event, deadline));
        loop.stop();
    };
    boost::asio::co_spawn(loop, read, [](const std::exception_ptr& error) {
        if (error) std::rethrow_exception(error);
    });
    loop.run();
    if (!*shown) throw std::runtime_error{sentence_of(shown->error(), config, event)};
    return *std::move(*shown);
}

}  // namespace onsale::program
