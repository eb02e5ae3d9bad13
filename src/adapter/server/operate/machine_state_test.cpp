#include "adapter/server/operate/machine_state.hpp"

#include <fstream>

#include <gtest/gtest.h>

#include "adapter/embedded/backup/marked_backup.hpp"
#include "runtime/file/test_folder.hpp"

namespace onsale::server {
namespace {

using namespace std::chrono_literals;

class MachineState : public ::testing::Test {
  protected:
    embedded::Storage storage() const { return {folder.path().string(), ""}; }
    void back_up_before(std::chrono::hours time) {
        const std::filesystem::path mark{storage().path(embedded::kBackupMark)};
        std::ofstream{mark} << "made";
        std::filesystem::last_write_time(mark,
                                         std::filesystem::file_time_type::clock::now() - time);
    }

    runtime::TestFolder folder;
};

TEST_F(MachineState, WithoutABackupThereIsNoAge) {
    EXPECT_FALSE(backup_age(storage()).age);
    EXPECT_FALSE(backup_age(storage()).is_recent());
}

TEST_F(MachineState, ABackupOfADayAgoIsTooOld) {
    back_up_before(23h);
    EXPECT_GE(*backup_age(storage()).age, 23h);
    EXPECT_TRUE(backup_age(storage()).is_recent());
    back_up_before(25h);
    EXPECT_FALSE(backup_age(storage()).is_recent());
}

TEST_F(MachineState, AFileOfTheFutureHasNoNegativeAge) {
    back_up_before(-5h);
    EXPECT_EQ(*backup_age(storage()).age, 0ms);
}

TEST_F(MachineState, ADiskThatIsNotKnownIsNotEnough) {
    EXPECT_GT(disk_space(storage().folder).total, 0u);
    EXPECT_EQ(disk_space("/no/such/folder").total, 0u);
    EXPECT_FALSE(disk_space("/no/such/folder").is_enough());
    EXPECT_TRUE((DiskSpace{.free = DiskSpace::kFreeWanted}.is_enough()));
    EXPECT_FALSE((DiskSpace{.free = DiskSpace::kFreeWanted - 1}.is_enough()));
}

TEST_F(MachineState, AStepOfASecondIsNoticed) {
    EXPECT_TRUE(is_small_step(-999ms));
    EXPECT_FALSE(is_small_step(-1s));
    EXPECT_FALSE(is_small_step(1s));
}

}  // namespace
}  // namespace onsale::server
