#include <algorithm>
#include <sstream>

#include <gtest/gtest.h>

#include "program/cli/cli.hpp"

namespace onsale::program {
namespace {

constexpr const char* kNone = R"({"lifecycle":"open","by":"second","columns":{"time":[],
    "covers":[],"waiting":[],"active":[],"arrived":[],"admitted":[]},
    "server":{"topRefusal":[],"topRefusalCount":[]}})";

// Two rows, the second of which covers a gap.
constexpr const char* kTwo = R"({"lifecycle":"open","by":"second",
    "columns":{"time":[1800000001,1800000004],"covers":[1,3],"waiting":[8,4],"active":[1,2],
               "arrived":[9,6],"admitted":[1,3]},
    "server":{"topRefusal":[null,"LINE_FULL"],"topRefusalCount":[0,7],"errors":[]}})";

std::ptrdiff_t lines_of(const std::string& text) {
    return std::ranges::count(text, '\n');
}

// A server with prepared answers, and a clock that only counts.
class CliWatch : public testing::Test {
  protected:
    int run(const std::vector<std::string>& arguments) {
        const Outside outside{.call_admin =
                                  [this](const AdminAddress&, const AdminRequest& request) {
                                      targets.push_back(request.target);
                                      const std::size_t last = answers.size() - 1;
                                      return AdminAnswer{
                                          200, answers[std::min(targets.size() - 1, last)]};
                                  },
                              .serve = {},
                              .journal_verify = {},
                              .audit_verify = {},
                              .restore = {},
                              .token_verify = {},
                              .pause = [this](Duration) { return pauses-- > 0; },
                              .environment = {},
                              .out = out,
                              .err = err};
        return run_cli(arguments, outside);
    }

    std::vector<std::string> answers{kTwo};
    std::vector<std::string> targets;
    int pauses = 5;
    std::ostringstream out;
    std::ostringstream err;
};

TEST_F(CliWatch, ShowsALineForEverySecondItHasNotShownYet) {
    answers = {kTwo, kNone};
    pauses = 1;
    EXPECT_EQ(run({"line", "watch", "spring"}), kOk) << err.str();
    EXPECT_EQ(targets,
              (std::vector<std::string>{"/api/admin/events/spring/live/history?by=second&limit=1",
                                        "/api/admin/events/spring/live/history?by=second&since="
                                        "2027-01-15T08%3A00%3A05.000%2B00%3A00"}));
    EXPECT_EQ(out.str(),
              "UTC         waiting arriving/s admitted/s    active  top refusal\n"
              "08:00:01          8          9          1         1  -  █\n"
              "08:00:04          4          2          1         2  LINE_FULL 7  █▄\n");
}

TEST_F(CliWatch, AnEventWithSeatsShowsThemAndItsPayments) {
    answers = {R"({"lifecycle":"open","by":"second",
        "columns":{"time":[1800000001],"covers":[1],"waiting":[8],"active":[1],"arrived":[9],
                   "admitted":[1],"free":[0],"held":[12],"paying":[3],"sold":[85],"returned":[0],
                   "paymentsApproved":[4],"paymentsDeclined":[1],"paymentsUnknown":[1],
                   "paymentP95Ms":[820],"oldestUnknownS":[75]},
        "server":{"topRefusal":[null],"topRefusalCount":[0]}})"};
    EXPECT_EQ(run({"line", "watch", "spring", "--count", "1"}), kOk) << err.str();
    EXPECT_NE(out.str().find("    free   held paying    sold   paid/of p95 ms  unknown  top"),
              std::string::npos)
        << out.str();
    EXPECT_NE(out.str().find("       0     12      3      85       4/6    820      75s  -"),
              std::string::npos)
        << out.str();
}

TEST_F(CliWatch, AdviceIsOneSentence) {
    answers = {R"({"admission":{"advice":{"admitPerSecond":50,"reason":"payments_failing",
                   "text":"Let in 50 a second.","textKo":"."}}})"};
    EXPECT_EQ(run({"line", "advise", "spring"}), kOk) << err.str();
    EXPECT_EQ(targets, std::vector<std::string>{"/api/admin/events/spring/live"});
    EXPECT_EQ(out.str(), "Let in 50 a second.\n");
}

