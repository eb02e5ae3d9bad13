// A restore with the unmodified engine. The engine of the simulation skips fewer numbers.
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include <gtest/gtest.h>

#include "adapter/embedded/backup/backup.hpp"
#include "adapter/embedded/engine/engine.hpp"
#include "tests/support/manual_time.hpp"

namespace onsale::sim {
namespace {

namespace fs = std::filesystem;
using namespace embedded;
using namespace waiting_room;

constexpr Instant kNow = instant_from_ms(1'800'000'000'000);

class Restore : public testing::Test {
  protected:
    Restore() {
        std::string name = fs::temp_directory_path() / "onsale-restore-XXXXXX";
        root_ = ::mkdtemp(name.data());
        fs::create_directory(root_ / "live");
        fs::create_directory(root_ / "restored");
        // A backup without keys would be refused.
        std::ofstream{root_ / "live" / "keys"} << "keys";
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

TEST_F(Restore, PicturesThatAreInUseComeBack) {
    Engine live = start("live");
    create_event(live);
    fs::create_directory(root_ / "live" / "images");
    const auto write = [&](const char* name, const std::string& bytes) {
        std::ofstream{root_ / "live" / "images" / name, std::ios::binary} << bytes;
    };
    const std::string picture{"\x89PNG\0 and so on", 15};
    write("index", "tour a.png\ntour/day-1 a.png\nother gone.png\nevil ../lock\n");
    write("a.png", picture);
    write("replaced.png", "nobody's");
    make_backup(live.storage(), root_ / "backup");
    restore_verified(root_ / "backup", root_ / "restored");
    const fs::path images = root_ / "restored" / "images";
    std::ifstream file{images / "a.png", std::ios::binary};
    EXPECT_EQ((std::string{std::istreambuf_iterator<char>{file}, {}}), picture);
    EXPECT_TRUE(fs::exists(images / "index"));
    EXPECT_FALSE(fs::exists(images / "replaced.png"));
    Database journal{{root_ / "restored", ""}, kDatabaseFile, Database::Mode::kReadOnly};
    EXPECT_FALSE(journal.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'image'").step());
}

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
}  // namespace onsale::sim
