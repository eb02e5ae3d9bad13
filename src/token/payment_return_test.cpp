#include "token/payment_return.hpp"

#include <gtest/gtest.h>

#include "token/key/test_keys.hpp"
#include "token/queue_token.hpp"

namespace onsale::token {
namespace {

const PaymentReturn kState{.order = 0x1122'3344'5566'7788, .attempt = 2, .language = 1};

TEST(PaymentReturn, NamesTheAttemptItWasMadeFor) {
    const Keys keys = test_keys();
    EXPECT_EQ(open_payment_return(keys, seal(keys, kState)), kState);
}

TEST(PaymentReturn, IsGoodAfterOneRotationAndNotAfterTwo) {
    const std::string sealed = seal(test_keys(0), kState);
    EXPECT_EQ(open_payment_return(test_keys(1), sealed), kState);
    EXPECT_FALSE(open_payment_return(test_keys(2), sealed));
}

TEST(PaymentReturn, IsGoodWithoutALanguageToo) {
    const Keys keys = test_keys();
    const std::string payload{"\x88\x77\x66\x55\x44\x33\x22\x11\x02", 9};
    EXPECT_EQ(open_payment_return(keys, seal(keys, Purpose::kPaymentReturn, payload)),
              (PaymentReturn{kState.order, kState.attempt, 0}));
}

TEST(PaymentReturn, ADifferenceInAnyCharacterRefusesIt) {
    const Keys keys = test_keys();
    const std::string sealed = seal(keys, kState);
    for (std::size_t i = 0; i < sealed.size(); ++i) {
        std::string changed = sealed;
        changed[i] = changed[i] == 'A' ? 'B' : 'A';
        EXPECT_FALSE(open_payment_return(keys, changed)) << i;
    }
}

TEST(PaymentReturn, NoOtherTokenIsOne) {
    const Keys keys = test_keys();
    EXPECT_FALSE(open_payment_return(keys, seal(keys, QueueToken{1, test_guest(1), 2})));
    EXPECT_FALSE(open_payment_return(keys, ""));
    // A seal for another purpose is refused.
    EXPECT_FALSE(open_payment_return(keys, seal(keys, Purpose::kVisitor, "123456789")));
    EXPECT_FALSE(open_payment_return(keys, seal(keys, Purpose::kVisitor, "1234567890")));
}

}  // namespace
}  // namespace onsale::token
