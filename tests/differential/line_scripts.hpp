#pragma once

#include <map>
#include <string>
#include <string_view>

#include "tests/differential/redis_link.hpp"

namespace onsale::differential {

// A line of Lua that is right, and one that is not.
struct PlantedBug {
    std::string_view right;
    std::string_view wrong;
};

// The line's scripts as a Redis has loaded them.
class LineScripts {
  public:
    // Throws where the build's digest of a script is not Redis's.
    explicit LineScripts(RedisLink& redis);
    // The same with a bug in every script that has the right line; throws where none has.
    LineScripts(RedisLink& redis, const PlantedBug& bug);

    const std::string& digest(std::string_view name) const { return digests_.find(name)->second; }

  private:
    std::map<std::string, std::string, std::less<>> digests_;
};

}  // namespace onsale::differential
