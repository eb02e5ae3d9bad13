// A sale store that was restored from a backup goes on with numbers far above those in Redis.
#include "tests/redis/relay/store_site.hpp"
#include "tests/support/database.hpp"

namespace onsale::redis {
namespace {

constexpr std::uint32_t kSkipped = 10'000'000;
constexpr std::int64_t kPage = 16'384;
constexpr std::int64_t kPageOfBlock = kSkipped / kPage;  // Plus 8,192 further numbers.

class RestoredStore : public StoreSite {
  protected:
    // The server has a new run id and gets a new block.
    void restart_restored_store() {
        store.reset();
        test::Database journal{nullptr, (folder() / "onsale.db").c_str()};
        ASSERT_EQ(journal.run("INSERT OR REPLACE INTO meta VALUES('restored', 1)"), SQLITE_OK);
        (void)redis({"HSET", "line:{1}", "run", "another"});
        start_store();
        run_until([&] { return field("block_end") > kSkipped; });
    }
    std::int64_t field(const std::string& name) const {
        const std::string text = redis({"HGET", "line:{1}", name}).text;
        return text.empty() ? 0 : std::stoll(text);
    }
    std::int64_t bytes_of_places() const {
        std::int64_t bytes = 0;
        for (const std::string key : {"place:{1}", "guests:{1}", "queue:seen:{1}"})
            bytes += redis({"MEMORY", "USAGE", key}).integer;
        return bytes;
    }
    // The view of a newly started process.
    waiting_room::Standing standing_anew(const Buyer& buyer) {
        waiting_room::RoomView view;
        ViewFeed fresh{loop, caller, view, {.block = 50ms}};
        fresh.follow(kEvent);
        run_until([&] { return view.find(kEvent) != nullptr; });
        return view.find(kEvent)->book().standing(waiting_room::number_of(buyer.admission));
    }
};

TEST_F(RestoredStore, SkipsNumbersThatTakeNoMemoryInRedis) {
    const Buyer before = holding(1, {"A-1"});
    ASSERT_LT(bytes_of_places(), 1'000'000);
    restart_restored_store();
    const Buyer after = holding(2, {"A-2"});
    EXPECT_GT(waiting_room::number_of(after.admission).value, kSkipped);
    EXPECT_LT(bytes_of_places(), 2'000'000) << "the skipped numbers would take 210 MB";
    EXPECT_EQ(standing_anew(before), waiting_room::Standing::kAdmitted);
    EXPECT_EQ(standing_anew(after), waiting_room::Standing::kAdmitted);
    EXPECT_TRUE(request(before));
    EXPECT_TRUE(request(after));
}

TEST_F(RestoredStore, IsTheSameAfterRedisHasLostTheLine) {
    const Buyer before = let_in(1);
    store.reset();
    (void)redis({"FLUSHALL"});
    restart_restored_store();
    const Buyer after = let_in(2);
    EXPECT_GT(waiting_room::number_of(after.admission).value, kSkipped);
    const auto old = waiting_room::number_of(before.admission);
    run_until([&] {
        const auto back =
            run(lines.call(waiting_room::command::Enter{kEvent, guest(1), {}, {}, old}));
        return back && *back == old;
    });
    EXPECT_LT(bytes_of_places(), 3'000'000);
    EXPECT_EQ(standing_anew(after), waiting_room::Standing::kAdmitted);
    EXPECT_NE(standing_anew(before), waiting_room::Standing::kNone);
}

TEST_F(RestoredStore, TheSweepPassesOverWhatWasSkipped) {
    (void)let_in(1);
    restart_restored_store();
    (void)let_in(2);
    const auto swept =
        run(caller.ask("line_sweep", kEvent, {"100", std::to_string(kPage - 100), "8192"}, in(5s)));
    ASSERT_TRUE(swept);
    EXPECT_EQ(swept->items.at(2).integer, kPageOfBlock * kPage);
    EXPECT_LE(swept->items.at(4).integer, 2 * kPage);
}

}  // namespace
}  // namespace onsale::redis
