#include "program/serve/serve_settings.hpp"

#include "program/cluster/process_name.hpp"

namespace onsale::program {

server::ServerOperations::Settings operations_settings(const Config& config) {
    const bool on_redis = config.redis.mode != RedisMode::kOff;
    return {.default_rules = config.line,
            .queue_depth_max = config.limits.queue_depth_max,
            .mode = on_redis ? std::string{to_word(config.redis.mode)} : "embedded",
            .on_redis = on_redis,
            .process = process_name(config.cluster),
            .version = ONSALE_VERSION};
}

}  // namespace onsale::program
