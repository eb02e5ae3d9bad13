#include "tests/differential/line_scripts.hpp"

#include <stdexcept>

#include "adapter/redis/script/scripts.hpp"

namespace onsale::differential {
namespace {

// seat_extend concerns all halls of a guest and gets the keys of the line.
bool is_of_line(std::string_view name) {
    return name.starts_with("line_") || name == "seat_extend";
}

}  // namespace

LineScripts::LineScripts(RedisLink& redis) {
    for (const redis::ScriptText& script : redis::script_texts()) {
        if (!is_of_line(script.name)) continue;
        redis.load(script.text(), script.sha1);
        digests_.emplace(script.name, script.sha1);
    }
}

LineScripts::LineScripts(RedisLink& redis, const std::vector<PlantedBug>& bugs) {
    std::vector<bool> planted(bugs.size());
    for (const redis::ScriptText& script : redis::script_texts()) {
        if (!is_of_line(script.name)) continue;
        std::string text = script.text();
        for (std::size_t i = 0; i < bugs.size(); ++i) {
            const std::size_t at = text.find(bugs[i].right);
            if (at == text.npos) continue;
            planted[i] = true;
            text.replace(at, bugs[i].right.size(), bugs[i].wrong);
        }
        digests_.emplace(script.name, redis.call({"SCRIPT", "LOAD", text}).text);
    }
    for (std::size_t i = 0; i < bugs.size(); ++i)
        if (!planted[i]) throw std::runtime_error{"no script has: " + std::string{bugs[i].right}};
}

}  // namespace onsale::differential
