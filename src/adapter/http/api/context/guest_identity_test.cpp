#include "adapter/http/api/context/guest_identity.hpp"

#include <vector>

#include <gtest/gtest.h>

#include "token/guest.hpp"
#include "token/key/test_keys.hpp"
#include "token/visitor_token.hpp"

namespace onsale::http {
namespace {

using waiting_room::EventSettings;
using waiting_room::Identity;

const Instant kNow = instant_from_ms(1'794'000'000'000);

struct Asked {
    std::vector<Header> headers;
    Request request;

    explicit Asked(std::vector<Header> with) : headers(std::move(with)) {
        request.headers = headers;
    }
};

TEST(GuestIdentity, AVisitorIsKnownByItsCookieAlone) {
    const token::Keys keys = token::test_keys(1);
    const token::VisitorToken visitor = token::new_visitor(kNow);
    const std::string cookie = "onsale_v=" + token::seal(keys, visitor);
    const Asked asked{{{"Cookie", cookie}}};
    const auto guest = identify(asked.request, keys, {}, EventSettings{}, kNow);
    ASSERT_TRUE(guest);
    EXPECT_EQ(guest->guest, token::guest_of(keys, token::GuestSource::kVisitor, visitor.subject()));
}

TEST(GuestIdentity, WithoutACookieAVisitorIsSentToThePage) {
    const Asked asked{{}};
    EXPECT_EQ(identify(asked.request, token::test_keys(1), {}, EventSettings{}, kNow).error(),
              ErrorCode::kVisitorRequired);
}

TEST(GuestIdentity, WithTlsOnlyTheHostBoundCookieCounts) {
    const token::Keys keys = token::test_keys(1);
    const std::string cookie = "onsale_v=" + token::seal(keys, token::new_visitor(kNow));
    Asked asked{{{"Cookie", cookie}}};
    asked.request.secure = true;
    EXPECT_FALSE(identify(asked.request, keys, {}, EventSettings{}, kNow));
    EXPECT_EQ(cookie_name(asked.request, "onsale_v"), "__Host-onsale_v");
    EXPECT_NE(set_cookie(asked.request, "onsale_v", "x", std::nullopt).find("; Secure"),
              std::string::npos);
}

TEST(GuestIdentity, APageWithoutTlsCannotActWithCookiesOfTls) {
    const auto same = [](const char* origin, bool secure) {
        Asked asked{{{"Cookie", "a=1"}, {"Host", "tickets.example"}, {"Origin", origin}}};
        asked.request.secure = secure;
        return same_origin(asked.request);
    };
    EXPECT_TRUE(same("https://tickets.example", true));
    EXPECT_FALSE(same("http://tickets.example", true));
    EXPECT_TRUE(same("http://tickets.example", false));
    EXPECT_TRUE(same("https://tickets.example", false));
    for (const bool secure : {false, true})
        for (const char* origin : {"", "null", "tickets.example", "ftp://tickets.example",
                                   "https://evil.example", "https://tickets.example.evil"})
            EXPECT_FALSE(same(origin, secure)) << origin;
}

TEST(GuestIdentity, ASiteEventNeedsTheSitesToken) {
    EventSettings event;
    event.identity = Identity::kSite;
    const Asked none{{}};
    EXPECT_EQ(identify(none.request, token::test_keys(1), {}, event, kNow).error(),
              ErrorCode::kSiteTokenRequired);
    const Asked forged{{{"Authorization", "Bearer a.b.c"}}};
    EXPECT_EQ(identify(forged.request, token::test_keys(1), {}, event, kNow).error(),
              ErrorCode::kSiteTokenInvalid);
}

TEST(SameOrigin, AChangeWithCookiesNeedsOurOriginOrOurHeader) {
    const std::vector<Header> base = {{"Cookie", "a=b"}, {"Host", "tickets.example"}};
    const auto with = [&](Header extra) {
        std::vector<Header> headers = base;
        headers.push_back(extra);
        return same_origin(Asked{headers}.request);
    };
    EXPECT_FALSE(same_origin(Asked{base}.request));
    EXPECT_TRUE(with({"Origin", "https://tickets.example"}));
    EXPECT_FALSE(with({"Origin", "https://evil.example"}));
    EXPECT_FALSE(with({"Origin", "null"}));
    EXPECT_TRUE(with({"X-Onsale-Request", "1"}));
    EXPECT_TRUE(same_origin(Asked{{{"Host", "tickets.example"}}}.request));
}

}  // namespace
}  // namespace onsale::http
