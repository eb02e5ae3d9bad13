#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "adapter/redis/show/event_state.hpp"

namespace onsale::redis {

// One key of Redis. Text in angle brackets stands for a value that the reader knows.
struct ShownKey {
    std::string name;
    std::string type;   // As TYPE answers.
    std::string keeps;  // The data that Onsale stores there.
    std::string ask;    // A command for redis-cli that reads it.
};

struct ShownNumber {
    std::string name;  // In camelCase.
    std::uint64_t value = 0;
};

// One part of an event's data, under the name that most designs of a waiting room on Redis use.
struct ShownPart {
    std::string name;
    std::string performance{};  // For the parts of a hall.
    std::vector<ShownNumber> numbers;
    std::vector<std::string> notes{};
    std::vector<ShownKey> keys;
};

// line, active, holds of each performance, confirmed, counts, scheduler and facts, in this order.
// docs/format/redis.md has all keys.
std::vector<ShownPart> shown_parts(const EventState& state);

}  // namespace onsale::redis
