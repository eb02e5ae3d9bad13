#include "adapter/postgres/client/password.hpp"

#include <gtest/gtest.h>

#include "runtime/file/test_folder.hpp"

namespace onsale::postgres {
namespace {

namespace fs = std::filesystem;

class PasswordTest : public testing::Test {
  protected:
    fs::path file(std::string_view content, fs::perms mode = fs::perms{0600}) {
        folder.write("password", content);
        fs::permissions(folder / "password", mode);
        return folder / "password";
    }

    runtime::TestFolder folder;
};

TEST_F(PasswordTest, IsTheFirstLine) {
    EXPECT_EQ(*read_password(file("secret\nmore\n")), "secret");
    EXPECT_EQ(*read_password(file("secret")), "secret");
}

TEST_F(PasswordTest, WithoutAFileThereIsNone) {
    EXPECT_EQ(*read_password(""), "");
}

TEST_F(PasswordTest, AMissingOrEmptyFileIsAnErrorThatNamesTheKey) {
    EXPECT_TRUE(read_password(folder / "none").error().starts_with("postgres.password_file: "));
    EXPECT_FALSE(read_password(file("")).has_value());
}

TEST_F(PasswordTest, AFileThatEverybodyMayReadIsAnError) {
    const auto password = read_password(file("secret", fs::perms{0644}));
    EXPECT_TRUE(password.error().starts_with("postgres.password_file: ")) << password.error();
}

}  // namespace
}  // namespace onsale::postgres
