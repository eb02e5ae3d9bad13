#include "adapter/redis/roster/node_list.hpp"

#include <algorithm>
#include <charconv>

namespace onsale::redis {

using boost::asio::awaitable;

namespace {

// RESP2 has no maps: names and values alternate in an array.
const Reply* member(const Reply& map, std::string_view name) {
    for (std::size_t i = 0; i + 1 < map.items.size(); i += 2)
        if (map.items[i].text == name) return &map.items[i + 1];
    return nullptr;
}

std::string text_of(const Reply& map, std::string_view name) {
    const Reply* const found = member(map, name);
    return found == nullptr ? "" : found->text;
}

std::int64_t integer_of(const Reply& map, std::string_view name) {
    const Reply* const found = member(map, name);
    return found == nullptr ? 0 : found->integer;
}

NodeHealth health_of(std::string_view word) {
    if (word == "online") return NodeHealth::kOk;
    return word == "loading" ? NodeHealth::kFailing : NodeHealth::kFailed;
}

std::uint32_t slots_in(const Reply& ranges) {
    std::int64_t slots = 0;
    for (std::size_t i = 0; i + 1 < ranges.items.size(); i += 2)
        slots += ranges.items[i + 1].integer - ranges.items[i].integer + 1;
    return static_cast<std::uint32_t>(slots);
}

NodeNote node_in(const Reply& node) {
    const std::int64_t plain = integer_of(node, "port");
    const std::int64_t port = plain != 0 ? plain : integer_of(node, "tls-port");
    return {.address = to_text(Endpoint{text_of(node, "ip"), static_cast<std::uint16_t>(port)}),
            .id = text_of(node, "id"),
            .master = text_of(node, "role") == "master",
            .health = health_of(text_of(node, "health")),
            .offset = static_cast<std::uint64_t>(integer_of(node, "replication-offset"))};
}

// Replicas are compared with the working master. A replaced master may still be listed.
const NodeNote* master_among(const NodeNotes& shard) {
    const auto found = std::ranges::find_if(
        shard, [](const NodeNote& node) { return node.master && node.health == NodeHealth::kOk; });
    return found == shard.end() ? nullptr : &*found;
}

void finish_shard(NodeNotes& shard, std::uint32_t slots) {
    const NodeNote* const known = master_among(shard);
    if (known == nullptr) return;
    const NodeNote master = *known;
    for (NodeNote& node : shard) {
        if (node.address == master.address) node.slots = slots;
        if (node.master) continue;
        node.replica_of = master.address;
        node.behind_by_bytes = master.offset - std::min(master.offset, node.offset);
    }
}

// Returns the text between `name` and the first of the characters `ends`; empty if there is no
// `name`. Reads lines such as "role:master" and fields of "slave0:ip=...,port=...".
std::string_view after(std::string_view text, std::string_view name, std::string_view ends) {
    const auto at = text.find(name);
    if (at == text.npos) return {};
    text.remove_prefix(at + name.size());
    return text.substr(0, text.find_first_of(ends));
}

std::uint64_t number_after(std::string_view text, std::string_view name, std::string_view ends) {
    const std::string_view digits = after(text, name, ends);
    std::uint64_t number = 0;
    std::from_chars(digits.data(), digits.data() + digits.size(), number);
    return number;
}

NodeNote replica_in(std::string_view row, const NodeNote& master) {
    const std::uint64_t offset = number_after(row, "offset=", ",\r");
    const bool online = after(row, "state=", ",\r") == "online";
    return {.address =
                std::string{after(row, "ip=", ",")} + ":" + std::string{after(row, "port=", ",")},
            .master = false,
            .replica_of = master.address,
            .health = online ? NodeHealth::kOk : NodeHealth::kFailing,
            .offset = offset,
            .behind_by_bytes = master.offset - std::min(master.offset, offset)};
}

}  // namespace

std::optional<NodeNotes> nodes_in_shards(const Reply& shards) {
    if (shards.kind != Reply::Kind::kArray) return std::nullopt;
    NodeNotes all;
    for (const Reply& shard : shards.items) {
        const Reply* const nodes = member(shard, "nodes");
        const Reply* const slots = member(shard, "slots");
        if (nodes == nullptr || slots == nullptr) return std::nullopt;
        NodeNotes own;
        for (const Reply& node : nodes->items)
            own.push_back(node_in(node));
        finish_shard(own, slots_in(*slots));
        all.insert(all.end(), own.begin(), own.end());
    }
    std::ranges::sort(all, {}, &NodeNote::address);
    return all;
}

NodeNotes nodes_in_replication(std::string_view info, const std::string& address) {
    constexpr std::string_view kLineEnd = "\r\n";
    NodeNote own{.address = address};
    own.master = after(info, "role:", kLineEnd) != "slave";
    own.offset = number_after(info, "\nmaster_repl_offset:", kLineEnd);
    NodeNotes all{own};
    while (!info.empty()) {
        const std::string_view row = info.substr(0, info.find('\n'));
        info.remove_prefix(std::min(info.size(), row.size() + 1));
        if (row.starts_with("slave") && row.find("ip=") != row.npos)
            all.push_back(replica_in(row, own));
    }
    std::ranges::sort(all, {}, &NodeNote::address);
    return all;
}

awaitable<std::optional<NodeNotes>> read_nodes(Client& client, const Config& config,
                                               Deadline deadline) {
    const bool cluster = config.mode == Mode::kCluster;
    Command ask = cluster ? Command{"CLUSTER", {"SHARDS"}} : Command{"INFO", {"replication"}};
    // Every node knows all others. The slot only selects the node that is asked.
    const auto answer = co_await client.call(Slot{}, std::move(ask), deadline);
    if (!answer || answer->is_error()) co_return std::nullopt;
    if (cluster) co_return nodes_in_shards(*answer);
    co_return nodes_in_replication(answer->text, to_text(config.seeds.front()));
}

}  // namespace onsale::redis
