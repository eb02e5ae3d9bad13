#include "token/site/site_keys.hpp"

#include <gtest/gtest.h>

#include "runtime/file/test_folder.hpp"
#include "token/site/site_key.hpp"
#include "token/site/site_keys_file.hpp"
#include "token/site/test_site_key.hpp"

namespace onsale::token {

using runtime::TestFolder;
namespace {

const TestSiteKey& ec_key() {
    static const TestSiteKey key = TestSiteKey::ec();
    return key;
}

std::string named(const char* kid) {
    return ec_key().jwk(R"("kid":")" + std::string{kid} + '"');
}

std::optional<SiteKeysError> error_of(std::string_view text) {
    const auto keys = SiteKeys::from_jwks(text);
    return keys ? std::nullopt : std::optional{keys.error()};
}

TEST(SiteKeys, PinsTheAlgorithmByTheKeysType) {
    const auto rsa = TestSiteKey::rsa();
    const auto keys = SiteKeys::from_jwks(key_set({rsa.jwk(R"("kid":"r")"), named("e")}));
    ASSERT_TRUE(keys);
    EXPECT_EQ((*keys)->find("r")->algorithm, SiteAlgorithm::kRs256);
    EXPECT_EQ((*keys)->find("e")->algorithm, SiteAlgorithm::kEs256);
    EXPECT_EQ((*keys)->find("x"), nullptr);
    EXPECT_EQ((*keys)->find(std::nullopt), nullptr);
}

TEST(SiteKeys, ALoneKeyMayGoUnnamed) {
    const auto keys = SiteKeys::from_jwks(key_set({named("e")})).value();
    EXPECT_NE(keys->find(std::nullopt), nullptr);
    EXPECT_NE(keys->find("e"), nullptr);
    EXPECT_EQ(keys->find("other"), nullptr);
}

TEST(SiteKeys, LeavesOutKeysForOtherUses) {
    const auto keys = SiteKeys::from_jwks(key_set(
        {ec_key().jwk(R"("kid":"a","use":"enc")"), ec_key().jwk(R"("kid":"b","alg":"ES384")"),
         TestSiteKey::ec(CJOSE_JWK_EC_P_384).jwk(R"("kid":"c")"), R"({"kty":"OKP"})",
         ec_key().jwk(R"("kid":"d","use":"sig","alg":"ES256")")}));
    ASSERT_TRUE(keys);
    EXPECT_EQ((*keys)->size(), 1u);
    EXPECT_NE((*keys)->find("d"), nullptr);
}

TEST(SiteKeys, NeverTakesASymmetricKeyFromAKeySet) {
    EXPECT_EQ(error_of(key_set({named("e"), R"({"kty":"oct","k":"AAAA","kid":"h"})"})),
              SiteKeysError::kSecretInKeySet);
}

TEST(SiteKeys, LeavesPrivatePartsAlone) {
    const auto keys = SiteKeys::from_jwks(key_set({ec_key().jwk(R"("kid":"e")", true)})).value();
    char* text = cjose_jwk_to_json(keys->find("e")->jwk.get(), true, nullptr);
    EXPECT_EQ(std::string{text}.find("\"d\""), std::string::npos);
    std::free(text);
}

TEST(SiteKeys, RefusesWhatIsNotAKeySet) {
    for (const char* text : {"", "{}", "[]", "null", R"({"keys":{}})", R"({"keys":[1]})",
                             R"({"keys":[{"kty":"EC","crv":"P-256","x":"AA","y":"AA"}]})",
                             R"({"keys":[{"kty":"RSA"}]})", R"({"keys":[)"})
        EXPECT_EQ(error_of(text), SiteKeysError::kMalformed) << text;
    EXPECT_EQ(error_of(key_set({})), SiteKeysError::kNoUsableKey);
    EXPECT_EQ(error_of(key_set({named("e"), named("e")})), SiteKeysError::kRepeatedKid);
}

TEST(SiteKeys, RefusesANameThatStandsTwice) {
    const std::string key = named("e");
    ASSERT_EQ(error_of(key_set({key})), std::nullopt);
    EXPECT_EQ(error_of(key_set({"{\"kid\":\"other\"," + key.substr(1)})),
              SiteKeysError::kMalformed);
    EXPECT_EQ(error_of(R"({"keys":[],"keys":[)" + key + "]}"), SiteKeysError::kMalformed);
}

TEST(SiteKeys, HasLimits) {
    EXPECT_EQ(error_of(std::string(65'537, ' ')), SiteKeysError::kTooLarge);
    std::string many = R"({"keys":[)";
    for (int i = 0; i < 33; ++i)
        many += std::string{i == 0 ? "" : ","} + R"({"kty":"OKP"})";
    EXPECT_EQ(error_of(many + "]}"), SiteKeysError::kTooManyKeys);
    EXPECT_EQ(error_of(key_set({TestSiteKey::rsa(1024).jwk()})), SiteKeysError::kWeakKey);
}

TEST(SiteKeys, ASecretNeedsThirtyTwoBytes) {
    EXPECT_TRUE(SiteKeys::from_secret(std::string(32, 's')));
    const auto weak = SiteKeys::from_secret(std::string(31, 's'));
    ASSERT_FALSE(weak);
    EXPECT_EQ(weak.error(), SiteKeysError::kWeakKey);
}

TEST(SiteKeysFile, AnUnusableFileRefusesToStart) {
    const TestFolder folder;
    EXPECT_THROW(SiteKeysFile{folder / "jwks.json"}, std::runtime_error);
    folder.write("jwks.json", "{}");
    EXPECT_THROW(SiteKeysFile{folder / "jwks.json"}, std::runtime_error);
    EXPECT_THROW(SiteKeysFile{folder.path()}, std::runtime_error);
}

TEST(SiteKeysFile, KeepsTheSameKeysWhileNothingChanges) {
    const TestFolder folder;
    folder.write("jwks.json", key_set({named("a")}));
    SiteKeysFile file{folder / "jwks.json"};
    const auto before = file.current();
    const auto reload = file.reload_if_changed();
    ASSERT_TRUE(reload);
    EXPECT_EQ(*reload, SiteKeysFile::Reload::kUnchanged);
    EXPECT_EQ(file.current(), before);
}

TEST(SiteKeysFile, TakesAReplacedFileAndLeavesOldKeysToTheirHolders) {
    const TestFolder folder;
    folder.write("jwks.json", key_set({named("a")}));
    SiteKeysFile file{folder / "jwks.json"};
    const auto before = file.current();
    folder.write("jwks.json.new", key_set({named("b")}));
    std::filesystem::rename(folder / "jwks.json.new", folder / "jwks.json");
    const auto reload = file.reload_if_changed();
    ASSERT_TRUE(reload);
    EXPECT_EQ(*reload, SiteKeysFile::Reload::kReplaced);
    EXPECT_NE(file.current()->find("b"), nullptr);
    EXPECT_EQ(file.current()->find("a"), nullptr);
    EXPECT_NE(before->find("a"), nullptr);
}

TEST(SiteKeysFile, NoticesAChangeInPlaceOfTheSameSize) {
    const TestFolder folder;
    folder.write("jwks.json", key_set({named("a")}));
    SiteKeysFile file{folder / "jwks.json"};
    folder.write("jwks.json", key_set({named("b")}));
    const auto later =
        std::filesystem::last_write_time(folder / "jwks.json") + std::chrono::seconds{1};
    std::filesystem::last_write_time(folder / "jwks.json", later);
    EXPECT_EQ(file.reload_if_changed().value(), SiteKeysFile::Reload::kReplaced);
    EXPECT_NE(file.current()->find("b"), nullptr);
}

TEST(SiteKeysFile, ABrokenFileKeepsTheOldKeysAndIsReportedUntilItIsWhole) {
    const TestFolder folder;
    const std::string good = key_set({named("a")});
    folder.write("jwks.json", good);
    SiteKeysFile file{folder / "jwks.json"};
    folder.write("jwks.json", good.substr(0, 20));
    for (int call = 0; call < 2; ++call) {
        const auto reload = file.reload_if_changed();
        ASSERT_FALSE(reload);
        EXPECT_EQ(reload.error(), SiteKeysError::kMalformed);
        EXPECT_NE(file.current()->find("a"), nullptr);
    }
    folder.write("jwks.json", key_set({named("ab")}));
    EXPECT_EQ(file.reload_if_changed().value(), SiteKeysFile::Reload::kReplaced);
}

TEST(SiteKeysFile, AVanishedFileKeepsTheOldKeys) {
    const TestFolder folder;
    folder.write("jwks.json", key_set({named("a")}));
    SiteKeysFile file{folder / "jwks.json"};
    std::filesystem::remove(folder / "jwks.json");
    EXPECT_EQ(file.reload_if_changed().error(), SiteKeysError::kUnreadable);
    EXPECT_NE(file.current()->find("a"), nullptr);
}

}  // namespace
}  // namespace onsale::token
