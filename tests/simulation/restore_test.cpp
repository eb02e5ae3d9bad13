// A restore with the engine as it is; the simulation's skips fewer numbers.
#include <filesystem>
#include <string>

#include <gtest/gtest.h>

#include "adapter/embedded/backup.hpp"
#include "adapter/embedded/engine.hpp"
#include "tests/support/manual_time.hpp"

namespace onsale::embedded {
namespace {

namespace fs = std::filesystem;
using namespace waiting_room;

constexpr Instant kNow = instant_from_ms(1'800'000'000'000);

class Restore : public testing::Test {
  protected:
    Restore() {
        std::string name = fs::temp_directory_path() / "onsale-restore-XXXXXX";
        root_ = ::mkdtemp(name.data());
        fs::create_directory(root_ / "live");
        fs::create_directory(root_ / "restored");
    }
    ~Restore() override { fs::remove_all(root_); }

    Engine start(const char* folder) const {
        return Engine{{root_ / folder, ""}, time_, [] { return Sha256Digest{}; }};
    }
    static std::uint32_t enter(Engine& engine, std::uint8_t name) {
        GuestId guest;
        guest.bytes.fill(name);
        const Command command = command::Enter{EventId{1}, guest, {}, {}};
        return std::get<EnterOutcome>(engine.run({&command, 1}, true).outcomes[0]).value().value;
    }
    static void create_event(Engine& engine) {
        auto settings = std::make_shared<EventSettings>();
        settings->key = "event";
        settings->title = "Event";
        settings->opens_at = kNow;
        const Command command = command::CreateEvent{std::move(settings)};
        engine.run({&command, 1}, true);
    }

    fs::path root_;
    test::ManualTime time_{kNow};
};

TEST_F(Restore, GuestsKeepTheirNumbersAndTenMillionAreSkipped) {
    Engine live = start("live");
    create_event(live);
    ASSERT_EQ(enter(live, 1), 1u);
    make_backup(live.storage(), root_ / "backup");
    ASSERT_EQ(enter(live, 2), 2u);
    restore_verified(root_ / "backup", root_ / "restored");
    Engine restored = start("restored");
    EXPECT_EQ(enter(restored, 1), 1u);
    EXPECT_EQ(enter(restored, 3), 10'000'002u);
}

TEST_F(Restore, NumbersAreSkippedOnce) {
    {
        Engine live = start("live");
        create_event(live);
        make_backup(live.storage(), root_ / "backup");
    }
    restore_backup(root_ / "backup", root_ / "restored");
    (void)start("restored");
    Engine restarted = start("restored");
    EXPECT_EQ(enter(restarted, 1), 10'000'001u);
}

}  // namespace
}  // namespace onsale::embedded
