#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "tests/differential/redis_link.hpp"

namespace onsale::differential {

// A correct line of Lua and its incorrect replacement.
struct PlantedBug {
    std::string_view right;
    std::string_view wrong;
};

// The scripts of the line, loaded into a Redis.
class LineScripts {
  public:
    // Throws if Redis computes another digest for a script than the build.
    explicit LineScripts(RedisLink& redis);
    // Makes each replacement in every script that contains the right line. Throws if no script
    // contains it.
    LineScripts(RedisLink& redis, const std::vector<PlantedBug>& bugs);

    const std::string& digest(std::string_view name) const { return digests_.find(name)->second; }

  private:
    std::map<std::string, std::string, std::less<>> digests_;
};

}  // namespace onsale::differential
