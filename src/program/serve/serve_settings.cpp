#include "program/serve/serve_settings.hpp"

#include "program/cluster/process_name.hpp"

namespace onsale::program {
namespace {

std::string mode_word(RedisMode mode) {
    switch (mode) {
        case RedisMode::kOff:
            return "embedded";
        case RedisMode::kSingle:
            return "single";
        case RedisMode::kCluster:
            return "cluster";
    }
    return "";
}

}  // namespace

runtime::LogLevel level_of(LogLevel level) {
    switch (level) {
        case LogLevel::kDebug:
            return runtime::LogLevel::kDebug;
        case LogLevel::kInfo:
            return runtime::LogLevel::kInfo;
        case LogLevel::kWarning:
            return runtime::LogLevel::kWarning;
        case LogLevel::kError:
            return runtime::LogLevel::kError;
    }
    return runtime::LogLevel::kInfo;
}

server::ServerOperations::Settings operations_settings(const Config& config) {
    return {.default_rules = config.line,
            .queue_depth_max = config.limits.queue_depth_max,
            .mode = mode_word(config.redis.mode),
            .on_redis = config.redis.mode != RedisMode::kOff,
            .process = process_name(config.cluster),
            .version = ONSALE_VERSION};
}

}  // namespace onsale::program
