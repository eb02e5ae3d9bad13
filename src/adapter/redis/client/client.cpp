#include "adapter/redis/client/client.hpp"

#include <stdexcept>

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>

namespace onsale::redis {

namespace asio = boost::asio;
using asio::awaitable;
using Clock = std::chrono::steady_clock;

namespace {

Caller make_caller(asio::io_context& loop, Config config) {
    if (config.seeds.empty())
        throw std::runtime_error("redis.nodes: is empty; name at least one host:port");
    auto context = std::make_shared<ClientContext>(loop, std::move(config));
    auto nodes = std::make_shared<Nodes>(
        context, Nodes::Config{Use::kShared, context->config.connections_per_node});
    auto topology = std::make_shared<Topology>(context, nodes);
    return {std::move(context), std::move(topology), std::move(nodes)};
}

// Waits for the first slot map. Returns false if there is none before the deadline.
awaitable<bool> know_masters(Caller caller, Deadline deadline) {
    for (int tries = 1; caller.topology->masters().empty(); ++tries) {
        caller.topology->refresh();
        const auto& backoff = caller.context->config.retry.backoff;
        const auto until = Clock::now() + backoff.delay(tries, caller.context->jitter());
        if (until >= deadline) co_return false;
        asio::steady_timer timer{caller.context->loop, until};
        (void)co_await timer.async_wait(asio::as_tuple(asio::use_awaitable));
    }
    co_return true;
}

CallResult only(Answers answers) {
    if (!answers) return fail(answers.error());
    return std::move(answers->front());
}

}  // namespace

Client::Client(asio::io_context& loop, Config config)
    : caller_(make_caller(loop, std::move(config))) {}

awaitable<CallResult> Client::call(Slot slot, Command command, Deadline deadline) {
    Pipeline pipeline;
    pipeline.commands.push_back(std::move(command));
    co_return only(co_await run_call(caller_, slot, std::move(pipeline), deadline));
}

awaitable<Answers> Client::call(Slot slot, Pipeline pipeline, Deadline deadline) {
    return run_call(caller_, slot, std::move(pipeline), deadline);
}

awaitable<std::vector<Client::MasterAnswer>> Client::call_on_each_master(Command command,
                                                                         Deadline deadline) {
    const Caller caller = caller_;
    std::vector<MasterAnswer> all;
    if (!co_await know_masters(caller, deadline)) co_return all;
    for (const Endpoint& master : caller.topology->masters())
        all.push_back({master, only(co_await run_at(caller, master, command, deadline))});
    co_return all;
}

void Client::close() {
    caller_.topology->close();
    caller_.nodes->close();
}

const runtime::Counters& Client::counters() const {
    runtime::Counters& counters = caller_.context->counters;
    counters["redis_connections"] = caller_.nodes->open_connections();
    counters["redis_pipeline_depth"] = caller_.nodes->depth();
    return counters;
}

}  // namespace onsale::redis
