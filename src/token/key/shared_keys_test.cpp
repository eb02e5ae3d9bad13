#include "token/key/shared_keys.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include "runtime/file/test_folder.hpp"
#include "token/key/key_ring.hpp"

namespace onsale::token {

using runtime::TestFolder;
namespace {

using std::chrono::seconds;

constexpr std::chrono::sys_seconds kNow{seconds{1'800'000'000}};

// A ring whose first key is old enough to sign in every process.
struct Owner {
    TestFolder folder;
    KeyRing ring = KeyRing::open(folder.path(), kNow - seconds{1000});
};

TEST(SharedKeys, AreTheOwnersKeys) {
    const Owner owner;
    const SharedKeys shared{owner.folder.path(), kNow};
    EXPECT_EQ(shared.keys()->current().entry_secret(), owner.ring.keys()->current().entry_secret());
    EXPECT_EQ(shared.keys()->guest_mac()("guest"), owner.ring.keys()->guest_mac()("guest"));
}

TEST(SharedKeys, AreNeverMadeByAReader) {
    const TestFolder folder;
    try {
        const SharedKeys shared{folder.path(), kNow};
        FAIL();
    } catch (const std::runtime_error& error) {
        EXPECT_NE(std::string{error.what()}.find("cluster.keys"), std::string::npos);
    }
    EXPECT_FALSE(std::filesystem::exists(folder / "keys"));
}

TEST(SharedKeys, StayWhileNothingChanges) {
    const Owner owner;
    SharedKeys shared{owner.folder.path(), kNow};
    const auto before = shared.keys();
    const auto reloaded = shared.reload(kNow + seconds{60});
    ASSERT_TRUE(reloaded);
    EXPECT_EQ(*reloaded, nullptr);
    EXPECT_EQ(shared.keys(), before);
}

TEST(SharedKeys, ANewKeyVerifiesAtOnce) {
    Owner owner;
    SharedKeys shared{owner.folder.path(), kNow};
    ASSERT_TRUE(owner.ring.rotate(kNow));
    const auto reloaded = shared.reload(kNow + seconds{1});
    ASSERT_TRUE(reloaded && *reloaded);
    ASSERT_NE((*reloaded)->find(2), nullptr);
    EXPECT_EQ((*reloaded)->find(2)->entry_secret(), owner.ring.keys()->current().entry_secret());
}

TEST(SharedKeys, ANewKeySignsWhenEverybodyKnowsIt) {
    Owner owner;
    SharedKeys shared{owner.folder.path(), kNow};
    ASSERT_TRUE(owner.ring.rotate(kNow));
    ASSERT_TRUE(shared.reload(kNow + seconds{9}));
    EXPECT_EQ(shared.keys()->current().kid(), 1);
    const auto reloaded = shared.reload(kNow + seconds{10});
    ASSERT_TRUE(reloaded && *reloaded);
    EXPECT_EQ((*reloaded)->current().kid(), 2);
    EXPECT_NE((*reloaded)->find(1), nullptr);
}

TEST(SharedKeys, AReaderThatStartsLateSignsAsTheOthers) {
    Owner owner;
    ASSERT_TRUE(owner.ring.rotate(kNow));
    EXPECT_EQ(SharedKeys(owner.folder.path(), kNow + seconds{9}).keys()->current().kid(), 1);
    EXPECT_EQ(SharedKeys(owner.folder.path(), kNow + seconds{10}).keys()->current().kid(), 2);
}

TEST(SharedKeys, TheOldestSignsWhileAllAreNew) {
    Owner owner;
    ASSERT_TRUE(owner.ring.rotate(kNow));
    ASSERT_TRUE(owner.ring.rotate(kNow + seconds{1}));
    EXPECT_EQ(SharedKeys(owner.folder.path(), kNow + seconds{2}).keys()->current().kid(), 2);
    const TestFolder fresh;
    (void)KeyRing::open(fresh.path(), kNow);
    EXPECT_EQ(SharedKeys(fresh.path(), kNow).keys()->current().kid(), 1);
}

TEST(SharedKeys, SurviveABrokenFile) {
    Owner owner;
    SharedKeys shared{owner.folder.path(), kNow};
    const auto before = shared.keys();
    const std::string whole = owner.folder.read("keys");
    owner.folder.write("keys", whole.substr(0, 30));
    const auto broken = shared.reload(kNow);
    ASSERT_FALSE(broken);
    EXPECT_NE(broken.error().find("damaged"), std::string::npos);
    EXPECT_EQ(shared.keys(), before);
    std::filesystem::remove(owner.folder / "keys");
    EXPECT_FALSE(shared.reload(kNow));
    EXPECT_EQ(shared.keys(), before);
}

TEST(SharedKeys, RefuseAFileThatOthersMayRead) {
    const Owner owner;
    ::chmod((owner.folder / "keys").c_str(), 0640);
    EXPECT_THROW(SharedKeys(owner.folder.path(), kNow), std::runtime_error);
}

}  // namespace
}  // namespace onsale::token
