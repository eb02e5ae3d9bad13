#include <sstream>

#include <boost/json/parse.hpp>
#include <gtest/gtest.h>

#include "program/cli/cli.hpp"
#include "program/cluster/show_redis.hpp"

namespace onsale::program {
namespace {

namespace json = boost::json;
using seat::SeatState;
using waiting_room::Standing;

redis::EventState busy_event() {
    redis::EventState state{.id = {7}, .key = "spring"};
    state.lifecycle = waiting_room::Lifecycle::kOpen;
    state.waiting = 12;
    state.away = 3;
    state.active = 5;
    state.active_max = 50;
    state.admitted_total = 9;
    state.no_show_total = 1;
    state.standings[static_cast<std::size_t>(Standing::kNone)] = 100;
    state.standings[static_cast<std::size_t>(Standing::kWaiting)] = 12;
    state.standings[static_cast<std::size_t>(Standing::kEndedCompleted)] = 4;
    state.standings[static_cast<std::size_t>(Standing::kEndedLeft)] = 2;
    state.lease = redis::LeaseState{"scheduler-1", "99", Duration{3200}};
    state.stream_length = 41;
    state.stream_last_id = "1700000000000-0";
    for (const char* day : {"day-1", "day-2"}) {
        redis::HallState hall{.performance = day};
        hall.seats[SeatState::kHeld] = 2;
        hall.seats[SeatState::kPaying] = 1;
        hall.seats[SeatState::kSold] = 6;
        hall.seats[SeatState::kFree] = 11;
        hall.holders = 1;
        state.halls.push_back(hall);
    }
    return state;
}

// A command line whose Redis has one event, or fails.
class CliRedis : public testing::Test {
  protected:
    int run(std::vector<std::string> arguments) {
        const Outside outside{.call_admin = {},
                              .serve = {},
                              .journal_verify = {},
                              .audit_verify = {},
                              .restore = {},
                              .token_verify = {},
                              .show_redis =
                                  [this](const Config& config, const std::string& event) {
                                      asked = event;
                                      if (real) return show_redis(config, event);
                                      nodes = config.redis.nodes;
                                      return state;
                                  },
                              .environment = {},
                              .out = out,
                              .err = err};
        arguments.insert(arguments.begin(), {"redis", "show"});
        return run_cli(arguments, outside);
    }
    bool says(std::string_view text) const { return out.str().contains(text); }

    redis::EventState state = busy_event();
    bool real = false;
    std::string asked;
    std::vector<std::string> nodes;
    std::ostringstream out;
    std::ostringstream err;
};

const std::vector<std::string> kSpring = {"spring", "--set", "redis.mode=single", "--set",
                                          "redis.nodes=10.0.0.1:6379"};

TEST_F(CliRedis, AsksTheConfiguredServerForTheEvent) {
    EXPECT_EQ(run(kSpring), kOk) << err.str();
    EXPECT_EQ(asked, "spring");
    EXPECT_EQ(nodes, std::vector<std::string>{"10.0.0.1:6379"});
}

TEST_F(CliRedis, PrintsEveryPartWithItsNumbers) {
    EXPECT_EQ(run(kSpring), kOk) << err.str();
    EXPECT_TRUE(says("spring is event 7 in Redis (open). All its keys contain {7},")) << out.str();
    EXPECT_TRUE(says("\nline: waiting 12, away 3\n")) << out.str();
    EXPECT_TRUE(says("\nactive: admitted 5, maxActive 50\n")) << out.str();
    EXPECT_TRUE(says("\nholds of day-2: held 2, paying 1, sold 6, free 11, ")) << out.str();
    EXPECT_TRUE(says("\nconfirmed: sold 12\n")) << out.str();
    EXPECT_TRUE(says("\ncounts: joined 18, admitted 9, noShows 1, completed 4, left 2, "))
        << out.str();
    EXPECT_TRUE(says("\nscheduler: expiresInMs 3200\n")) << out.str();
    EXPECT_TRUE(says("  scheduler-1 has the lease, with fence 99.\n")) << out.str();
    EXPECT_TRUE(says("\nfacts: entries 41\n")) << out.str();
    EXPECT_TRUE(says("  The last entry is 1700000000000-0.\n")) << out.str();
}

TEST_F(CliRedis, PrintsEachKeyWithItsTypeAndACommandThatReadsIt) {
    EXPECT_EQ(run(kSpring), kOk) << err.str();
    EXPECT_TRUE(says("  queue:{7}   zset    guests who wait and are present; score = place "))
        << out.str();
    EXPECT_TRUE(says("  ZRANGE queue:{7} 0 9 WITHSCORES\n")) << out.str();
    EXPECT_TRUE(says("  A position is 1 + ZCOUNT queue:{7} -inf (<place> + ZCOUNT away:{7} -inf "))
        << out.str();
    EXPECT_TRUE(says("  GET seat:{7}:day-1:<seat>\n")) << out.str();
}

TEST_F(CliRedis, SaysThatNobodyIsAdmittedWithoutALease) {
    state.lease.reset();
    EXPECT_EQ(run(kSpring), kOk) << err.str();
    EXPECT_TRUE(says("\nscheduler: none\n")) << out.str();
    EXPECT_TRUE(says("Is a process with the role scheduler running?")) << out.str();
}

TEST_F(CliRedis, PrintsJson) {
    std::vector<std::string> arguments = kSpring;
    arguments.emplace_back("--json");
    EXPECT_EQ(run(arguments), kOk) << err.str();
    const json::object shown = json::parse(out.str()).as_object();
    EXPECT_EQ(shown.at("event"), "spring");
    EXPECT_EQ(shown.at("number"), 7);
    const json::object holds = shown.at("parts").at(2).as_object();
    EXPECT_EQ(holds.at("part"), "holds");
    EXPECT_EQ(holds.at("performance"), "day-1");
    EXPECT_EQ(holds.at("numbers").at("held"), 2);
    EXPECT_EQ(holds.at("keys").at(0).at("key"), "holds:{7}:day-1");
}

TEST_F(CliRedis, WithoutRedisInTheConfigurationItSaysWhatToName) {
    real = true;
    EXPECT_EQ(run({"spring"}), kFailed);
    EXPECT_TRUE(err.str().contains("no Redis is configured (redis.mode is off)")) << err.str();
    EXPECT_TRUE(err.str().contains("--config")) << err.str();
}

}  // namespace
}  // namespace onsale::program
