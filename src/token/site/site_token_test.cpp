#include "token/site/site_token.hpp"

#include <optional>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "base/base64url.hpp"
#include "token/key/mac.hpp"
#include "token/site/test_site_key.hpp"

namespace onsale::token {
namespace {

using Error = SiteTokenError;

constexpr Instant kNow = instant_from_ms(1'800'000'000'000);
constexpr const char* kSecret = "a-shared-secret-of-32-bytes-or-m";
const SiteTokenRules kRules{.issuer = "https://site", .audience = "onsale"};
constexpr const char* kPayload =
    R"({"iss":"https://site","aud":"onsale","sub":"user-1","iat":1799999990,"exp":1800000060})";
constexpr const char* kHeader = R"({"alg":"HS256","typ":"JWT"})";

SiteKeys::Shared secret_keys() {
    return SiteKeys::from_secret(kSecret).value();
}

std::string hs256(std::string_view header, std::string_view payload,
                  std::string_view secret = kSecret) {
    const std::string text = base64url_encode(header) + '.' + base64url_encode(payload);
    return text + '.' + base64url_encode(as_bytes(Mac{secret}(text)));
}

// Verifies a token with the shared secret and returns the error.
std::optional<Error> error_of(std::string_view token, const SiteKeys& keys = *secret_keys()) {
    const auto verified = verify_site_token(keys, kRules, token, kNow);
    return verified ? std::nullopt : std::optional{verified.error()};
}

std::optional<Error> payload_error(const std::string& payload) {
    return error_of(hs256(kHeader, payload));
}

// The valid payload with one claim replaced, or removed when `value` is empty.
std::string with(std::string_view name, std::string_view value) {
    std::string members;
    for (const auto& [key, text] : {std::pair{"iss", R"("https://site")"},
                                    {"aud", R"("onsale")"},
                                    {"sub", R"("user-1")"},
                                    {"exp", "1800000060"}})
        if (key != name) members += fmt::format(R"("{}":{},)", key, text);
    if (!value.empty()) members += fmt::format(R"("{}":{},)", name, value);
    members.pop_back();
    return '{' + members + '}';
}

struct Ec {
    TestSiteKey key = TestSiteKey::ec();
    SiteKeys::Shared keys = SiteKeys::from_jwks(key_set({key.jwk(R"("kid":"e")")})).value();
};

struct Rsa {
    TestSiteKey key = TestSiteKey::rsa();
    SiteKeys::Shared keys = SiteKeys::from_jwks(key_set({key.jwk(R"("kid":"r")")})).value();
};

TEST(SiteToken, SharedSecretVouchesForASubject) {
    const auto verified = verify_site_token(*secret_keys(), kRules, hs256(kHeader, kPayload), kNow);
    ASSERT_TRUE(verified);
    EXPECT_EQ(verified->subject(), "user-1");
}

// Another reader of the token might use the other one.
TEST(SiteToken, AClaimThatStandsTwiceIsRefused) {
    EXPECT_EQ(payload_error(R"({"iss":"https://site","aud":"onsale","sub":"user-1","sub":"user-2",)"
                            R"("exp":1800000060})"),
              Error::kMalformed);
    EXPECT_EQ(error_of(hs256(R"({"alg":"none","alg":"HS256"})", kPayload)), Error::kMalformed);
}

TEST(SiteToken, EllipticKeyVouches) {
    const Ec ec;
    EXPECT_EQ(error_of(ec.key.sign("ES256", "e", kPayload), *ec.keys), std::nullopt);
    EXPECT_EQ(error_of(ec.key.sign("ES256", nullptr, kPayload, "at+jwt"), *ec.keys), std::nullopt);
}

TEST(SiteToken, RsaKeyVouches) {
    const Rsa rsa;
    EXPECT_EQ(error_of(rsa.key.sign("RS256", "r", kPayload), *rsa.keys), std::nullopt);
}

TEST(SiteToken, ASignatureOfAnotherKeyIsRefused) {
    const Ec ec;
    EXPECT_EQ(error_of(TestSiteKey::ec().sign("ES256", "e", kPayload), *ec.keys),
              Error::kSignature);
    EXPECT_EQ(error_of(hs256(kHeader, kPayload, "another-secret-of-32-bytes-or-mo")),
              Error::kSignature);
}

TEST(SiteToken, AlgorithmNoneIsRefused) {
    const Ec ec;
    for (const char* name : {"none", "None", "nOnE"}) {
        const auto text = base64url_encode(fmt::format(R"({{"alg":"{}","typ":"JWT"}})", name)) +
                          '.' + base64url_encode(kPayload) + '.';
        EXPECT_EQ(error_of(text), Error::kMalformed) << name;
        EXPECT_EQ(error_of(text + "AAAA"), Error::kAlgorithm) << name;
        EXPECT_EQ(error_of(text + "AAAA", *ec.keys), Error::kAlgorithm) << name;
    }
}

// A well-known attack: the attacker uses the verifier's public key as an HMAC secret.
TEST(SiteToken, ThePublicKeyIsNeverAnHmacSecret) {
    const Rsa rsa;
    const std::string jwk = rsa.key.jwk();
    const std::string set = key_set({rsa.key.jwk(R"("kid":"r")")});
    for (const std::string& secret : {jwk, set})
        for (const char* header : {R"({"alg":"HS256","kid":"r"})", R"({"alg":"HS256"})"})
            EXPECT_EQ(error_of(hs256(header, kPayload, secret), *rsa.keys), Error::kAlgorithm);
}

TEST(SiteToken, AKeyServesItsOwnAlgorithmOnly) {
    const Rsa rsa;
    for (const char* algorithm : {"RS384", "RS512", "PS256"})
        EXPECT_EQ(error_of(rsa.key.sign(algorithm, "r", kPayload), *rsa.keys), Error::kAlgorithm)
            << algorithm;
    EXPECT_EQ(error_of(rsa.key.sign("RS256", nullptr, kPayload)), Error::kAlgorithm);
    EXPECT_EQ(error_of(hs256(R"({"alg":"HS512"})", kPayload)), Error::kAlgorithm);
}

TEST(SiteToken, ASecondAlgorithmInTheHeaderChangesNothing) {
    const Ec ec;
    EXPECT_NE(error_of(hs256(R"({"alg":"ES256","alg":"HS256","kid":"e"})", kPayload), *ec.keys),
              std::nullopt);
    EXPECT_NE(error_of(hs256(R"({"alg":"HS256","alg":"ES256","kid":"e"})", kPayload), *ec.keys),
              std::nullopt);
}

TEST(SiteToken, KidIsALookUpAndNothingElse) {
    const Ec ec;
    for (const char* kid : {"../../etc/passwd", "/dev/null", "E", "", "e ", "https://evil/jwks"})
        EXPECT_EQ(error_of(ec.key.sign("ES256", kid, kPayload), *ec.keys), Error::kUnknownKey)
            << kid;
    const auto two = SiteKeys::from_jwks(key_set({ec.key.jwk(R"("kid":"e")"),
                                                  TestSiteKey::ec().jwk(R"("kid":"f")")}))
                         .value();
    EXPECT_EQ(error_of(ec.key.sign("ES256", nullptr, kPayload), *two), Error::kUnknownKey);
    EXPECT_EQ(error_of(ec.key.sign("ES256", "f", kPayload), *two), Error::kSignature);
    EXPECT_EQ(error_of(ec.key.sign("ES256", "e", kPayload), *two), std::nullopt);
}

TEST(SiteToken, AKeyInsideTheHeaderIsNotTaken) {
    const Ec ec;
    const TestSiteKey evil = TestSiteKey::ec();
    const auto token = evil.sign("ES256", "e", kPayload);
    const auto header = fmt::format(R"({{"alg":"ES256","kid":"e","jwk":{}}})", evil.jwk());
    EXPECT_EQ(error_of(base64url_encode(header) + token.substr(token.find('.')), *ec.keys),
              Error::kSignature);
}

TEST(SiteToken, AnotherTypeOfTokenIsRefused) {
    for (const char* type : {"logout+jwt", "JOSE", "secevent+jwt", ""})
        EXPECT_EQ(error_of(hs256(fmt::format(R"({{"alg":"HS256","typ":"{}"}})", type), kPayload)),
                  Error::kType)
            << type;
    for (const char* header : {R"({"alg":"HS256"})", R"({"alg":"HS256","typ":"jwt"})"})
        EXPECT_EQ(error_of(hs256(header, kPayload)), std::nullopt) << header;
}

TEST(SiteToken, ACriticalExtensionIsRefused) {
    EXPECT_EQ(error_of(hs256(R"({"alg":"HS256","crit":["exp"],"exp":1})", kPayload)),
              Error::kCritical);
    EXPECT_EQ(error_of(hs256(R"({"alg":"HS256","crit":[]})", kPayload)), Error::kCritical);
}

TEST(SiteToken, AHeaderOfTheWrongShapeIsRefused) {
    for (const char* header : {"", "[]", "{}", "null", R"({"alg":1})", R"({"alg":"HS256","kid":1})",
                               R"({"alg":"HS256","typ":null})", R"({"alg":"HS256"} x)"})
        EXPECT_EQ(error_of(hs256(header, kPayload)), Error::kMalformed) << header;
}

TEST(SiteToken, WrongIssuerIsRefused) {
    for (const char* value :
         {R"("https://other")", R"("https://site/")", "1", R"(["https://site"])", ""})
        EXPECT_EQ(payload_error(with("iss", value)), Error::kIssuer) << value;
}

TEST(SiteToken, WrongAudienceIsRefused) {
    for (const char* value : {R"("other")", R"(["other"])", "[]", "{}", "[1]", ""})
        EXPECT_EQ(payload_error(with("aud", value)), Error::kAudience) << value;
    EXPECT_EQ(payload_error(with("aud", R"(["other","onsale"])")), std::nullopt);
}

TEST(SiteToken, ExpiryIsRequiredAndHasALeewayOfTwoSeconds) {
    EXPECT_EQ(payload_error(with("exp", "1799999999")), std::nullopt);
    EXPECT_EQ(payload_error(with("exp", "1799999998")), Error::kExpired);
    EXPECT_EQ(payload_error(with("exp", "1799999998.001")), std::nullopt);
    EXPECT_EQ(payload_error(with("exp", "")), Error::kExpired);
    for (const char* value : {R"("1800000060")", "null", "-1", "1e300", "[1800000060]", "true"})
        EXPECT_EQ(payload_error(with("exp", value)), Error::kMalformed) << value;
}

TEST(SiteToken, ATokenOfTheFutureIsRefused) {
    for (const char* name : {"nbf", "iat"}) {
        EXPECT_EQ(payload_error(with(name, "1800000002")), std::nullopt) << name;
        EXPECT_EQ(payload_error(with(name, "1800000003")), Error::kNotYetValid) << name;
        EXPECT_EQ(payload_error(with(name, R"("now")")), Error::kMalformed) << name;
    }
}

TEST(SiteToken, NeedsASubject) {
    for (const char* value : {"", R"("")", "null", "true", "1.5", "{}", R"(["user-1"])"})
        EXPECT_EQ(payload_error(with("sub", value)), Error::kSubject) << value;
    EXPECT_EQ(payload_error(with("sub", '"' + std::string(256, 'u') + '"')), Error::kSubject);
}

TEST(SiteToken, TheSubjectMayBeAnotherClaimAndANumber) {
    SiteTokenRules rules = kRules;
    rules.subject_claim = "user_id";
    const auto token = hs256(kHeader, with("user_id", "42"));
    EXPECT_EQ(verify_site_token(*secret_keys(), rules, token, kNow)->subject(), "42");
    EXPECT_EQ(verify_site_token(*secret_keys(), rules, hs256(kHeader, kPayload), kNow).error(),
              Error::kSubject);
}

TEST(SiteToken, AnswersForTheClaimsOfAPhase) {
    const auto payload =
        with("x", R"(1,"tier":"gold","fan":true,"age":20,"clubs":["a","b",3,{"c":1}],)"
                  R"("deep":{"tier":"diamond"})");
    const auto identity = verify_site_token(*secret_keys(), kRules, hs256(kHeader, payload), kNow);
    ASSERT_TRUE(identity);
    for (const auto& [name, value] : {std::pair{"tier", "gold"},
                                      {"fan", "true"},
                                      {"age", "20"},
                                      {"clubs", "a"},
                                      {"clubs", "b"},
                                      {"clubs", "3"}})
        EXPECT_TRUE(identity->has_claim(name, value)) << name << value;
    for (const auto& [name, value] : {std::pair{"tier", "silver"},
                                      {"tier", "diamond"},
                                      {"fan", "1"},
                                      {"clubs", "c"},
                                      {"none", ""},
                                      {"deep", ""}})
        EXPECT_FALSE(identity->has_claim(name, value)) << name << value;
}

TEST(SiteToken, AFlippedBitInAnyByteIsRefused) {
    const Ec ec;
    const std::string elliptic = ec.key.sign("ES256", "e", kPayload);
    const std::string shared = hs256(kHeader, kPayload);
    const auto keys = secret_keys();
    for (std::size_t i = 0; i < shared.size() * 8; ++i) {
        std::string flipped = shared;
        flipped[i / 8] = static_cast<char>(flipped[i / 8] ^ (1 << (i % 8)));
        EXPECT_NE(error_of(flipped, *keys), std::nullopt) << i;
    }
    for (std::size_t i = 0; i < elliptic.size(); ++i) {
        std::string flipped = elliptic;
        flipped[i] = static_cast<char>(flipped[i] ^ 1);
        EXPECT_NE(error_of(flipped, *ec.keys), std::nullopt) << i;
    }
}

TEST(SiteToken, TruncatedPaddedOrExtendedIsRefused) {
    const Ec ec;
    const Rsa rsa;
    for (const auto& [token, keys] : {std::pair{hs256(kHeader, kPayload), secret_keys()},
                                      {ec.key.sign("ES256", "e", kPayload), ec.keys},
                                      {rsa.key.sign("RS256", "r", kPayload), rsa.keys}}) {
        for (std::size_t size = 0; size < token.size(); ++size)
            EXPECT_NE(error_of(token.substr(0, size), *keys), std::nullopt) << size;
        for (const char* tail : {"=", "==", ".", "..", "A", "AA", "AAAA", " ", "\n"})
            EXPECT_NE(error_of(token + tail, *keys), std::nullopt) << tail;
        EXPECT_NE(error_of(std::string{token}.insert(token.find('.'), "."), *keys), std::nullopt);
    }
}

TEST(SiteToken, AnEllipticSignatureOfZerosIsRefused) {
    const Ec ec;
    const std::string token = ec.key.sign("ES256", "e", kPayload);
    const auto zeros = base64url_encode(std::string(64, '\0'));
    EXPECT_EQ(error_of(token.substr(0, token.rfind('.') + 1) + zeros, *ec.keys), Error::kSignature);
}

TEST(SiteToken, VeryLongIsRefusedUnread) {
    EXPECT_EQ(error_of(std::string(8193, 'A')), Error::kTooLong);
    EXPECT_EQ(error_of(hs256(kHeader, std::string(3000, '['))), Error::kMalformed);
}

TEST(SiteToken, APayloadThatIsNotAnObjectIsRefused) {
    for (const char* payload : {"", "[]", "null", "x", R"({"iss":)", "\xff"})
        EXPECT_EQ(payload_error(payload), Error::kMalformed) << payload;
}

TEST(SiteTokenRules, NameWhatIsMissing) {
    EXPECT_NO_THROW(check(kRules));
    EXPECT_THROW(check({.issuer = "", .audience = "a"}), std::invalid_argument);
    EXPECT_THROW(check({.issuer = "i", .audience = ""}), std::invalid_argument);
    EXPECT_THROW(check({.issuer = "i", .audience = "a", .subject_claim = ""}),
                 std::invalid_argument);
    EXPECT_THROW(check({.issuer = "i", .audience = "a", .leeway = std::chrono::hours{1}}),
                 std::invalid_argument);
}

}  // namespace
}  // namespace onsale::token
