// `onsale redis show`: the keys of an event in Redis and the numbers in them.
#include <algorithm>
#include <ostream>

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>
#include <fmt/format.h>

#include "adapter/redis/show/shown_parts.hpp"
#include "program/cli/cli_print.hpp"
#include "program/cli/cli_verbs.hpp"
#include "waiting_room/domain/words.hpp"

namespace onsale::program {
namespace {

namespace json = boost::json;
using redis::ShownKey;
using redis::ShownPart;

struct ShowRedis {
    EventOption event;
    std::string config;
    std::vector<std::string> set;
    bool json = false;
};

void declare_show_redis(CLI::App& verb, ShowRedis& options) {
    verb.add_option("EVENT", options.event.event, "Key of the event, or its number in Redis")
        ->required()
        ->type_name("");
    verb.add_option("--config", options.config,
                    "Configuration file of the processes; its section [redis] says where Redis is")
        ->type_name("FILE");
    // Each --set takes one value, so that the next word is not consumed.
    verb.add_option("--set", options.set, "Sets a key of the configuration; may be repeated")
        ->type_name("SECTION.KEY=VALUE")
        ->expected(1)
        ->take_all();
    verb.add_flag("--json", options.json, "Print JSON");
}

json::object part_json(const ShownPart& part) {
    json::object numbers;
    for (const auto& number : part.numbers)
        numbers[number.name] = number.value;
    json::array keys;
    for (const ShownKey& key : part.keys)
        keys.push_back(json::object{
            {"key", key.name}, {"type", key.type}, {"keeps", key.keeps}, {"ask", key.ask}});
    json::object object{{"part", part.name}};
    if (!part.performance.empty()) object["performance"] = part.performance;
    object["numbers"] = std::move(numbers);
    object["notes"] = json::array(part.notes.begin(), part.notes.end());
    object["keys"] = std::move(keys);
    return object;
}

json::object state_json(const redis::EventState& state) {
    json::array parts;
    for (const ShownPart& part : redis::shown_parts(state))
        parts.push_back(part_json(part));
    return {{"event", state.key},
            {"number", state.id.value},
            {"lifecycle", to_word(state.lifecycle)},
            {"parts", std::move(parts)}};
}

// "holds of day-1    held 2, paying 0, ..."
std::string headline(const ShownPart& part) {
    std::string numbers;
    for (const auto& number : part.numbers)
        numbers += fmt::format("{}{} {}", numbers.empty() ? "" : ", ", number.name, number.value);
    const std::string of = part.performance.empty() ? "" : " of " + printable(part.performance);
    return fmt::format("{}{}: {}\n", part.name, of, numbers.empty() ? "none" : numbers);
}

void print_part(std::ostream& out, const ShownPart& part) {
    out << '\n' << headline(part);
    std::size_t name_width = 0, keeps_width = 0;
    for (const ShownKey& key : part.keys) {
        name_width = std::max(name_width, key.name.size());
        keeps_width = std::max(keeps_width, key.keeps.size());
    }
    for (const ShownKey& key : part.keys)
        out << printable(fmt::format("  {:{}}  {:6}  {:{}}  {}", key.name, name_width, key.type,
                                     key.keeps, keeps_width, key.ask))
            << '\n';
    for (const std::string& note : part.notes)
        out << "  " << printable(note) << '\n';
}

void print_state(std::ostream& out, const redis::EventState& state) {
    out << fmt::format(
        "{} is event {} in Redis ({}). All its keys contain {{{}}}, so they are in "
        "one slot.\n",
        printable(state.key), state.id.value, to_word(state.lifecycle), state.id.value);
    for (const ShownPart& part : redis::shown_parts(state))
        print_part(out, part);
}

int perform_show_redis(const Outside& outside, const ShowRedis& options) {
    ConfigSources sources{.file = {}, .environment = outside.environment, .overrides = options.set};
    if (!options.config.empty()) sources.file = options.config;
    const redis::EventState state = outside.show_redis(load_config(sources), options.event.event);
    if (options.json)
        outside.out << json::serialize(state_json(state)) << '\n';
    else
        print_state(outside.out, state);
    return kOk;
}

}  // namespace

void add_redis_verbs(CLI::App& app, CommandLine& line) {
    const Outside& outside = line.outside;
    CLI::App& group = add_verb(app, {"redis", "Inspect an event's data in Redis",
                                     "onsale redis show spring-tour --config config/cluster.toml"});
    add_verb<ShowRedis>(
        group, line,
        {"show",
         "Print what is in Redis for an event: line, active, holds, confirmed, counts, the "
         "scheduler's lease and the stream of facts, each with its keys, what they keep and a "
         "command for redis-cli. Reads Redis itself and changes nothing",
         "onsale redis show spring-tour --config config/cluster.toml\n"
         "  onsale redis show spring-tour --set redis.mode=single --set "
         "redis.nodes=127.0.0.1:6379\n"
         "\nThe password comes from redis.password_file or ONSALE_REDIS_PASSWORD. To change\n"
         "something use the other verbs (onsale line, hall, order), never redis-cli."},
        declare_show_redis,
        [&outside](const ShowRedis& options) { return perform_show_redis(outside, options); });
}

}  // namespace onsale::program
