#include "adapter/embedded/backup/restore_folder.hpp"

#include <stdexcept>

#include <gtest/gtest.h>

#include "adapter/embedded/audit/audit_log.hpp"
#include "adapter/embedded/journal/journal.hpp"
#include "runtime/file/test_folder.hpp"
#include "token/key/key_ring.hpp"

namespace onsale::embedded {
namespace {

namespace fs = std::filesystem;

constexpr std::chrono::sys_seconds kMade{std::chrono::seconds{1'800'000'000}};
constexpr Instant kRestored = Instant{kMade} + std::chrono::hours{1};

class RestoreFolder : public testing::Test {
  protected:
    RestoreFolder() {
        fs::create_directory(live_);
        {
            const Journal journal{{live_.string(), ""}};
        }
        (void)token::KeyRing::open(live_, kMade);
        make_backup({live_.string(), ""}, request_.file);
    }

    runtime::TestFolder root_;
    fs::path live_ = root_ / "live";
    RestoreRequest request_{root_ / "backup", root_ / "restored"};
};

TEST_F(RestoreFolder, ARestoredFolderSignsWithANewKeyAndSaysSoInItsAuditLog) {
    EXPECT_FALSE(restore_folder(request_, kRestored));
    EXPECT_NE(root_.read("restored/keys"), root_.read("live/keys"));
    const auto entries = read_audit({request_.folder.string(), ""}, 0, 10);
    ASSERT_EQ(entries.size(), 1);
    EXPECT_EQ(entries[0].note.what, "onsale restore");
    EXPECT_EQ(entries[0].at, kRestored);
}

TEST_F(RestoreFolder, AVerifiedRestoreReportsWhatItHasRead) {
    request_.verify = true;
    const auto report = restore_folder(request_, kRestored);
    ASSERT_TRUE(report);
    EXPECT_EQ(report->rows, 0);
}

TEST_F(RestoreFolder, AFailedRestoreLeavesNoFolder) {
    request_.file = root_ / "missing";
    EXPECT_THROW(restore_folder(request_, kRestored), std::runtime_error);
    EXPECT_FALSE(fs::exists(request_.folder));
}

}  // namespace
}  // namespace onsale::embedded
