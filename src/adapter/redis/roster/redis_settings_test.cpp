#include "adapter/redis/roster/redis_settings.hpp"

#include <gtest/gtest.h>

namespace onsale::redis {
namespace {

using Values = std::map<std::string, std::string>;

Values good() {
    return {{"cluster-enabled", "yes"},
            {"cluster-require-full-coverage", "no"},
            {"maxmemory-policy", "noeviction"},
            {"appendonly", "yes"},
            {"save", ""}};
}

operate::PreflightCheck check_with(const std::string& name, const std::string& value) {
    Values values = good();
    values[name] = value;
    return check_redis_settings({{"a:1", good()}, {"b:1", values}});
}

TEST(RedisSettings, AsDocumentedAreFine) {
    const auto check = check_redis_settings({{"a:1", good()}});
    EXPECT_TRUE(check.ok);
    EXPECT_EQ(check.detail.code(), "redis_settings_fine");
}

TEST(RedisSettings, ALostShardMustNotStopTheOthers) {
    const auto check = check_with("cluster-require-full-coverage", "yes");
    EXPECT_FALSE(check.ok || check.warning);
    EXPECT_EQ(format_english(check.detail),
              "b:1 has cluster-require-full-coverage yes: set it to no (docs/operate.md)");
}

TEST(RedisSettings, OfASingleServerAreNotThoseOfACluster) {
    Values values = good();
    values["cluster-enabled"] = "no";
    values["cluster-require-full-coverage"] = "yes";
    EXPECT_TRUE(check_redis_settings({{"a:1", values}}).ok);
}

TEST(RedisSettings, NothingMayBeEvicted) {
    EXPECT_FALSE(check_with("maxmemory-policy", "allkeys-lru").ok);
}

TEST(RedisSettings, ADoubtfulSettingIsAWarning) {
    const auto unsaved = check_with("appendonly", "no");
    EXPECT_TRUE(unsaved.warning);
    EXPECT_TRUE(format_english(unsaved.detail).starts_with("b:1 has no persistence"));
    const auto hidden = check_redis_settings({{"a:1", std::nullopt}});
    EXPECT_TRUE(hidden.warning);
    EXPECT_EQ(hidden.detail.code(), "redis_settings_hidden");
}

}  // namespace
}  // namespace onsale::redis
