#include "token/key/secret_file.hpp"

#include <stdexcept>

#include <gtest/gtest.h>
#include <sys/stat.h>

#include "runtime/file/test_folder.hpp"

namespace onsale::token {

using runtime::TestFolder;
namespace {

TEST(SecretFile, FirstStartWritesAPrivateFileWithTheSecret) {
    const TestFolder folder;
    const SecretFile secret{folder / "owner.key"};
    EXPECT_EQ(std::filesystem::status(folder / "owner.key").permissions(),
              std::filesystem::perms{0600});
    EXPECT_EQ(secret.text().size(), 43u);
    EXPECT_EQ(folder.read("owner.key"), secret.text() + "\n");
}

TEST(SecretFile, ALaterStartFindsTheSameSecret) {
    const TestFolder folder;
    const SecretFile first{folder / "owner.key"};
    EXPECT_EQ(SecretFile{folder / "owner.key"}.text(), first.text());
}

TEST(SecretFile, DeletingItGivesAnother) {
    const TestFolder folder;
    const SecretFile first{folder / "owner.key"};
    std::filesystem::remove(folder / "owner.key");
    EXPECT_NE(SecretFile{folder / "owner.key"}.text(), first.text());
}

TEST(SecretFile, MatchesNothingButTheSecret) {
    const TestFolder folder;
    const SecretFile secret{folder / "owner.key"};
    EXPECT_TRUE(secret.matches(secret.text()));
    EXPECT_FALSE(secret.matches(""));
    EXPECT_FALSE(secret.matches(secret.text().substr(1)));
    EXPECT_FALSE(secret.matches(secret.text() + "\n"));
    EXPECT_FALSE(secret.matches(std::string(100'000, 'A')));
}

TEST(SecretFile, RefusesAReadableOrForeignFile) {
    const TestFolder folder;
    for (const char* content : {"", "password\n", "AAAA\n"}) {
        folder.write("owner.key", content);
        ::chmod((folder / "owner.key").c_str(), 0600);
        EXPECT_THROW(SecretFile{folder / "owner.key"}, std::runtime_error) << content;
    }
    std::filesystem::remove(folder / "owner.key");
    (void)SecretFile{folder / "owner.key"};
    ::chmod((folder / "owner.key").c_str(), 0640);
    EXPECT_THROW(SecretFile{folder / "owner.key"}, std::runtime_error);
}

TEST(SecretFile, RefusesAnythingButAPlainFile) {
    const TestFolder folder;
    std::filesystem::create_directory(folder / "owner.key");
    ::chmod((folder / "owner.key").c_str(), 0700);
    EXPECT_THROW(SecretFile{folder / "owner.key"}, std::runtime_error);
}

TEST(SecretFile, OfAnotherProcessIsReadAndNeverMade) {
    const TestFolder folder;
    EXPECT_THROW(SecretFile(folder / "complete.key", IfMissing::kRefuse), std::runtime_error);
    EXPECT_FALSE(std::filesystem::exists(folder / "complete.key"));
    const SecretFile made{folder / "complete.key"};
    EXPECT_EQ(SecretFile(folder / "complete.key", IfMissing::kRefuse).text(), made.text());
}

TEST(SecretFile, RefusesAFileTooLargeToBeOurs) {
    const TestFolder folder;
    folder.write("owner.key", std::string(5000, 'A'));
    ::chmod((folder / "owner.key").c_str(), 0600);
    EXPECT_THROW(SecretFile{folder / "owner.key"}, std::runtime_error);
}

}  // namespace
}  // namespace onsale::token
