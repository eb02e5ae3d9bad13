#include "adapter/redis/script/line_keys.hpp"

#include <array>
#include <string_view>

namespace onsale::redis {
namespace {

constexpr std::array<std::string_view, 20> kNames = {
    "line:",    "facts:",     "place:",   "guests:",   "number:",         "queue:", "away:",
    "active:",  "admission:", "leaving:", "recalled:", "queue:seen:",     "moved:", "barred:",
    "allowed:", "offers:",    "offer:",   "gone:",     "admission:lock:", "event:",
};

}  // namespace

std::string hash_tag(waiting_room::EventId event) {
    return '{' + std::to_string(event.value) + '}';
}

std::vector<std::string> line_keys(waiting_room::EventId event) {
    std::vector<std::string> keys;
    for (const std::string_view name : kNames)
        keys.push_back(std::string{name} + hash_tag(event));
    return keys;
}

std::string facts_key(waiting_room::EventId event) {
    return "facts:" + hash_tag(event);
}

std::string draw_key(waiting_room::EventId event) {
    return "draw:" + hash_tag(event);
}

}  // namespace onsale::redis
