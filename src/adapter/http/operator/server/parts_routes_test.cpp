#include <boost/json/serialize.hpp>
#include <gtest/gtest.h>

#include "adapter/http/operator/test_admin_site.hpp"

namespace onsale::http {
namespace {

using namespace std::chrono_literals;

class AdminParts : public ::testing::Test {
  protected:
    boost::json::object get() { return site_.call(Method::kGet, "/api/admin/parts").json(); }

    testing::AdminTestSite site_;
    operate::PartsReport& report_ = site_.server.parts_report;
};

TEST_F(AdminParts, AreToldWithTheirNumbersAndTheirAge) {
    report_.parts = {{.part = "backup",
                      .state = operate::PartState::kAttention,
                      .detail = operate::part_message("backup_minutes", {{"minutes", 7}}),
                      .numbers = {{"ageMs", std::nullopt}, {"taken", 3}},
                      .age = 250ms}};
    const auto part = get().at("parts").at(0);
    EXPECT_EQ(part.at("state").as_string(), "attention");
    EXPECT_EQ(part.at("ageMs").as_int64(), 250);
    EXPECT_EQ(part.at("detail").as_string(), "The last one is 7 minutes old.");
    EXPECT_EQ(part.at("code").as_string(), "backup_minutes");
    EXPECT_EQ(part.at("values").at("minutes").as_int64(), 7);
    EXPECT_EQ(boost::json::serialize(part.at("numbers")), R"({"ageMs":null,"taken":3})");
    EXPECT_FALSE(part.as_object().contains("name"));
}

TEST_F(AdminParts, NameTheProcessThatAnswers) {
    report_.mode = "embedded";
    report_.process = "onsale";
    report_.version = "9.9";
    report_.started_at = testing::kTestStart;
    const auto answer = get();
    EXPECT_EQ(answer.at("process").at("version").as_string(), "9.9");
    EXPECT_FALSE(answer.contains("processes"));
    EXPECT_FALSE(answer.contains("redisNodes"));
}

TEST_F(AdminParts, TellOfProcessesAndNodesBesideRedis) {
    report_.processes = {{.name = "queue-1",
                          .roles = {"queue"},
                          .state = "ready",
                          .heard = 900ms,
                          .view_age = 12ms,
                          .leases = std::nullopt}};
    report_.redis_nodes = {{.address = "127.0.0.1:7001",
                            .master = false,
                            .replica_of = "127.0.0.1:7000",
                            .state = "ok",
                            .linked = true,
                            .offset = 90,
                            .lag_bytes = 10}};
    const auto answer = get();
    const auto process = answer.at("processes").at(0);
    EXPECT_EQ(process.at("heardMs").as_int64(), 900);
    EXPECT_EQ(process.at("viewAgeMs").as_int64(), 12);
    EXPECT_FALSE(process.as_object().contains("leases"));
    const auto node = answer.at("redisNodes").at(0);
    EXPECT_EQ(node.at("role").as_string(), "replica");
    EXPECT_EQ(node.at("replicaOf").as_string(), "127.0.0.1:7000");
    EXPECT_EQ(node.at("lagBytes").as_int64(), 10);
}

}  // namespace
}  // namespace onsale::http