TEST_F(CliWatch, AdviceIsAppliedWhenAsked) {
    answers = {R"({"effect":"Let in 50 a second.","count":1,"version":4})"};
    EXPECT_EQ(run({"line", "advise", "spring", "--apply", "--dry-run"}), kOk) << err.str();
    EXPECT_EQ(targets,
              std::vector<std::string>{"/api/admin/events/spring/advice/apply?dryRun=true"});
}

TEST_F(CliWatch, EndsAfterAsManyLinesAsAsked) {
    EXPECT_EQ(run({"line", "watch", "spring", "--count", "3"}), kOk);
    EXPECT_EQ(targets.size(), 2u);
    EXPECT_EQ(lines_of(out.str()), 4);
}

TEST_F(CliWatch, EndsWhenTheEventIsClosed) {
    answers = {kTwo, R"({"lifecycle":"closed","columns":{"time":[]},"server":{}})"};
    EXPECT_EQ(run({"line", "watch", "spring"}), kOk);
    EXPECT_TRUE(out.str().ends_with("The event is closed.\n"));
}

TEST_F(CliWatch, PrintsOneJsonObjectALineOnRequest) {
    EXPECT_EQ(run({"line", "watch", "spring", "--count", "1", "--json"}), kOk);
    EXPECT_EQ(out.str(),
              "{\"time\":1800000001,\"covers\":1,\"waiting\":8,\"active\":1,\"arrived\":9,"
              "\"admitted\":1,\"topRefusal\":null,\"topRefusalCount\":0}\n");
}

TEST_F(CliWatch, AnAnswerThatIsNoHistoryIsAFailure) {
    answers = {"{}"};
    EXPECT_EQ(run({"line", "watch", "spring"}), kFailed);
    answers = {R"({"columns":{"time":[1],"covers":[]},"server":{}})"};
    EXPECT_EQ(run({"line", "history", "spring", "--csv"}), kFailed);
}

TEST_F(CliWatch, HistoryAsksByTheMinuteUnlessToldOtherwise) {
    run({"line", "history", "spring"});
    run({"line", "history", "spring", "--by", "second", "--since", "2027-01-15T08:00:00+09:00",
         "--limit", "5"});
    EXPECT_EQ(targets[0], "/api/admin/events/spring/live/history?by=minute");
    EXPECT_EQ(targets[1],
              "/api/admin/events/spring/live/history?by=second&since="
              "2027-01-15T08%3A00%3A00%2B09%3A00&limit=5");
}

TEST_F(CliWatch, HistoryIsATable) {
    EXPECT_EQ(run({"line", "history", "spring"}), kOk);
    EXPECT_NE(out.str().find("2027-01-15T08:00:04"), std::string::npos) << out.str();
    EXPECT_NE(out.str().find("LINE_FULL"), std::string::npos);
}

TEST_F(CliWatch, HistoryAsCsvRunsNothingInASpreadsheet) {
    answers = {R"-({"columns":{"time":[1800000001],"=cmd":[3]},
                   "server":{"topRefusal":["=HYPERLINK(\"x\")"],"polls":[null]}})-"};
    EXPECT_EQ(run({"line", "history", "spring", "--csv"}), kOk) << err.str();
    EXPECT_EQ(out.str(),
              "\"time\",\"'=cmd\",\"topRefusal\",\"polls\"\r\n"
              "\"2027-01-15T08:00:01.000+00:00\",3,\"'=HYPERLINK(\"\"x\"\")\",\r\n");
}

TEST_F(CliWatch, ExplainsItself) {
    for (const char* verb : {"watch", "history"})
        EXPECT_EQ(run({"line", verb, "--help"}), kOk);
    EXPECT_NE(out.str().find("onsale line watch spring-tour"), std::string::npos);
    EXPECT_NE(out.str().find("onsale line history spring-tour --csv"), std::string::npos);
}

}  // namespace
}  // namespace onsale::program
