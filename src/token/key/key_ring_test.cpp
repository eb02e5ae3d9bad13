#include "token/key/key_ring.hpp"

#include <set>

#include <gtest/gtest.h>
#include <sys/stat.h>

#include "runtime/file/test_folder.hpp"

namespace onsale::token {

using runtime::TestFolder;
namespace {

using std::chrono::seconds;

constexpr std::chrono::sys_seconds kNow{seconds{1'800'000'000}};
constexpr const char* kGuestLine =
    "guest 4747474747474747474747474747474747474747474747474747474747474747\n";
constexpr const char* kSecretText =
    "a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1";

std::string signing_line(int kid) {
    return "signing " + std::to_string(kid) + " 1800000000 " + kSecretText + "\n";
}

std::filesystem::perms mode_of(const std::filesystem::path& path) {
    return std::filesystem::status(path).permissions();
}

// Writes a private file with this content and returns whether the ring opens.
bool opens(const std::string& content) {
    const TestFolder folder;
    folder.write("keys", content);
    ::chmod((folder / "keys").c_str(), 0600);
    try {
        (void)KeyRing::open(folder.path(), kNow);
        return true;
    } catch (const std::runtime_error& error) {
        EXPECT_NE(std::string{error.what()}.find("keys is damaged"), std::string::npos);
        return false;
    }
}

TEST(KeyRing, AMissingFileIsNotReplacedWhereItMayNotBe) {
    const TestFolder folder;
    try {
        (void)KeyRing::open(folder.path(), kNow, IfMissing::kRefuse);
        FAIL() << "opened";
    } catch (const std::runtime_error& error) {
        EXPECT_NE(std::string{error.what()}.find("keys is missing: restore it from a backup"),
                  std::string::npos);
    }
    EXPECT_FALSE(std::filesystem::exists(folder / "keys"));
}

TEST(KeyRing, FirstStartMakesAFileForItsOwnerAlone) {
    const TestFolder folder;
    const KeyRing ring = KeyRing::open(folder.path(), kNow);
    EXPECT_EQ(mode_of(folder / "keys"), std::filesystem::perms{0600});
    EXPECT_EQ(ring.keys()->current().kid(), 1);
    EXPECT_EQ(ring.keys()->current().created_at(), kNow);
    EXPECT_EQ(ring.keys()->other(), nullptr);
}

TEST(KeyRing, TwoFirstStartsShareNoSecret) {
    const TestFolder one;
    const TestFolder other;
    const KeyRing first = KeyRing::open(one.path(), kNow);
    const KeyRing second = KeyRing::open(other.path(), kNow);
    EXPECT_NE(first.keys()->guest_mac()("guest"), second.keys()->guest_mac()("guest"));
    EXPECT_NE(first.keys()->current().entry_secret(), second.keys()->current().entry_secret());
}

TEST(KeyRing, ASecondStartFindsTheSameKeys) {
    const TestFolder folder;
    KeyRing ring = KeyRing::open(folder.path(), kNow);
    ASSERT_TRUE(ring.rotate(kNow + seconds{5}));
    const KeyRing again = KeyRing::open(folder.path(), kNow + seconds{9});
    for (const auto purpose : {Purpose::kQueue, Purpose::kProofOfWork}) {
        EXPECT_EQ(again.keys()->current().mac(purpose)("text"),
                  ring.keys()->current().mac(purpose)("text"));
        EXPECT_EQ(again.keys()->other()->mac(purpose)("text"),
                  ring.keys()->other()->mac(purpose)("text"));
    }
    EXPECT_EQ(again.keys()->guest_mac()("guest"), ring.keys()->guest_mac()("guest"));
    EXPECT_EQ(again.keys()->current().created_at(), kNow + seconds{5});
}

TEST(KeyRing, RotationKeepsOneOlderKeyAndDropsTheNext) {
    const TestFolder folder;
    KeyRing ring = KeyRing::open(folder.path(), kNow);
    const auto first = ring.keys();
    ASSERT_TRUE(ring.rotate(kNow));
    EXPECT_EQ(ring.keys()->current().kid(), 2);
    EXPECT_EQ(ring.keys()->find(1)->entry_secret(), first->current().entry_secret());
    ASSERT_TRUE(ring.rotate(kNow));
    EXPECT_EQ(ring.keys()->find(1), nullptr);
    EXPECT_EQ(ring.keys()->find(2), ring.keys()->other());
    EXPECT_EQ(ring.keys()->find(3), &ring.keys()->current());
    EXPECT_EQ(mode_of(folder / "keys"), std::filesystem::perms{0600});
}

TEST(KeyRing, RotationNeverChangesGuests) {
    const TestFolder folder;
    KeyRing ring = KeyRing::open(folder.path(), kNow);
    const auto before = ring.keys()->guest_mac()("guest");
    ASSERT_TRUE(ring.rotate(kNow));
    EXPECT_EQ(ring.keys()->guest_mac()("guest"), before);
}

TEST(KeyRing, KeyIdsGoRoundWithoutZero) {
    const TestFolder folder;
    folder.write("keys", std::string{"onsale-keys 1\n"} + kGuestLine + signing_line(255));
    ::chmod((folder / "keys").c_str(), 0600);
    KeyRing ring = KeyRing::open(folder.path(), kNow);
    ASSERT_TRUE(ring.rotate(kNow));
    EXPECT_EQ(ring.keys()->current().kid(), 1);
    EXPECT_EQ(ring.keys()->other()->kid(), 255);
}

TEST(KeyRing, AFailedRotationKeepsTheKeys) {
    const TestFolder folder;
    KeyRing ring = KeyRing::open(folder.path(), kNow);
    // A folder at the path of the temporary file cannot be replaced by a file, not even by root.
    std::filesystem::create_directories(folder / "keys.new/occupied");
    const auto before = ring.keys();
    const auto rotated = ring.rotate(kNow);
    ASSERT_FALSE(rotated);
    EXPECT_EQ(rotated.error(), RotateError::kUnwritable);
    EXPECT_EQ(ring.keys(), before);
}

TEST(KeyRing, RefusesAFileThatOthersMayRead) {
    for (const mode_t mode : {0640u, 0604u, 0620u, 0666u}) {
        const TestFolder folder;
        (void)KeyRing::open(folder.path(), kNow);
        ::chmod((folder / "keys").c_str(), mode);
        EXPECT_THROW((void)KeyRing::open(folder.path(), kNow), std::runtime_error) << mode;
    }
}

TEST(KeyRing, NamesTheFix) {
    const TestFolder folder;
    (void)KeyRing::open(folder.path(), kNow);
    ::chmod((folder / "keys").c_str(), 0644);
    try {
        (void)KeyRing::open(folder.path(), kNow);
        FAIL();
    } catch (const std::runtime_error& error) {
        EXPECT_NE(std::string{error.what()}.find("chmod 600 " + (folder / "keys").string()),
                  std::string::npos);
    }
}

TEST(KeyRing, ReadsOnlyWhatItWrites) {
    const std::string head = std::string{"onsale-keys 1\n"} + kGuestLine;
    EXPECT_TRUE(opens(head + signing_line(1)));
    EXPECT_TRUE(opens(head + signing_line(2) + signing_line(1)));
    EXPECT_FALSE(opens(""));
    EXPECT_FALSE(opens(head));
    EXPECT_FALSE(opens("onsale-keys 2\n" + std::string{kGuestLine} + signing_line(1)));
    EXPECT_FALSE(opens(head + signing_line(0)));
    EXPECT_FALSE(opens(head + signing_line(256)));
    EXPECT_FALSE(opens(head + signing_line(1) + signing_line(1)));
    EXPECT_FALSE(opens(head + signing_line(3) + signing_line(2) + signing_line(1)));
    EXPECT_FALSE(opens(head + signing_line(1) + "\n"));
    EXPECT_FALSE(opens(head + "signing 1 1800000000 abcd\n"));
    const std::string whole = head + signing_line(1);
    for (std::size_t size = 0; size < whole.size(); ++size)
        EXPECT_FALSE(opens(whole.substr(0, size))) << size;
}

TEST(KeyRing, ADraftLeftByACrashDoesNotMatter) {
    const TestFolder folder;
    folder.write("keys.new", "half a fi");
    const KeyRing ring = KeyRing::open(folder.path(), kNow);
    EXPECT_EQ(KeyRing::open(folder.path(), kNow).keys()->current().entry_secret(),
              ring.keys()->current().entry_secret());
    EXPECT_EQ(mode_of(folder / "keys"), std::filesystem::perms{0600});
}

TEST(Keys, EveryPurposeHasAKeyOfItsOwn) {
    const TestFolder folder;
    const auto keys = KeyRing::open(folder.path(), kNow).keys();
    std::set<Sha256Digest> seen{keys->guest_mac()("text")};
    for (std::size_t value = 1; value <= kPurposeCount; ++value)
        seen.insert(keys->current().mac(static_cast<Purpose>(value))("text"));
    EXPECT_EQ(seen.size(), kPurposeCount + 1);
}

}  // namespace
}  // namespace onsale::token
