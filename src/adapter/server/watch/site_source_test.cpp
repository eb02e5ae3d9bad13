#include "adapter/server/watch/site_source.hpp"

#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>

#include <gtest/gtest.h>

#include "runtime/file/test_folder.hpp"

namespace onsale::server {
namespace {

class SiteSourceTest : public ::testing::Test {
  protected:
    SiteSourceTest() {
        rules.issuer = "https://site.example";
        rules.audience = "onsale";
    }
    std::string file(const std::string& content) {
        const std::string path = (folder.path() / "secret").string();
        std::ofstream{path, std::ios::binary} << content;
        std::filesystem::permissions(
            path, std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
        return path;
    }
    std::string refusal(const SiteSource::Files& files) {
        try {
            const SiteSource source{rules, files};
        } catch (const std::runtime_error& error) {
            return error.what();
        }
        return "";
    }

    runtime::TestFolder folder;
    token::SiteTokenRules rules;
};

TEST_F(SiteSourceTest, WithoutFilesThereIsNoSite) {
    const SiteSource source{{}, {}};
    EXPECT_EQ(source.current().keys, nullptr);
    EXPECT_FALSE(source.watches_file());
}

TEST_F(SiteSourceTest, ASecretIsReadWithoutItsLineFeed) {
    const SiteSource source{rules, {.secret = file(std::string(32, 's') + "\r\n"), .jwks = ""}};
    EXPECT_NE(source.current().keys, nullptr);
    EXPECT_EQ(source.current().rules.issuer, "https://site.example");
    EXPECT_FALSE(source.watches_file());
    EXPECT_NE(refusal({.secret = file(std::string(31, 's') + "\n"), .jwks = ""}), "");
}

TEST_F(SiteSourceTest, AWrongSettingIsNamedByItsKey) {
    EXPECT_EQ(refusal({.secret = "/no/such/file", .jwks = ""}),
              "identity.site_jwt_secret_file: cannot read /no/such/file");
    rules.issuer = "";
    EXPECT_EQ(refusal({.secret = file(std::string(32, 's')), .jwks = ""})
                  .find("identity.site_issuer, site_audience: "),
              0u);
}

}  // namespace
}  // namespace onsale::server
