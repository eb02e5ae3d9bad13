#include "token/entry_token.hpp"

#include <chrono>
#include <optional>

#include <gtest/gtest.h>

#include "base/base64url.hpp"
#include "token/key/mac.hpp"
#include "token/key/test_keys.hpp"

namespace onsale::token {
namespace {

using std::chrono::seconds;
using std::chrono::sys_seconds;

constexpr sys_seconds kIssued{seconds{1'800'000'000}};
constexpr sys_seconds kExpires{seconds{1'800'000'600}};

const EntryClaims kClaims{.event = "spring-concert",
                          .guest = test_guest(0x11),
                          .admission = 18'446'744'073'709'551'615u,
                          .issued_at = kIssued,
                          .expires_at = kExpires};
constexpr const char* kHeader = R"({"alg":"HS256","typ":"JWT","kid":"1"})";
constexpr const char* kPayload =
    R"({"sub":"spring-concert","uid":"EREREREREREREREREREREQ","adm":"18446744073709551615",)"
    R"("iat":1800000000,"exp":1800000600})";

// A correctly signed token with any header and payload, as an attacker with a leaked key or a bug
// of ours could make it.
std::string signed_token(std::string_view header, std::string_view payload,
                         const Keys& keys = test_keys()) {
    const std::string text = base64url_encode(header) + '.' + base64url_encode(payload);
    return text + '.' + base64url_encode(as_bytes(keys.current().mac(Purpose::kEntry)(text)));
}

std::optional<EntryTokenError> error_of(std::string_view token, const Keys& keys = test_keys()) {
    const auto opened = open_entry_token(keys, token);
    return opened ? std::nullopt : std::optional{opened.error()};
}

std::string with_header(const std::string& header) {
    return signed_token(header, kPayload);
}

TEST(EntryToken, SaysWhoHasWhichAdmission) {
    const Keys keys = test_keys();
    const auto opened = open_entry_token(keys, seal(keys, kClaims));
    ASSERT_TRUE(opened);
    EXPECT_EQ(*opened, kClaims);
}

TEST(EntryToken, AClockBefore1970IsNoReasonToStop) {
    EntryClaims claims = kClaims;
    claims.issued_at = sys_seconds{seconds{-86'400}};
    claims.expires_at = sys_seconds{seconds{-1}};
    const auto opened = open_entry_token(test_keys(), seal(test_keys(), claims));
    ASSERT_TRUE(opened);
    EXPECT_EQ(opened->issued_at, sys_seconds{});
    EXPECT_EQ(opened->expires_at, sys_seconds{});
}

TEST(EntryToken, WithoutTheSignatureEverythingElseIsStillChecked) {
    const Keys keys = test_keys();
    const auto spared = [&](const std::string& token) {
        return open_entry_token(keys, token, SignatureCheck::kDoneBefore);
    };
    std::string token = seal(keys, kClaims);
    token.back() = token.back() == 'A' ? 'E' : 'A';
    EXPECT_EQ(error_of(token), EntryTokenError::kSignature);
    ASSERT_TRUE(spared(token));
    EXPECT_EQ(*spared(token), kClaims);
    const std::string none = R"({"alg":"none","typ":"JWT","kid":"1"})";
    EXPECT_EQ(spared(signed_token(none, kPayload)).error(), EntryTokenError::kAlgorithm);
    EXPECT_EQ(spared(signed_token(kHeader, "{}")).error(), EntryTokenError::kMalformed);
    EXPECT_EQ(spared("a.b.c").error(), EntryTokenError::kMalformed);
}

TEST(EntryToken, IsAPlainJwt) {
    EXPECT_EQ(seal(test_keys(), kClaims), signed_token(kHeader, kPayload));
}

TEST(EntryToken, OldKeyIsValidAfterOneRotationAndRefusedAfterTwo) {
    const std::string token = seal(test_keys(0), kClaims);
    EXPECT_TRUE(open_entry_token(test_keys(1), token));
    EXPECT_EQ(error_of(token, test_keys(2)), EntryTokenError::kUnknownKey);
}

TEST(EntryToken, AlgorithmNoneIsRefused) {
    for (const char* name : {"none", "None", "NONE", ""}) {
        const auto header = R"({"alg":")" + std::string{name} + R"(","typ":"JWT","kid":"1"})";
        EXPECT_EQ(error_of(with_header(header)), EntryTokenError::kAlgorithm) << name;
        const auto unsigned_token =
            base64url_encode(header) + '.' + base64url_encode(kPayload) + '.';
        EXPECT_EQ(error_of(unsigned_token), EntryTokenError::kMalformed) << name;
    }
}

TEST(EntryToken, AnotherAlgorithmIsRefusedEvenRightlySigned) {
    for (const char* name : {"HS384", "HS512", "RS256", "ES256", "hs256"})
        EXPECT_EQ(error_of(with_header(R"({"alg":")" + std::string{name} +
                                       R"(","typ":"JWT","kid":"1"})")),
                  EntryTokenError::kAlgorithm)
            << name;
}

TEST(EntryToken, KidIsALookUpAndNothingElse) {
    for (const char* kid :
         {"../../../../dev/null", "/etc/passwd", "1' OR '1'='1", "0", "2", "01", "+1", " 1", "1 ",
          "-1", "257", "256", "99999999999999999999", "", "http://example.com/key", "1.0"})
        EXPECT_EQ(error_of(with_header(R"({"alg":"HS256","typ":"JWT","kid":")" + std::string{kid} +
                                       R"("})")),
                  EntryTokenError::kUnknownKey)
            << kid;
}

TEST(EntryToken, AHeaderThatWeDoNotWriteIsRefused) {
    for (const char* header :
         {R"({"typ":"JWT","alg":"HS256","kid":"1"})", R"({"alg":"HS256","kid":"1"})",
          R"({"alg":"HS256","typ":"JWT","kid":1})", R"({"alg":"HS256","typ":"JWT","kid":"1"} )",
          R"({"alg":"HS256","typ":"JWT","kid":"1","jwk":{}})", R"({"alg": "HS256"})", "{}", "x",
          R"({"alg":"HS256","typ":"JWT","kid":"1)"})
        EXPECT_EQ(error_of(with_header(header)), EntryTokenError::kMalformed) << header;
}

TEST(EntryToken, APayloadThatWeDoNotWriteIsRefused) {
    const std::string good = kPayload;
    ASSERT_EQ(error_of(signed_token(kHeader, good)), std::nullopt);
    const auto changed = [&](std::string_view from, std::string_view to) {
        std::string text = good;
        return signed_token(kHeader, text.replace(text.find(from), from.size(), to));
    };
    for (const auto& token : {changed("18446744073709551615", "18446744073709551616"),
                              changed("\"adm\"", "\"adn\""),
                              changed("18446744073709551615", "007"),
                              changed("18446744073709551615", ""),
                              changed("1800000000", "-1"),
                              changed("1800000000", "1e9"),
                              changed("1800000600", "0.5"),
                              changed("EREREREREREREREREREREQ", "EREREREREREREREREREREQ=="),
                              changed("EREREREREREREREREREREQ", "EREREREREREREREREREREZ"),
                              changed("EREREREREREREREREREREQ", "EREREREREREREREREREREQA"),
                              changed("EREREREREREREREREREREQ", ""),
                              changed("spring-concert", ""),
                              changed("spring-concert", "spring concert"),
                              changed("spring-concert", "a\\u0062"),
                              changed("spring-concert", std::string(129, 'a')),
                              changed("}", "} "),
                              changed("}", ",\"exp\":9}"),
                              changed("}", ""),
                              signed_token(kHeader, "{}"),
                              signed_token(kHeader, "[]")})
        EXPECT_EQ(error_of(token), EntryTokenError::kMalformed) << token;
}

TEST(EntryToken, AFlippedBitInAnyByteIsRefused) {
    const std::string token = seal(test_keys(), kClaims);
    for (std::size_t i = 0; i < token.size() * 8; ++i) {
        std::string flipped = token;
        flipped[i / 8] = static_cast<char>(flipped[i / 8] ^ (1 << (i % 8)));
        EXPECT_NE(error_of(flipped), std::nullopt) << i;
    }
}

TEST(EntryToken, TruncatedIsRefused) {
    const std::string token = seal(test_keys(), kClaims);
    for (std::size_t size = 0; size < token.size(); ++size)
        EXPECT_NE(error_of(token.substr(0, size)), std::nullopt) << size;
}

TEST(EntryToken, PaddedOrExtendedIsRefused) {
    const std::string token = seal(test_keys(), kClaims);
    for (const char* tail : {"=", "==", "A", "AA", "AAAA", " ", ".", "..", ".A", "\n"})
        EXPECT_NE(error_of(token + tail), std::nullopt) << tail;
    EXPECT_NE(error_of(" " + token), std::nullopt);
}

TEST(EntryToken, DuplicateOrMissingDotsAreRefused) {
    const std::string token = seal(test_keys(), kClaims);
    const std::size_t first = token.find('.');
    const std::size_t second = token.rfind('.');
    for (const std::size_t dot : {first, second}) {
        EXPECT_EQ(error_of(std::string{token}.insert(dot, ".")), EntryTokenError::kMalformed);
        EXPECT_EQ(error_of(std::string{token}.erase(dot, 1)), EntryTokenError::kMalformed);
    }
    for (const char* dots : {"", ".", "..", "...", "a..b", "a.b.", ".a.b"})
        EXPECT_EQ(error_of(dots), EntryTokenError::kMalformed) << dots;
}

TEST(EntryToken, VeryLongIsRefusedUnread) {
    EXPECT_EQ(error_of(std::string(1'000'000, 'A')), EntryTokenError::kMalformed);
    const auto long_token = signed_token(kHeader, std::string(1000, 'a'));
    ASSERT_GT(long_token.size(), 1024u);
    EXPECT_EQ(error_of(long_token), EntryTokenError::kMalformed);
}

TEST(EntryToken, TheLongestClaimsStillFit) {
    EntryClaims claims = kClaims;
    claims.event = std::string(128, 'e');
    claims.expires_at = sys_seconds::max();
    const auto opened = open_entry_token(test_keys(), seal(test_keys(), claims));
    ASSERT_TRUE(opened);
    EXPECT_EQ(*opened, claims);
}

TEST(EntryToken, OtherEventOrGuestOrAdmissionUnderTheSameSignatureIsRefused) {
    const std::string token = seal(test_keys(), kClaims);
    const std::string signature = token.substr(token.rfind('.'));
    EntryClaims other_event = kClaims, other_guest = kClaims, other_admission = kClaims;
    other_event.event = "autumn-concert";
    other_guest.guest = test_guest(0x22);
    other_admission.admission = 2;
    for (const EntryClaims& wanted : {other_event, other_guest, other_admission}) {
        const std::string target = seal(test_keys(), wanted);
        EXPECT_EQ(error_of(target.substr(0, target.rfind('.')) + signature),
                  EntryTokenError::kSignature);
    }
}

TEST(EntryToken, AKeyOfAnotherPurposeDoesNotSign) {
    const std::string text = base64url_encode(kHeader) + '.' + base64url_encode(kPayload);
    const Keys keys = test_keys();
    for (const auto purpose : {Purpose::kQueue, Purpose::kVisitor, Purpose::kSession}) {
        const auto digest = keys.current().mac(purpose)(text);
        EXPECT_EQ(error_of(text + '.' + base64url_encode(as_bytes(digest))),
                  EntryTokenError::kSignature);
    }
}

TEST(EntryToken, ATruncatedSignatureIsRefused) {
    const std::string token = seal(test_keys(), kClaims);
    const std::size_t dot = token.rfind('.');
    const std::string half = base64url_decode(token.substr(dot + 1)).value().substr(0, 16);
    EXPECT_EQ(error_of(token.substr(0, dot + 1) + base64url_encode(half)),
              EntryTokenError::kSignature);
}

TEST(EntryToken, ExpiryIsForEdgesOnly) {
    EXPECT_TRUE(open_entry_token(test_keys(), seal(test_keys(), kClaims)));
    EXPECT_FALSE(expired(kClaims, kExpires - Duration{1}, Duration{0}));
    EXPECT_TRUE(expired(kClaims, kExpires, Duration{0}));
    EXPECT_FALSE(expired(kClaims, kExpires + Duration{1999}, Duration{2000}));
    EXPECT_TRUE(expired(kClaims, kExpires + Duration{2000}, Duration{2000}));
    EntryClaims endless = kClaims;
    endless.expires_at = sys_seconds::max();
    EXPECT_FALSE(expired(endless, kExpires, Duration{0}));
}

TEST(EntryToken, TheExportedSecretsVerifyWithAnyHmac) {
    const auto secrets = entry_secrets(test_keys(1));
    ASSERT_EQ(secrets.size(), 2u);
    EXPECT_EQ(secrets[0].kid, 2);
    EXPECT_EQ(secrets[1].kid, 1);
    const std::string token = seal(test_keys(0), kClaims);
    const std::size_t dot = token.rfind('.');
    const Mac edge{secret_bytes(secrets[1].secret)};
    EXPECT_EQ(base64url_encode(as_bytes(edge(token.substr(0, dot)))), token.substr(dot + 1));
}

}  // namespace
}  // namespace onsale::token
