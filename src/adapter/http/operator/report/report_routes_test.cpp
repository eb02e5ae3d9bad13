#include <gtest/gtest.h>

#include "adapter/http/operator/test_admin_site.hpp"

namespace onsale::http {
namespace {

using std::chrono::sys_days;
using testing::AdminTestAnswer;
using testing::AdminTestSite;

class AdminReport : public ::testing::Test {
  protected:
    AdminReport() {
        (void)site_.call(Method::kPost, "/api/admin/events",
                         R"({"key":"tour","title":"Tour","opensAt":"2030-01-01T00:00:00Z"})");
    }
    AdminTestAnswer get(const std::string& query = "") {
        return site_.call(Method::kGet, "/api/admin/events/tour/report.csv" + query);
    }

    const operate::ReportLine friday_{sys_days{std::chrono::year{2026} / 11 / 15},
                                      "fri",
                                      "R",
                                      "adult",
                                      9,
                                      "KRW",
                                      {3, 1, 303'000, 3'000, 101'000, 303'000, 101'000, 40'000}};
    AdminTestSite site_;
};

TEST_F(AdminReport, HasALineForEachSum) {
    site_.server.report_lines = {friday_};
    const auto answer = get();
    EXPECT_EQ(answer.status, 200);
    EXPECT_NE(answer.body.find("\"2026-11-15\",\"fri\",\"R\",\"adult\",\"9\",\"KRW\",3,1,303000,"
                               "3000,101000,202000,303000,101000,\"tour\",40000"),
              std::string::npos)
        << answer.body;
}

TEST_F(AdminReport, HasTheSameSumsAsJson) {
    site_.server.report_lines = {friday_};
    const auto answer = site_.call(Method::kGet, "/api/admin/events/tour/report?from=2026-11-15");
    const auto row = answer.json().at("rows").at(0);
    EXPECT_EQ(row.at("day").as_string(), "2026-11-15");
    EXPECT_EQ(row.at("net").as_int64(), 202'000);
    EXPECT_EQ(row.at("discounts").as_int64(), 40'000);
    EXPECT_EQ(site_.server.report_asked.from, sys_days{std::chrono::year{2026} / 11 / 15});
}

TEST_F(AdminReport, IsAskedForByDays) {
    EXPECT_EQ(get("?from=2026-11-01&to=2026-11-30").status, 200);
    EXPECT_EQ(site_.server.report_asked.event, "tour");
    EXPECT_EQ(site_.server.report_asked.from, sys_days{std::chrono::year{2026} / 11 / 1});
    EXPECT_EQ(site_.server.report_asked.to, sys_days{std::chrono::year{2026} / 11 / 30});
}

TEST_F(AdminReport, RefusesWhatIsNoDay) {
    for (const char* const query : {"?from=yesterday", "?to=2026-02-30", "?from=2026-1-1"})
        EXPECT_EQ(get(query).code(), "BAD_FIELD") << query;
}

TEST_F(AdminReport, SaysWhyItCannotBeRead) {
    site_.server.report_failure = "the file is busy";
    EXPECT_EQ(get().code(), "STORAGE_UNAVAILABLE");
}

}  // namespace
}  // namespace onsale::http
