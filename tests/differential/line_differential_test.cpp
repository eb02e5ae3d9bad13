#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/differential/line_scripts.hpp"
#include "tests/differential/line_story.hpp"
#include "tests/differential/redis_link.hpp"
#include "tests/differential/redis_process.hpp"

namespace onsale::differential {
namespace {

constexpr std::uint64_t kOperations = 70'000;
constexpr std::uint64_t kOperationsWithBug = 60'000;
constexpr std::uint64_t kOperationsPerLife = 1'400;
constexpr std::uint64_t kBetweenComparisons = 100;

// ONSALE_DIFF_OPS sets the number of operations, ONSALE_DIFF_SEED the seed of the first run.
std::uint64_t from_environment(const char* name, std::uint64_t otherwise) {
    const char* const text = std::getenv(name);
    return text == nullptr ? otherwise : std::strtoull(text, nullptr, 10);
}

// Runs one random history. Returns nullopt, or a description of the difference with the last
// operations.
std::optional<std::string> live(RedisLink& redis, const LineScripts& scripts, std::uint64_t seed,
                                std::uint64_t operations) {
    std::optional<LineStory> story;
    try {
        story.emplace(redis, scripts, seed);
        for (std::uint64_t i = 1; i <= operations; ++i) {
            story->step();
            if (i % kBetweenComparisons == 0) story->compare_state();
        }
        return std::nullopt;
    } catch (const std::exception& error) {
        return "ONSALE_DIFF_SEED=" + std::to_string(seed) + ": " + error.what() +
               "\nthe last of these:\n" + (story ? story->last_operations() : "");
    }
}

std::optional<std::string> first_difference(RedisLink& redis, const LineScripts& scripts,
                                            std::uint64_t operations) {
    std::uint64_t seed = from_environment("ONSALE_DIFF_SEED", 1);
    for (std::uint64_t done = 0; done < operations; ++seed) {
        const std::uint64_t now = std::min(kOperationsPerLife, operations - done);
        if (auto difference = live(redis, scripts, seed, now)) return difference;
        done += now;
    }
    return std::nullopt;
}

TEST(LineScripts, DecideAsTheDomainDoes) {
    RedisProcess server;
    RedisLink redis{server.socket()};
    const LineScripts scripts{redis};
    const auto difference =
        first_difference(redis, scripts, from_environment("ONSALE_DIFF_OPS", kOperations));
    EXPECT_FALSE(difference) << *difference;
}

// Records in pages, as after a long gap. The domain does not know pages, so the sweep skips none.
const std::vector<PlantedBug> kSmallPages = {
    {"local PAGE = 16384", "local PAGE = 16"},
    {"if not runs or run_of(number) then return number end", "if true then return number end"},
    {"return math.min(num('issued'), pages_stored * PAGE)", "return num('issued')"},
};

TEST(LineScripts, DecideTheSameWhenOnlyThePagesInUseAreStored) {
    RedisProcess server;
    RedisLink redis{server.socket()};
    const LineScripts scripts{redis, kSmallPages};
    const auto difference =
        first_difference(redis, scripts, from_environment("ONSALE_DIFF_OPS", kOperations));
    EXPECT_FALSE(difference) << *difference;
}

const std::vector<PlantedBug> kBugs = {
    // prelude.lua, places.lua
    {"now = math.max(now > 0 and now or server_ms(), num('at'))",
     "now = now > 0 and now or server_ms()"},
    {"(line_time() + covers_ms + 999)", "(line_time() + covers_ms)"},
    {"zset(K.leaving, number, line_time() + LEAVE_GRACE_MS)", "zset(K.leaving, number, now)"},
    {"if from == RECALLED then zset(K.recalled, number, false) end", ""},
    {"a.keep == 2 and 'inf' or due", "due"},
    {"attempt = again and 2 or 1", "attempt = 1"},
    {"standing_of(number) == MISSED and RECALLED or WAITING", "WAITING"},
    {"if type(member) == 'number' then member = tostring(member) end", ""},
    // phases.lua
    {"math.min(full, num('bucket_level') + since * rate())", "full"},
    {"num('max_active') - redis.call('ZCARD', K.active)", "num('max_active')"},
    {"num('admission_stopped') == 0 and", ""},
    {"if #chosen == free or (#chosen < count", "if #chosen >= 0 or (#chosen < count"},
    {"math.ceil((1000 - level) / rate())", "math.ceil(1000 / rate())"},
    // scripts
    {"if not frozen() then fall_behind(tonumber(ms)) end", "fall_behind(tonumber(ms))"},
    {"if change <= num('applied') then", "if change < num('applied') then"},
    {"if keeping >= line_max then", "if keeping > line_max then"},
    {"local may = line.run == run_id() and", "local may ="},
    {"if offer.taker ~= '' or not can_move(standing) then", "if not can_move(standing) then"},
    {"if tonumber(ARGV[2]) < num('fence') then", "if tonumber(ARGV[2]) < 0 then"},
    {"if admission.claimed and admission.keep == 0 then", "if admission.claimed then"},
    {"next_due = math.min(next_due, math.max(earliest", "next_due = math.max(math.max(earliest"},
    {"elseif admission.attempt == 1 then", "elseif admission.attempt == 2 then"},
    {"if which > 0 and which <= admission.extensions then", "if false then"},
    {"if which > allowed then", "if which > allowed + 1 then"},
    {"admission_extended(number, admission.deadline + by, which)",
     "admission_extended(number, line_time() + by, which)"},
    {"a.own_end = a.own_end + deadline - a.deadline", ""},
    {"if silence >= forget_after then", "if silence > forget_after + 5000 then"},
    {"number < epoch_from and", "number < epoch_from + 1000 and"},
    {"return number < epoch_from and number > num('drawn')", "return number < epoch_from"},
    {"if place <= num('skip') then", "if false then"},
    {"sset(K.barred, guest, bar)", "sset(K.barred, guest, true)"},
    {"zset(standing_of(number) == WAITING and K.queue or K.away,", "zset(K.queue,"},
    {"if number > num('drawn') and num('drawing') == 0 then", "if number > num('drawn') then"},
    {"fence ~= tonumber(ARGV[3]) then return {'lost'} end\nredis.call('PEXPIRE'",
     "false then return {'lost'} end\nredis.call('PEXPIRE'"},
};

class PlantedLineBug : public testing::TestWithParam<PlantedBug> {};

TEST_P(PlantedLineBug, IsFound) {
    RedisProcess server;
    RedisLink redis{server.socket()};
    const LineScripts scripts{redis, {GetParam()}};
    EXPECT_TRUE(first_difference(redis, scripts, kOperationsWithBug)) << GetParam().right;
}

INSTANTIATE_TEST_SUITE_P(LineScripts, PlantedLineBug, testing::ValuesIn(kBugs));

const std::vector<PlantedBug> kPageBugs = {
    {"number + (run.at - run.first) * PAGE", "number + run.at * PAGE"},
    {"runs and math.min(count - from, PAGE - number % PAGE) or count", "count"},
    {"if used > 0 then add_run(0, math.ceil(used / PAGE)) end", ""},
    {"make_room(first_new, issued)", ""},
    {"string.rep('\\0', zeros) .. part", "part"},
};

class PlantedPageBug : public testing::TestWithParam<PlantedBug> {};

TEST_P(PlantedPageBug, IsFound) {
    RedisProcess server;
    RedisLink redis{server.socket()};
    std::vector<PlantedBug> bugs = kSmallPages;
    bugs.push_back(GetParam());
    const LineScripts scripts{redis, bugs};
    EXPECT_TRUE(first_difference(redis, scripts, kOperationsWithBug)) << GetParam().right;
}

INSTANTIATE_TEST_SUITE_P(LineScripts, PlantedPageBug, testing::ValuesIn(kPageBugs));

}  // namespace
}  // namespace onsale::differential
