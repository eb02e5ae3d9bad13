#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <set>
#include <string>

#include <gtest/gtest.h>

#include "adapter/redis/script/scripts.hpp"
#include "tests/differential/hall_story.hpp"
#include "tests/differential/redis_link.hpp"
#include "tests/differential/redis_process.hpp"

namespace onsale::differential {
namespace {

// ONSALE_DIFF_OPS sets the number of operations, ONSALE_DIFF_SEED selects one random run.
std::uint64_t from_environment(const char* name, std::uint64_t otherwise) {
    const char* const text = std::getenv(name);
    return text == nullptr ? otherwise : std::strtoull(text, nullptr, 10);
}

constexpr std::uint64_t kOperations = 45'000;
constexpr std::uint64_t kOperationsPerLife = 1'500;
constexpr std::uint64_t kBetweenComparisons = 50;

using Answers = std::set<std::string>;

// Answers that the random runs must produce. An answer that never occurs is not tested.
const Answers kExpected = {
    "seat_select ok",
    "seat_select not_open",
    "seat_select no_admission",
    "seat_select too_many_seats",
    "seat_select too_many_accessible",
    "seat_select companion_alone",
    "seat_select time_over",
    "seat_select being_paid",
    "seat_select seat_taken",
    "seat_select given_back",
    "seat_select holds_stopped",
    "seat_select section_stopped",
    "seat_select limit_reached",
    "seat_select phase_share_used",
    "seat_release ok",
    "seat_release no_hold",
    "seat_release being_paid",
    "seat_extend ok",
    "seat_extend extensions_used",
    "seat_extend no_extensions",
    "seat_pay ok",
    "seat_pay no_hold",
    "seat_pay time_over",
    "seat_unpay decline ok",
    "seat_unpay decline no_hold",
    "seat_unpay late ok",
    "seat_unpay late no_hold",
    "seat_unpay end ok",
    "seat_unpay end no_hold",
    "seat_unpay release ok",
    "seat_unpay release no_hold",
    "seat_reclaim ok",
    "seat_reclaim seat_lost",
    "seat_reclaim wrong_hold",
    "seat_sync PAYING",
    "seat_sync PAYING busy",
    "seat_sync SOLD",
    "seat_sync SOLD busy",
    "seat_sync RETURNED",
    "seat_sync BLOCKED",
    "seat_sync BLOCKED busy",
    "seat_sync ENDED",
    "seat_sync again ok",
    "sold out",
};

void live(RedisLink& redis, std::uint64_t seed, std::uint64_t operations, Answers& answers) {
    HallStory story{redis, seed};
    try {
        for (std::uint64_t i = 1; i <= operations; ++i) {
            story.step();
            if (i % kBetweenComparisons == 0) story.compare_state();
        }
    } catch (const std::exception& error) {
        ADD_FAILURE() << "ONSALE_DIFF_SEED=" << seed << ": " << error.what()
                      << "\nafter the last of these:\n"
                      << story.last_operations();
    }
    answers.insert(story.answers().begin(), story.answers().end());
}

TEST(HallScripts, DecideAsTheDomainDoes) {
    RedisProcess server;
    RedisLink redis{server.socket()};
    for (const redis::ScriptText& script : redis::script_texts())
        redis.load(script.text(), script.sha1);
    const std::uint64_t operations = from_environment("ONSALE_DIFF_OPS", kOperations);
    const std::uint64_t first_seed = from_environment("ONSALE_DIFF_SEED", 1);
    Answers answers;
    for (std::uint64_t done = 0, seed = first_seed; done < operations && !HasFailure(); ++seed) {
        const std::uint64_t now = std::min(kOperationsPerLife, operations - done);
        live(redis, seed, now, answers);
        done += now;
    }
    if (operations < kOperations || HasFailure()) return;
    for (const std::string& answer : kExpected)
        EXPECT_TRUE(answers.contains(answer)) << answer;
}

}  // namespace
}  // namespace onsale::differential
