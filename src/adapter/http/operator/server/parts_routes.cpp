// The operator's route about the health of every part, process and Redis node.
#include <boost/json/array.hpp>

#include "adapter/http/operator/call/admin_answers.hpp"
#include "adapter/http/operator/call/admin_routes.hpp"
#include "adapter/http/operator/call/message_json.hpp"
#include "base/time_text.hpp"
#include "operate/port/deployment_parts.hpp"

namespace onsale::http {
namespace {

namespace json = boost::json;

json::object part_json(const operate::PartReport& part) {
    json::object one{{"part", part.part}};
    if (!part.name.empty()) one["name"] = part.name;
    one["state"] = to_word(part.state);
    one["ageMs"] = part.age.count();
    one["detail"] = format_english(part.detail);
    one["code"] = part.detail.code();
    one["values"] = to_json(part.detail.values);
    json::object numbers;
    for (const auto& [name, value] : part.numbers)
        numbers[name] = value ? json::value(*value) : json::value{};
    one["numbers"] = std::move(numbers);
    return one;
}

json::object process_json(const operate::ProcessReport& process) {
    json::array roles;
    for (const std::string& role : process.roles)
        roles.emplace_back(role);
    json::object one{{"name", process.name},
                     {"roles", std::move(roles)},
                     {"address", process.address},
                     {"adminAddress", process.admin_address},
                     {"version", process.version},
                     {"state", process.state},
                     {"degraded", process.degraded},
                     {"startedAt", format_iso_time(process.started_at)},
                     {"heardMs", process.heard.count()},
                     {"connections", process.connections},
                     {"requests", process.requests}};
    one["viewAgeMs"] = process.view_age ? json::value(process.view_age->count()) : json::value{};
    if (process.leases) one["leases"] = *process.leases;
    return one;
}

json::object node_json(const operate::RedisNodeReport& node) {
    json::object one{
        {"address", node.address}, {"id", node.id}, {"role", node.master ? "master" : "replica"}};
    if (!node.replica_of.empty()) one["replicaOf"] = node.replica_of;
    one["state"] = node.state;
    one["linked"] = node.linked;
    one["slots"] = node.slots;
    one["offset"] = node.offset;
    if (node.lag_bytes) one["lagBytes"] = *node.lag_bytes;
    one["ageMs"] = node.age.count();
    return one;
}

template <class One>
json::array list_json(const std::vector<One>& all, json::object (*show)(const One&)) {
    json::array list;
    for (const One& one : all)
        list.push_back(show(one));
    return list;
}

json::object parts_json(const operate::PartsReport& report, Instant now) {
    json::object answer{{"serverTime", format_iso_time(now)},
                        {"mode", report.mode},
                        {"process",
                         {{"name", report.process},
                          {"version", report.version},
                          {"startedAt", format_iso_time(report.started_at)}}},
                        {"parts", list_json(report.parts, part_json)}};
    if (report.processes) answer["processes"] = list_json(*report.processes, process_json);
    if (report.redis_nodes) answer["redisNodes"] = list_json(*report.redis_nodes, node_json);
    return answer;
}

}  // namespace

AdminWork show_parts(AdminCall call) {
    const operate::PartsReport report = co_await call.server.parts();
    co_return json_answer(parts_json(report, call.context.clock.now()));
}

}  // namespace onsale::http
