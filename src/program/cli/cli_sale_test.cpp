#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>

#include <boost/json/parse.hpp>
#include <gtest/gtest.h>

#include "base/assert.hpp"
#include "program/cli/cli.hpp"

namespace onsale::program {
namespace {

namespace json = boost::json;
using Words = std::vector<std::string>;

// A command line in its own folder, with a fake server that gives prepared answers.
class CliSale : public testing::Test {
  protected:
    CliSale() {
        auto name = (std::filesystem::temp_directory_path() / "onsale-sale-XXXXXX").string();
        ONSALE_ASSERT(::mkdtemp(name.data()) != nullptr);
        folder = name;
    }
    ~CliSale() override { std::filesystem::remove_all(folder); }

    int run(const Words& arguments) {
        const Outside outside{.call_admin =
                                  [this](const AdminAddress&, const AdminRequest& request) {
                                      requests.push_back(request);
                                      if (answers.size() < requests.size())
                                          return AdminAnswer{200, "{}"};
                                      return answers[requests.size() - 1];
                                  },
                              .serve = {},
                              .journal_verify = {},
                              .audit_verify = {},
                              .restore = {},
                              .token_verify = {},
                              .environment = {},
                              .out = out,
                              .err = err};
        return run_cli(arguments, outside);
    }
    std::string file(std::string_view name, std::string_view text = {}) {
        const auto path = folder / name;
        if (!text.empty()) std::ofstream{path} << text;
        return path.string();
    }
    static std::string text_of(const std::string& path) {
        std::ifstream in{path};
        return {std::istreambuf_iterator<char>{in}, {}};
    }
    // The only request, as "METHOD target body".
    std::string request() const {
        EXPECT_EQ(requests.size(), 1u) << err.str();
        if (requests.empty()) return "";
        return requests[0].method + " " + requests[0].target + " " + requests[0].body;
    }

