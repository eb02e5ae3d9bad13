#include "adapter/server/live/live_log.hpp"

#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>

#include "runtime/file/test_folder.hpp"

namespace onsale::server {
namespace {

using namespace std::chrono_literals;
using operate::LiveStep;

constexpr Instant kStart = instant_from_ms(1'800'000'000'000);  // The start of a minute.
constexpr waiting_room::EventId kEvent{1};

// A sale whose history is passed from one process to the next.
class LiveLogTest : public ::testing::Test {
  protected:
    // Runs a process from its start and stores its minutes in the file.
    void run(std::chrono::seconds time, bool orderly = false) {
        LiveLog log{storage()};
        LiveHistory history;
        log.load(history, now);
        history.begin(source(), now);
        for (std::chrono::seconds passed{0}; passed < time; passed += 1s) {
            now += 1s;
            totals.loops.counters["requests_total"] += 1;
            history.sample(source(), totals, now);
            log.save(history, now);
        }
        if (orderly) log.save_all(history);
    }
    LiveHistory loaded() {
        LiveHistory history;
        LiveLog log{storage()};
        log.load(history, now);
        return history;
    }
    std::vector<std::uint32_t> covered() {
        std::vector<std::uint32_t> seconds;
        const LiveHistory history = loaded();
        for (const auto& row : history.find(kEvent)->rows(LiveStep::kMinute))
            seconds.push_back(row.covers);
        return seconds;
    }
    embedded::Storage storage() const { return {folder.path().string(), ""}; }
    std::filesystem::path file() const { return folder.path() / "live.log"; }
    sale::LiveSource source() { return {view, sale, figures}; }

    void SetUp() override {
        namespace fact = waiting_room::fact;
        auto settings = std::make_shared<waiting_room::EventSettings>();
        view.apply({kEvent, fact::EventCreated{settings}}, now);
        view.apply({kEvent, fact::LifecycleChanged{waiting_room::Lifecycle::kOpen}}, now);
    }

    runtime::TestFolder folder;
    waiting_room::RoomView view;
    sale::SaleView sale;
    sale::SaleFigures figures;
    http::ServerTotals totals;
    Instant now = kStart;
};

TEST_F(LiveLogTest, ACrashCostsTheMinuteThatRan) {
    run(150s);
    EXPECT_EQ(covered(), (std::vector<std::uint32_t>{59, 60}));
}

TEST_F(LiveLogTest, AnOrderlyEndCostsNothing) {
    run(150s, true);
    EXPECT_EQ(covered(), (std::vector<std::uint32_t>{59, 60, 31}));
}

TEST_F(LiveLogTest, AMinuteThatARestartCutInTwoIsOneMinute) {
    run(90s, true);
    run(60s);
    EXPECT_EQ(covered(), (std::vector<std::uint32_t>{59, 60}));
}

TEST_F(LiveLogTest, TheServersNumbersAreThereToo) {
    run(130s);
    const LiveHistory history = loaded();
    EXPECT_EQ(history.server().rows(LiveStep::kMinute).size(), 2u);
    EXPECT_EQ(history.errors().rows(LiveStep::kMinute).size(), 2u);
}

TEST_F(LiveLogTest, AHalfWrittenRowIsLeftOutAndWrittenOver) {
    run(130s);
    std::filesystem::resize_file(file(), std::filesystem::file_size(file()) - 3);
    run(130s);
    EXPECT_GE(covered().size(), 3u);
}

TEST_F(LiveLogTest, AFileOfAnotherShapeIsBegunAnew) {
    std::ofstream{file()} << "onsale-live/1\nwhatever was written by another version";
    run(130s);
    EXPECT_EQ(covered().size(), 2u);
}

}  // namespace
}  // namespace onsale::server
