#include "adapter/redis/client/topology.hpp"

#include <algorithm>

#include <boost/asio/co_spawn.hpp>

#include "adapter/redis/protocol/command.hpp"

namespace onsale::redis {

using boost::asio::awaitable;
using Clock = std::chrono::steady_clock;

Topology::Topology(std::shared_ptr<ClientContext> context, std::shared_ptr<Nodes> nodes)
    : context_(std::move(context)), nodes_(std::move(nodes)) {
    if (context_->config.mode == Mode::kSingle)
        map_ = SlotMap::single(context_->config.seeds.front());
}

std::optional<Endpoint> Topology::master_of(Slot slot) const {
    return map_ ? map_->master_of(slot) : std::nullopt;
}

std::vector<Endpoint> Topology::masters() const {
    return map_ ? map_->masters() : std::vector<Endpoint>{};
}

void Topology::learn(Slot slot, const Endpoint& master) {
    if (map_) map_->set_master(slot, master);
}

void Topology::refresh() {
    if (context_->config.mode == Mode::kSingle || asking_ || closed_) return;
    if (Clock::now() - asked_at_ < context_->config.map_interval) return;
    asking_ = true;
    boost::asio::co_spawn(context_->loop, ask_around(),
                          [self = shared_from_this()](const std::exception_ptr&) {
                              self->asking_ = false;
                              self->asked_at_ = Clock::now();
                          });
}

// In random order, so that a node that is down or outdated is not always asked first.
awaitable<void> Topology::ask_around() {
    ++context_->counters["redis_map_refreshes_total"];
    std::vector<Endpoint> candidates = who_may_know();
    std::ranges::shuffle(candidates, context_->engine);
    for (const Endpoint& node : candidates)
        if (closed_ || co_await ask(node)) co_return;
}

awaitable<bool> Topology::ask(Endpoint node) {
    static const std::string kQuestion = Command{"CLUSTER", {"SLOTS"}}.encode();
    const auto deadline = Clock::now() + context_->config.map_timeout;
    const auto answers = co_await nodes_->connection_to(node).exchange(kQuestion, 1, deadline);
    if (!answers) co_return false;
    auto map = SlotMap::from_cluster_slots(answers->front(), node.host);
    if (!map) co_return false;
    map_ = std::move(map);
    nodes_->keep_only(who_may_know());
    co_return true;
}

std::vector<Endpoint> Topology::who_may_know() const {
    std::vector<Endpoint> nodes = context_->config.seeds;
    if (map_) nodes.insert(nodes.end(), map_->nodes().begin(), map_->nodes().end());
    std::ranges::sort(nodes);
    const auto repeated = std::ranges::unique(nodes);
    nodes.erase(repeated.begin(), repeated.end());
    return nodes;
}

}  // namespace onsale::redis