    std::filesystem::path folder;
    std::vector<AdminAnswer> answers;
    std::vector<AdminRequest> requests;
    std::ostringstream out;
    std::ostringstream err;
};

struct Call {
    Words words;
    std::string request;
};

class CliSaleCall : public CliSale, public testing::WithParamInterface<Call> {};

TEST_P(CliSaleCall, IsOneRequest) {
    EXPECT_EQ(run(GetParam().words), kOk) << err.str();
    EXPECT_EQ(request(), GetParam().request);
}

const std::string kHall = "/api/admin/events/tour/performances/day-1";
const std::string kEvent = "/api/admin/events/tour";

INSTANTIATE_TEST_SUITE_P(
    Verbs, CliSaleCall,
    testing::Values(
        Call{{"hall", "show", "tour", "day-1"}, "GET " + kHall + "/seats "},
        Call{{"hall", "plan", "tour", "day-1"}, "GET " + kHall + "/hall "},
        Call{{"hall", "seats", "tour", "day-1"}, "GET " + kHall + "/seats.csv "},
        Call{{"hall", "rules", "tour", "day-1", "--hold-ttl", "7m", "--seats-per-hold", "2"},
             "PATCH " + kHall + R"(/hall/rules {"holdTtl":"7m","seatsPerHold":2})"},
        Call{{"hall", "block", "tour", "day-1", "A-1", "row:S/B", "--reason", "press"},
             "POST " + kHall + R"(/seats/block {"seats":["A-1","row:S/B"],"reason":"press"})"},
        Call{{"hall", "unblock", "tour", "day-1", "section:S", "--dry-run"},
             "POST " + kHall + R"(/seats/unblock?dryRun=true {"seats":["section:S"]})"},
        Call{{"hall", "release", "tour", "day-1", "--count", "50"},
             "POST " + kHall + R"(/seats/release {"count":50})"},
        Call{{"prices", "show", "tour"}, "GET " + kEvent + "/terms "},
        Call{{"sale", "show", "tour"}, "GET " + kEvent + "/sale "},
        Call{{"sale", "set", "tour", "--seats-per-guest", "4", "--public-map", "true"},
             "PATCH " + kEvent + R"(/sale {"seatsPerGuest":4,"publicMap":true})"},
        Call{{"sale", "stop-holds", "tour"},
             "PATCH " + kEvent + R"(/sale/levers {"holdsStopped":true})"},
        Call{{"sale", "start-holds", "tour"},
             "PATCH " + kEvent + R"(/sale/levers {"holdsStopped":false})"},
        Call{{"sale", "stop-section", "tour", "F1"},
             "PATCH " + kEvent + R"(/sale/levers {"stopSection":"F1"})"},
        Call{{"sale", "start-section", "tour", "F1"},
             "PATCH " + kEvent + R"(/sale/levers {"startSection":"F1"})"},
        Call{{"sale", "stop-provider", "tour", "demo"},
             "PATCH " + kEvent + R"(/sale/levers {"stopProvider":"demo"})"},
        Call{{"sale", "start-provider", "tour", "demo"},
             "PATCH " + kEvent + R"(/sale/levers {"startProvider":"demo"})"},
        Call{{"sale", "message", "tour", "--to", "paid", "Thanks"},
             "PATCH " + kEvent + R"(/sale/levers {"messagePaid":"Thanks"})"},
        Call{{"order", "show", "O-1"}, "GET /api/admin/orders/O-1 "},
        Call{{"order", "show", "B-20261115-7KQ2M9"}, "GET /api/admin/bookings/B-20261115-7KQ2M9 "},
        Call{{"order", "refund", "O-1", "--why", "guest", "--seat", "A-1", "--amount", "5"},
             R"(POST /api/admin/orders/O-1/refund {"why":"guest","seats":["A-1"],"amount":5})"},
        Call{{"order", "cancel", "O-1", "--dry-run"},
             "POST /api/admin/orders/O-1/cancel?dryRun=true "},
        Call{{"order", "ask-again", "O-1"}, "POST /api/admin/orders/O-1/ask-again "},
        Call{{"order", "retry-refund", "O-1", "0"}, "POST /api/admin/orders/O-1/refunds/0/retry "},
        Call{{"image", "list"}, "GET /api/admin/images "},
        Call{{"image", "remove", "tour", "--dry-run"}, "DELETE " + kEvent + "/poster?dryRun=true "},
        Call{{"image", "remove", "tour", "--performance", "day-1"}, "DELETE " + kHall + "/image "},
        Call{{"outbox", "list", "--limit", "5"}, "GET /api/admin/outbox?limit=5 "},
        Call{{"outbox", "retry"}, "POST /api/admin/outbox/retry "},
        Call{{"reports", "rebuild", "--dry-run"}, "POST /api/admin/reports/rebuild?dryRun=true "}));

class CliSaleHelp : public CliSale, public testing::WithParamInterface<Words> {};

TEST_P(CliSaleHelp, TeachesWithAnExample) {
    Words words = GetParam();
    words.push_back("--help");
    EXPECT_EQ(run(words), kOk);
    EXPECT_NE(out.str().find("Example:\n  onsale " + GetParam()[0] + " "), std::string::npos);
}

INSTANTIATE_TEST_SUITE_P(
    Verbs, CliSaleHelp,
    testing::Values(
        Words{"hall", "import"}, Words{"hall", "show"}, Words{"hall", "plan"},
        Words{"hall", "rules"}, Words{"hall", "block"}, Words{"hall", "unblock"},
        Words{"hall", "release"}, Words{"prices"}, Words{"prices", "set"}, Words{"prices", "show"},
        Words{"prices", "template"}, Words{"sale"}, Words{"sale", "set"}, Words{"sale", "show"},
        Words{"sale", "stop-holds"}, Words{"sale", "stop-section"}, Words{"sale", "stop-provider"},
        Words{"sale", "message"}, Words{"order"}, Words{"order", "show"}, Words{"order", "refund"},
        Words{"order", "cancel"}, Words{"order", "ask-again"}, Words{"order", "retry-refund"},
        Words{"order", "export"}, Words{"hall", "seats"}, Words{"image"}, Words{"image", "set"},
        Words{"image", "list"}, Words{"image", "remove"}, Words{"outbox"}, Words{"outbox", "list"},
        Words{"outbox", "retry"}, Words{"reports"}, Words{"reports", "rebuild"}));

TEST_F(CliSale, APictureIsSentAsWhatItsFirstBytesSay) {
    const std::string jpeg = "\xff\xd8\xff\xe0 JFIF";
    ASSERT_EQ(run({"image", "set", "tour", file("poster", jpeg), "--performance", "day-1"}), kOk)
        << err.str();
    EXPECT_EQ(request(), "PUT " + kHall + "/image " + jpeg);
    EXPECT_EQ(requests[0].content_type, "image/jpeg");
    ASSERT_EQ(run({"image", "set", "tour", file("poster", "RIFF1234WEBP")}), kOk);
    EXPECT_EQ(requests[1].target, kEvent + "/poster");
    EXPECT_EQ(requests[1].content_type, "image/webp");
}

class CliSaleWrong : public CliSale, public testing::WithParamInterface<Words> {};

TEST_P(CliSaleWrong, AsksTheServerNothing) {
    EXPECT_EQ(run(GetParam()), kWrongUsage);
    EXPECT_TRUE(requests.empty());
}

INSTANTIATE_TEST_SUITE_P(
    Usage, CliSaleWrong,
    testing::Values(Words{"hall", "block", "tour", "day-1", "A-1"},
                    Words{"hall", "release", "tour", "day-1"},
                    Words{"hall", "release", "tour", "day-1", "A-1", "--count", "2"},
                    Words{"hall", "rules", "tour", "day-1"}, Words{"sale", "set", "tour"},
                    Words{"sale", "set", "tour", "--public-map", "maybe"},
                    Words{"sale", "stop-section", "tour"},
                    Words{"sale", "message", "tour", "--to", "waiting", "x"},
                    Words{"order", "refund", "O-1"},
                    Words{"order", "refund", "O-1", "--why", "whim"},
                    Words{"hall", "import", "tour", "day-1", "/no/such/file"}));

TEST_F(CliSale, AHallIsImportedAndThenGetsItsRules) {
    const std::string plan = file("hall.json", R"({"name":"x"})");
    EXPECT_EQ(run({"hall", "import", "tour", "day-1", plan, "--hold-ttl", "7m"}), kOk);
    ASSERT_EQ(requests.size(), 2u);
    EXPECT_EQ(requests[0].method + requests[0].target + requests[0].body,
              "PUT" + kHall + "/hall" + R"({"name":"x"})");
    EXPECT_EQ(requests[1].body, R"({"holdTtl":"7m"})");
}

TEST_F(CliSale, ARehearsedImportIsOneRequest) {
    const std::string plan = file("hall.json", "{}");
    EXPECT_EQ(run({"hall", "import", "tour", "day-1", plan, "--hold-ttl", "7m", "--dry-run"}), kOk);
    EXPECT_EQ(request(), "PUT " + kHall + "/hall?dryRun=true {}");
}

TEST_F(CliSale, PricesComeFromAFile) {
    EXPECT_EQ(run({"prices", "set", "tour", file("prices.json", "{}")}), kOk);
    EXPECT_EQ(request(), "PUT " + kEvent + "/terms {}");
}

TEST_F(CliSale, ATemplateHasTheGradesOfAllHalls) {
    answers = {{200, R"({"event":{"performances":[{"id":"day-1"},{"id":"day-2"},{"id":"x"}]}})"},
               {200, R"({"grades":[{"grade":"R"},{"grade":"S"}]})"},
               {200, R"({"grades":[{"grade":"S"},{"grade":"FLOOR"}]})"},
               {404, R"({"code":"PERFORMANCE_NOT_FOUND","message":"no","details":{}})"}};
    const std::string path = file("prices.json");
    EXPECT_EQ(run({"prices", "template", "tour", "--out", path}), kOk) << err.str();
    const json::value terms = json::parse(text_of(path));
    const auto& grades = terms.at("prices").at("grades").as_array();
    ASSERT_EQ(grades.size(), 3u);
    EXPECT_EQ(grades[2].at("grade").as_string(), "FLOOR");
    EXPECT_TRUE(terms.at("refunds").is_object());
    EXPECT_NE(text_of(path).find("\n  \"prices\": {"), std::string::npos) << text_of(path);
}

TEST_F(CliSale, AnExportGoesOnUntilThereIsNoMore) {
    answers = {{200, "\"order\",\"x\"\r\n\"O-1\",1\r\n\"O-2\",2\r\n"},
               {200, "\"order\",\"x\"\r\n\"O-3\",3\r\n"},
               {200, "\"order\",\"x\"\r\n"}};
    const std::string path = file("orders.csv");
    EXPECT_EQ(run({"order", "export", "tour", "--csv", path}), kOk) << err.str();
    EXPECT_EQ(text_of(path), "\"order\",\"x\"\r\n\"O-1\",1\r\n\"O-2\",2\r\n\"O-3\",3\r\n");
    ASSERT_EQ(requests.size(), 3u);
    EXPECT_EQ(requests[1].target, kEvent + "/orders.csv?after=O-2");
    EXPECT_EQ(requests[2].target, kEvent + "/orders.csv?after=O-3");
}

}  // namespace
}  // namespace onsale::program
