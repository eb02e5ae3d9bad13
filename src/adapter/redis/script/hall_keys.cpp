#include "adapter/redis/script/hall_keys.hpp"

#include <array>

#include "adapter/redis/script/line_keys.hpp"

namespace onsale::redis {
namespace {

constexpr std::array<std::string_view, 10> kNames = {
    "hall:",    "seats:",     "fence:",  "holds:", "returns:",
    "blocked:", "remaining:", "synced:", "map:",   "plan:",
};

}  // namespace

std::vector<std::string> hall_keys(waiting_room::EventId event, std::string_view performance) {
    std::vector<std::string> keys = line_keys(event);
    const std::string tag = hash_tag(event);
    for (const std::string_view name : kNames)
        keys.push_back(std::string{name} + tag + ':' + std::string{performance});
    keys.push_back("halls:" + tag);
    return keys;
}

std::string plan_key(waiting_room::EventId event, std::string_view performance) {
    return "plan:" + hash_tag(event) + ':' + std::string{performance};
}

std::string synced_key(waiting_room::EventId event, std::string_view performance) {
    return "synced:" + hash_tag(event) + ':' + std::string{performance};
}

std::vector<std::string> lease_keys(waiting_room::EventId event, std::string_view performance,
                                    std::uint32_t seat) {
    const std::string tag = hash_tag(event);
    return {"lease:" + tag + ':' + std::string{performance} + ':' + std::to_string(seat),
            "leases:" + tag};
}

std::string process_key(waiting_room::EventId event, std::string_view process) {
    return "process:" + hash_tag(event) + ':' + std::string{process};
}

}  // namespace onsale::redis
