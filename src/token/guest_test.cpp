#include "token/guest.hpp"

#include <gtest/gtest.h>

#include "token/key/test_keys.hpp"

namespace onsale::token {
namespace {

TEST(Guest, IsTheSameForTheSameSubjectAcrossRotations) {
    const GuestId guest = guest_of(test_keys(0), GuestSource::kSite, "user-1");
    EXPECT_EQ(guest_of(test_keys(0), GuestSource::kSite, "user-1"), guest);
    EXPECT_EQ(guest_of(test_keys(2), GuestSource::kSite, "user-1"), guest);
}

TEST(Guest, DiffersByTheWholeSubject) {
    const Keys keys = test_keys();
    EXPECT_NE(guest_of(keys, GuestSource::kSite, "user-1"),
              guest_of(keys, GuestSource::kSite, "user-2"));
    EXPECT_NE(guest_of(keys, GuestSource::kSite, "user-1"), guest_of(keys, GuestSource::kSite, ""));
}

TEST(Guest, OfOneSourceIsNeverThatOfAnother) {
    const Keys keys = test_keys();
    const GuestId visitor = guest_of(keys, GuestSource::kVisitor, "1");
    const GuestId account = guest_of(keys, GuestSource::kAccount, "1");
    const GuestId site = guest_of(keys, GuestSource::kSite, "1");
    EXPECT_NE(visitor, account);
    EXPECT_NE(account, site);
    EXPECT_NE(visitor, site);
}

TEST(Guest, CannotBeComputedWithoutTheKey) {
    SigningKey signing{.kid = 1, .created_at = {}, .secret = {}};
    const Keys other{Secret{}, std::span{&signing, 1}};
    EXPECT_NE(guest_of(test_keys(), GuestSource::kSite, "user-1"),
              guest_of(other, GuestSource::kSite, "user-1"));
}

}  // namespace
}  // namespace onsale::token
