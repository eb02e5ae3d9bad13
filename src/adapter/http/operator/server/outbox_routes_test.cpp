#include <gtest/gtest.h>

#include "adapter/http/operator/test_admin_site.hpp"

namespace onsale::http {
namespace {

class AdminOutbox : public ::testing::Test {
  protected:
    testing::AdminTestAnswer get(const std::string& path) {
        return site.call(Method::kGet, "/api/admin/" + path);
    }
    testing::AdminTestAnswer post(const std::string& path) {
        return site.call(Method::kPost, "/api/admin/" + path);
    }

    testing::AdminTestSite site;
};

TEST_F(AdminOutbox, SaysHowFarMessagesHaveComeAndWhatWasPutAside) {
    site.server.outbox_state = {.messages = 40,
                                .behind = 2,
                                .rebuilding = false,
                                .put_aside = 1,
                                .oldest = {{7, 3, "onsale.bookings", "BOOKING_COMPLETED", "O-1",
                                            "the body cannot be read"}}};
    const auto body = get("outbox?limit=20").json();
    EXPECT_EQ(site.server.outbox_limit, 20u);
    EXPECT_EQ(body.at("messages").as_int64(), 40);
    EXPECT_EQ(body.at("behind").as_int64(), 2);
    EXPECT_EQ(body.at("putAside").as_int64(), 1);
    const auto& letter = body.at("letters").as_array().at(0).as_object();
    EXPECT_EQ(letter.at("seq").as_int64(), 7);
    EXPECT_EQ(letter.at("journalRow").as_int64(), 3);
    EXPECT_EQ(letter.at("type").as_string(), "BOOKING_COMPLETED");
    EXPECT_EQ(letter.at("reason").as_string(), "the body cannot be read");
}

TEST_F(AdminOutbox, NamesALimitThatCannotBe) {
    for (const std::string limit : {"0", "1001", "-1", "x", "1x"})
        EXPECT_EQ(get("outbox?limit=" + limit).json().at("details").at("field").as_string(),
                  "limit")
            << limit;
}

TEST_F(AdminOutbox, IsTriedAgain) {
    const auto body = post("outbox/retry").json();
    EXPECT_EQ(site.server.outbox_retries, 1);
    EXPECT_EQ(body.at("count").as_int64(), 2);
    EXPECT_EQ(body.at("left").as_int64(), 1);
    EXPECT_EQ(site.book.entries.back().note.count, 2u);
}

TEST_F(AdminOutbox, ARehearsalOnlyCounts) {
    site.server.outbox_state.put_aside = 3;
    EXPECT_EQ(post("outbox/retry?dryRun=true").json().at("count").as_int64(), 3);
    EXPECT_EQ(post("reports/rebuild?dryRun=true").status, 200);
    EXPECT_EQ(site.server.outbox_retries, 0);
    EXPECT_EQ(site.server.rebuilds, 0);
}

TEST_F(AdminOutbox, ReportsAreMadeAgain) {
    EXPECT_EQ(post("reports/rebuild").status, 200);
    EXPECT_EQ(site.server.rebuilds, 1);
    EXPECT_EQ(site.book.entries.back().note.what, "POST /api/admin/reports/rebuild");
}

TEST_F(AdminOutbox, SaysWhyItCannot) {
    site.server.outbox_failure = "busy; try again";
    for (const auto& answer : {get("outbox"), post("outbox/retry"), post("reports/rebuild")}) {
        EXPECT_EQ(answer.code(), "STORAGE_UNAVAILABLE");
        EXPECT_EQ(answer.json().at("details").at("message").as_string(), "busy; try again");
    }
}

}  // namespace
}  // namespace onsale::http
