#include "token/queue_token.hpp"

#include <gtest/gtest.h>

#include "base/base64url.hpp"
#include "token/entry_token.hpp"
#include "token/key/test_keys.hpp"
#include "token/visitor_token.hpp"

namespace onsale::token {
namespace {

const QueueToken kToken{.event = 7, .guest = test_guest(0x11), .number = 41'207};

std::string bytes_of(const std::string& sealed) {
    return base64url_decode(sealed).value();
}

TEST(QueueToken, SaysWhoPolls) {
    const Keys keys = test_keys();
    const auto opened = open_queue_token(keys, seal(keys, kToken));
    ASSERT_TRUE(opened);
    EXPECT_EQ(opened->token, kToken);
    EXPECT_FALSE(opened->older_key);
}

TEST(QueueToken, HasTheDocumentedLayout) {
    const Keys keys = test_keys();
    const std::string sealed = seal(keys, kToken);
    EXPECT_EQ(sealed.size(), 58u);
    EXPECT_EQ(hex_encode(bytes_of(sealed)).substr(0, 54),
              "010101"
              "07000000"
              "11111111111111111111111111111111"
              "f7a00000");
}

TEST(QueueToken, OldKeyIsValidAfterOneRotationAndSaysSo) {
    const std::string sealed = seal(test_keys(0), kToken);
    const auto opened = open_queue_token(test_keys(1), sealed);
    ASSERT_TRUE(opened);
    EXPECT_EQ(opened->token, kToken);
    EXPECT_TRUE(opened->older_key);
}

TEST(QueueToken, OldKeyIsRefusedAfterTwoRotations) {
    EXPECT_FALSE(open_queue_token(test_keys(2), seal(test_keys(0), kToken)));
}

TEST(QueueToken, AKeyUnderTheSameIdButWithAnotherSecretIsRefused) {
    SigningKey foreign{.kid = 1, .created_at = {}, .secret = {}};
    const Keys keys{Secret{}, std::span{&foreign, 1}};
    EXPECT_FALSE(open_queue_token(test_keys(), seal(keys, kToken)));
}

TEST(QueueToken, AFlippedBitInAnyByteIsRefused) {
    const Keys keys = test_keys(1);
    const std::string bytes = bytes_of(seal(keys, kToken));
    for (std::size_t i = 0; i < bytes.size() * 8; ++i) {
        std::string flipped = bytes;
        flipped[i / 8] = static_cast<char>(flipped[i / 8] ^ (1 << (i % 8)));
        EXPECT_FALSE(open_queue_token(keys, base64url_encode(flipped))) << i;
    }
}

TEST(QueueToken, AnotherCharacterAnywhereIsRefused) {
    const Keys keys = test_keys();
    const std::string sealed = seal(keys, kToken);
    for (std::size_t i = 0; i < sealed.size(); ++i)
        for (const char c : {'A', 'B', '_', '=', '.', '\0', '\xff'}) {
            std::string changed = sealed;
            changed[i] = c;
            EXPECT_EQ(open_queue_token(keys, changed).has_value(), sealed[i] == c) << i;
        }
}

TEST(QueueToken, TruncatedPaddedOrVeryLongIsRefused) {
    const Keys keys = test_keys();
    const std::string sealed = seal(keys, kToken);
    for (std::size_t size = 0; size < sealed.size(); ++size)
        EXPECT_FALSE(open_queue_token(keys, sealed.substr(0, size))) << size;
    for (const char* tail : {"=", "==", "A", " ", "\n"})
        EXPECT_FALSE(open_queue_token(keys, sealed + tail)) << tail;
    EXPECT_FALSE(open_queue_token(keys, std::string(1'000'000, 'A')));
}

TEST(QueueToken, PartsOfTwoTokensMakeNoThird) {
    const Keys keys = test_keys();
    const std::string own = bytes_of(seal(keys, kToken));
    const QueueToken other_event{.event = 8, .guest = kToken.guest, .number = kToken.number};
    const QueueToken other_guest{.event = 7, .guest = test_guest(0x22), .number = kToken.number};
    const QueueToken other_number{.event = 7, .guest = kToken.guest, .number = 1};
    for (const QueueToken& wanted : {other_event, other_guest, other_number}) {
        const std::string target = bytes_of(seal(keys, wanted));
        const std::string spliced = target.substr(0, 27) + own.substr(27);
        EXPECT_FALSE(open_queue_token(keys, base64url_encode(spliced)));
    }
}

TEST(QueueToken, AnotherPurposeIsRefusedEvenWithItsByteChanged) {
    const Keys keys = test_keys();
    const std::string payload = bytes_of(seal(keys, kToken)).substr(3, kQueueTokenPayload);
    for (std::size_t value = 2; value <= kPurposeCount; ++value) {
        const std::string sealed = seal(keys, static_cast<Purpose>(value), payload);
        ASSERT_EQ(sealed.size(), kQueueTokenLength);
        EXPECT_FALSE(open_queue_token(keys, sealed)) << value;
        std::string bytes = bytes_of(sealed);
        bytes[1] = static_cast<char>(Purpose::kQueue);
        EXPECT_FALSE(open_queue_token(keys, base64url_encode(bytes))) << value;
    }
}

TEST(QueueToken, AnotherVersionIsRefusedEvenRightlySigned) {
    const Keys keys = test_keys();
    std::string bytes = bytes_of(seal(keys, kToken)).substr(0, kPrefixSize + kQueueTokenPayload);
    bytes[0] = 2;
    const Sha256Digest digest = keys.current().mac(Purpose::kQueue)(bytes);
    bytes += as_bytes(digest).substr(0, kTagSize);
    EXPECT_FALSE(open_queue_token(keys, base64url_encode(bytes)));
}

TEST(QueueToken, IsNeverAnEntryTokenNorTheReverse) {
    const Keys keys = test_keys();
    const std::string entry = seal(keys, EntryClaims{.event = "e",
                                                     .guest = kToken.guest,
                                                     .admission = 1,
                                                     .issued_at = {},
                                                     .expires_at = {}});
    EXPECT_FALSE(open_queue_token(keys, entry));
    EXPECT_FALSE(open_entry_token(keys, seal(keys, kToken)));
}

TEST(VisitorToken, ComesBackAsIssued) {
    const Keys keys = test_keys();
    const VisitorToken visitor = new_visitor(instant_from_ms(90'000));
    EXPECT_EQ(visitor.issued_minute, 1u);
    const auto opened = open_visitor_token(keys, seal(keys, visitor));
    ASSERT_TRUE(opened);
    EXPECT_EQ(opened->token, visitor);
    EXPECT_FALSE(opened->older_key);
    EXPECT_TRUE(open_visitor_token(test_keys(1), seal(keys, visitor))->older_key);
}

TEST(VisitorToken, EveryVisitorIsAnother) {
    EXPECT_NE(new_visitor({}).id, new_visitor({}).id);
}

TEST(VisitorToken, MadeUpOrChangedIsRefused) {
    const Keys keys = test_keys();
    const std::string sealed = seal(keys, new_visitor({}));
    EXPECT_FALSE(open_visitor_token(keys, std::string(sealed.size(), 'A')));
    std::string bytes = bytes_of(sealed);
    bytes[3] = static_cast<char>(bytes[3] ^ 1);
    EXPECT_FALSE(open_visitor_token(keys, base64url_encode(bytes)));
    EXPECT_FALSE(open_visitor_token(keys, seal(keys, kToken)));
}

}  // namespace
}  // namespace onsale::token
