#include "program/cli/cli.hpp"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>
#include <sstream>

#include <boost/json/parse.hpp>
#include <gtest/gtest.h>

#include "base/assert.hpp"

namespace onsale::program {
namespace {

namespace json = boost::json;

// A command line whose outside functions only record their calls.
class Cli : public testing::Test {
  protected:
    int run(const std::vector<std::string>& arguments) {
        const Outside outside{.call_admin =
                                  [this](const AdminAddress& to, const AdminRequest& request) {
                                      address = to;
                                      requests.push_back(request);
                                      if (unreachable) throw AdminUnreachable{*unreachable};
                                      return answer;
                                  },
                              .serve =
                                  [this](const Config& config, const ServeOptions& options) {
                                      served = config;
                                      serve_options = options;
                                      return kOk;
                                  },
                              .journal_verify =
                                  [this](const std::filesystem::path& data, std::ostream&) {
                                      folder = data;
                                      return kFailed;
                                  },
                              .audit_verify =
                                  [this](const AuditVerifyOptions& options, std::ostream&) {
                                      audited = options;
                                      return kFailed;
                                  },
                              .restore =
                                  [this](const RestoreOptions& options, std::ostream&) {
                                      restored = options;
                                      return kOk;
                                  },
                              .token_verify =
                                  [this](const TokenVerifyOptions& options, std::ostream&) {
                                      verified = options;
                                      return kOk;
                                  },
                              .crowd =
                                  [this](const CrowdOptions& options) {
                                      played = options;
                                      return kOk;
                                  },
                              .environment = environment,
                              .out = out,
                              .err = err};
        return run_cli(arguments, outside);
    }

    AdminRequest only_request() const {
        EXPECT_EQ(requests.size(), 1);
        return requests.empty() ? AdminRequest{} : requests.front();
    }

    Environment environment;
    AdminAnswer answer{200, "{}"};
    std::optional<std::string> unreachable;
    AdminAddress address;
    std::vector<AdminRequest> requests;
    std::optional<Config> served;
    ServeOptions serve_options;
    std::optional<CrowdOptions> played;
    std::filesystem::path folder;
    AuditVerifyOptions audited;
    RestoreOptions restored;
    TokenVerifyOptions verified;
    std::ostringstream out;
    std::ostringstream err;
};

class TextFile {
  public:
    explicit TextFile(std::string_view text) {
        auto name = (std::filesystem::temp_directory_path() / "onsale-cli-XXXXXX").string();
        const int descriptor = ::mkstemp(name.data());
        ONSALE_ASSERT(descriptor >= 0);
        path_ = name;
        std::ofstream{path_} << text;
    }
    ~TextFile() { std::filesystem::remove(path_); }
    std::string path() const { return path_; }

  private:
    std::string path_;
};

using Words = std::vector<std::string>;

class CliHelp : public Cli, public testing::WithParamInterface<Words> {};

TEST_P(CliHelp, TeachesWithAnExample) {
    Words arguments = GetParam();
    arguments.push_back("--help");
    EXPECT_EQ(run(arguments), kOk);
    EXPECT_NE(out.str().find("Example"), std::string::npos) << out.str();
    EXPECT_NE(out.str().find("  onsale "), std::string::npos) << out.str();
}

INSTANTIATE_TEST_SUITE_P(
    EveryLevel, CliHelp,
    testing::Values(
        Words{}, Words{"serve"}, Words{"event"}, Words{"event", "create"}, Words{"event", "list"},
        Words{"event", "show"}, Words{"event", "edit"}, Words{"event", "open"},
        Words{"event", "pause"}, Words{"event", "resume"}, Words{"event", "close"},
        Words{"event", "delay"}, Words{"event", "archive"}, Words{"event", "guests"},
        Words{"event", "codes"}, Words{"line"}, Words{"line", "show"}, Words{"line", "set"},
        Words{"line", "verify-order"}, Words{"line", "stop-joins"}, Words{"line", "start-joins"},
        Words{"line", "stop-admission"}, Words{"line", "start-admission"}, Words{"line", "freeze"},
        Words{"line", "thaw"}, Words{"line", "extend"}, Words{"line", "message"},
        Words{"line", "revoke"}, Words{"key"}, Words{"key", "rotate"}, Words{"key", "entry"},
        Words{"audit"}, Words{"audit", "list"}, Words{"audit", "head"}, Words{"audit", "verify"},
        Words{"journal"}, Words{"journal", "verify"}, Words{"journal", "stats"}, Words{"backup"},
        Words{"restore"}, Words{"preflight"}, Words{"config"}, Words{"config", "check"},
        Words{"config", "print"}, Words{"token"}, Words{"token", "verify"}, Words{"version"}));

class CliMisuse : public Cli, public testing::WithParamInterface<Words> {};

TEST_P(CliMisuse, ExitsWithTwoAndSaysWhy) {
    EXPECT_EQ(run(GetParam()), kWrongUsage);
    EXPECT_FALSE(err.str().empty());
    EXPECT_TRUE(requests.empty());
}

INSTANTIATE_TEST_SUITE_P(
    Arguments, CliMisuse,
    testing::Values(Words{}, Words{"bogus"}, Words{"event"}, Words{"event", "bogus"},
                    Words{"event", "show"}, Words{"event", "list", "--bogus"},
                    Words{"event", "edit", "spring"}, Words{"line", "set", "spring"},
                    Words{"line", "set", "spring", "--max-active", "many"},
                    Words{"line", "extend", "spring", "--minutes", "-3"},
                    Words{"line", "message", "spring", "--to", "all", "Hello"},
                    Words{"line", "revoke", "spring"},
                    Words{"line", "revoke", "spring", "--guest", "a", "--subject", "b"},
                    Words{"event", "create", "spring", "--set", "title"},
                    Words{"event", "edit", "spring", "--set", "performances=[{id:day-1}]"},
                    Words{"event", "edit", "spring", "--set", "performances[0].title=A"},
                    Words{"event", "edit", "spring", "--unset", "phases[0]"},
                    Words{"event", "edit", "spring", "--set", "rules..maxActive=1"},
                    Words{"event", "create", "spring", "--file", "no/such/file"},
                    Words{"event", "list", "--key", "secret"}));

// The range is shown in the user's units, not as limits of a floating point type.
TEST_F(Cli, ANumberOutOfRangeIsToldWithTheRange) {
    const std::vector<std::pair<Words, std::string>> wrong = {
        {{"event", "delay", "spring", "--minutes", "-5"}, "1 to 1440"},
        {{"line", "extend", "spring", "--minutes", "241"}, "1 to 240"},
        {{"line", "watch", "spring", "--count", "0"}, "1 to 1000000000"},
        {{"line", "history", "spring", "--limit", "0"}, "1 to 10080"},
        {{"event", "codes", "spring", "presale", "codes.txt", "--uses", "0"}, "1 to 1000000"},
        {{"hall", "release", "spring", "day-1", "--count", "0"}, "1 to 300000"},
        {{"order", "refund", "O-1", "--why", "guest", "--amount", "-1"}, "0 to 1104000000000000"}};
    for (const auto& [arguments, range] : wrong) {
        err.str("");
        EXPECT_EQ(run(arguments), kWrongUsage) << arguments[1];
        EXPECT_NE(err.str().find(range), std::string::npos) << err.str();
        EXPECT_LT(err.str().size(), 200u) << err.str();
    }
}

TEST_F(Cli, AListThatIsNotJsonIsToldHowToWriteIt) {
    EXPECT_EQ(run({"event", "edit", "spring", "--set", "performances=[day-1]"}), kWrongUsage);
    EXPECT_NE(err.str().find(R"(--set 'performances=[{"id":)"), std::string::npos) << err.str();
}

TEST_F(Cli, ANameThatStandsTwiceInAValueIsRefused) {
    EXPECT_EQ(run({"event", "edit", "spring", "--set", R"(performances=[{"id":"a","id":"b"}])"}),
              kWrongUsage);
    EXPECT_NE(err.str().find(R"(--set performances: "id" occurs twice)"), std::string::npos)
        << err.str();
}

struct Online {
    Words arguments;
    std::string method;
    std::string target;
    std::string body;
};

class CliOnline : public Cli, public testing::WithParamInterface<Online> {};

TEST_P(CliOnline, SendsItsRequest) {
    EXPECT_EQ(run(GetParam().arguments), kOk) << err.str();
    EXPECT_EQ(only_request().method, GetParam().method);
    EXPECT_EQ(only_request().target, GetParam().target);
    if (GetParam().body.empty())
        EXPECT_EQ(only_request().body, "");
    else
        EXPECT_EQ(json::parse(only_request().body), json::parse(GetParam().body));
}

const std::string kSpring = "/api/admin/events/spring";

INSTANTIATE_TEST_SUITE_P(
    Event, CliOnline,
    testing::Values(
        Online{{"event", "list"}, "GET", "/api/admin/events", ""},
        Online{{"event", "show", "spring"}, "GET", kSpring, ""},
        Online{{"event", "show", "a/b c"}, "GET", "/api/admin/events/a%2Fb%20c", ""},
        Online{{"event", "create", "spring", "--title", "Spring", "--opens-at",
                "2026-11-15T20:00:00+09:00", "--max-active", "5", "--demo"},
               "POST",
               "/api/admin/events",
               R"({"key":"spring","title":"Spring","opensAt":"2026-11-15T20:00:00+09:00",
                   "rules":{"maxActive":5},"demo":true})"},
        Online{{"event", "create", "spring", "--title", "2026", "--dry-run"},
               "POST",
               "/api/admin/events?dryRun=true",
               R"({"key":"spring","title":"2026"})"},
        Online{{"event", "edit", "spring", "--set", "rules.awayAfter=5m", "--set", "demo=true",
                "--unset", "closesAt", "--version", "3"},
               "PATCH",
               kSpring,
               R"({"rules":{"awayAfter":"5m"},"demo":true,"closesAt":null,"version":3})"},
        Online{{"event", "create", "spring", "--title", "2026", "--publish"},
               "POST",
               "/api/admin/events",
               R"({"key":"spring","title":"2026","published":true})"},
        Online{{"event", "publish", "spring"}, "POST", kSpring + "/publish", ""},
        Online{{"event", "unpublish", "spring", "--dry-run"},
               "POST",
               kSpring + "/unpublish?dryRun=true",
               ""},
        Online{{"event", "open", "spring"}, "POST", kSpring + "/actions", R"({"action":"open"})"},
        Online{{"event", "pause", "spring", "--dry-run"},
               "POST",
               kSpring + "/actions?dryRun=true",
               R"({"action":"pause"})"},
        Online{
            {"event", "resume", "spring"}, "POST", kSpring + "/actions", R"({"action":"resume"})"},
        Online{{"event", "close", "spring"}, "POST", kSpring + "/actions", R"({"action":"close"})"},
        Online{{"event", "archive", "spring"},
               "POST",
               kSpring + "/actions",
               R"({"action":"archive"})"},
        Online{{"event", "delay", "spring", "--minutes", "15"},
               "POST",
               kSpring + "/actions",
               R"({"action":"delay","minutes":15})"}));

INSTANTIATE_TEST_SUITE_P(
    Line, CliOnline,
    testing::Values(
        Online{{"line", "show", "spring"}, "GET", kSpring + "/line", ""},
        Online{{"line", "set", "spring", "--max-active", "2000", "--claim-within", "0s"},
               "PATCH",
               kSpring,
               R"({"rules":{"maxActive":2000,"claimWithin":"0s"}})"},
        Online{{"line", "stop-joins", "spring"},
               "PUT",
               kSpring + "/levers",
               R"({"joinsStopped":true})"},
        Online{{"line", "start-joins", "spring"},
               "PUT",
               kSpring + "/levers",
               R"({"joinsStopped":false})"},
        Online{{"line", "stop-admission", "spring", "--dry-run"},
               "PUT",
               kSpring + "/levers?dryRun=true",
               R"({"admissionStopped":true})"},
        Online{{"line", "start-admission", "spring"},
               "PUT",
               kSpring + "/levers",
               R"({"admissionStopped":false})"},
        Online{{"line", "freeze", "spring"}, "POST", kSpring + "/deadlines", R"({"freeze":true})"},
        Online{{"line", "thaw", "spring"}, "POST", kSpring + "/deadlines", R"({"freeze":false})"},
        Online{{"line", "extend", "spring", "--minutes", "5"},
               "POST",
               kSpring + "/deadlines",
               R"({"addMinutes":5})"},
        Online{{"line", "message", "spring", "--to", "waiting", "Soon."},
               "PUT",
               kSpring + "/levers",
               R"({"messageWaiting":"Soon."})"},
        Online{{"line", "message", "spring", "--to", "admitted", ""},
               "PUT",
               kSpring + "/levers",
               R"({"messageAdmitted":""})"},
        Online{{"line", "revoke", "spring", "--subject", "u1", "--bar"},
               "POST",
               kSpring + "/revoke",
               R"({"subject":"u1","bar":true})"},
        Online{{"line", "revoke", "spring", "--queue-token", "t"},
               "POST",
               kSpring + "/revoke",
               R"({"queueToken":"t","bar":false})"},
        Online{{"line", "revoke", "spring", "--guest", "g"},
               "POST",
               kSpring + "/revoke",
               R"({"guest":"g","bar":false})"}));

INSTANTIATE_TEST_SUITE_P(
    Data, CliOnline,
    testing::Values(
        Online{{"key", "rotate"}, "POST", "/api/admin/keys/rotate", ""},
        Online{{"key", "entry"}, "GET", "/api/admin/keys/entry", ""},
        Online{{"journal", "stats"}, "GET", "/api/admin/journal/stats", ""},
        Online{{"backup", "/b/x.db"}, "POST", "/api/admin/backup", R"({"file":"/b/x.db"})"}));

TEST_F(Cli, GuestsAndCodesComeFromTheLinesOfAFile) {
    const TextFile file{"one\r\n\n two \n"};
    EXPECT_EQ(run({"event", "guests", "spring", "club", file.path()}), kOk);
    EXPECT_EQ(run({"event", "codes", "spring", "pre", file.path(), "--uses", "2"}), kOk);
    EXPECT_EQ(requests[0].target, kSpring + "/lists/club");
    EXPECT_EQ(json::parse(requests[0].body), json::parse(R"({"subjects":["one"," two"]})"));
    EXPECT_EQ(requests[1].target, kSpring + "/codes/pre");
    EXPECT_EQ(json::parse(requests[1].body), json::parse(R"({"codes":["one"," two"],"uses":2})"));
}

TEST_F(Cli, OptionsAreLaidOverTheSettingsFile) {
    const TextFile file{R"({"title":"Old","rules":{"maxActive":1,"lineMax":9}})"};
    EXPECT_EQ(run({"event", "create", "k", "--file", file.path(), "--max-active", "2"}), kOk);
    EXPECT_EQ(json::parse(only_request().body),
              json::parse(R"({"key":"k","title":"Old","rules":{"maxActive":2,"lineMax":9}})"));
}

TEST_F(Cli, ABackupFileBecomesAnAbsolutePath) {
    EXPECT_EQ(run({"backup", "x.db"}), kOk);
    const json::value body = json::parse(only_request().body);
    EXPECT_TRUE(std::filesystem::path{std::string{body.at("file").as_string()}}.is_absolute());
}

TEST_F(Cli, AsksAtTheSocketOfTheDataFolder) {
    run({"event", "list"});
    EXPECT_EQ(address.socket, "data/admin.sock");
    environment["ONSALE_ENGINE_DATA"] = "/var/lib/onsale";
    run({"event", "list"});
    EXPECT_EQ(address.socket, "/var/lib/onsale/admin.sock");
    run({"event", "list", "--data", "here"});
    EXPECT_EQ(address.socket, "here/admin.sock");
}

TEST_F(Cli, TakesTheKeyFromAFileOrAsItIs) {
    const TextFile file{"secret-key\n"};
    run({"event", "list", "--url", "https://h:1", "--key", file.path()});
    EXPECT_EQ(address.url, "https://h:1");
    EXPECT_EQ(address.key, "secret-key");
    run({"event", "list", "--url", "https://h:1", "--key", "as-it-is"});
    EXPECT_EQ(address.key, "as-it-is");
}

TEST_F(Cli, ARefusalIsPrintedWithItsCode) {
    answer = {409, R"({"code":"WRONG_STATE","message":"the sale has not begun","details":{}})"};
    EXPECT_EQ(run({"event", "pause", "spring"}), kFailed);
    EXPECT_EQ(err.str(), "WRONG_STATE: the sale has not begun\n");
    EXPECT_EQ(out.str(), "");
}

TEST_F(Cli, TheDetailsOfARefusalAreShownBelowIt) {
    answer = {422, R"({"code":"BAD_FIELD","message":"A field is wrong.",
        "details":{"field":"rules.maxActive","message":"must be a whole number"}})"};
    EXPECT_EQ(run({"line", "set", "spring", "--max-active", "5"}), kFailed);
    EXPECT_EQ(err.str(),
              "BAD_FIELD: A field is wrong.\n"
              "  field    rules.maxActive\n"
              "  message  must be a whole number\n");
}

TEST_F(Cli, AnAnswerThatIsNoJsonIsStillShown) {
    answer = {502, "Bad\x1b[31m Gateway"};
    EXPECT_EQ(run({"event", "list"}), kFailed);
    EXPECT_EQ(err.str(), "the server answered 502: Bad?[31m Gateway\n");
}

TEST_F(Cli, AMissingServerIsAFailureWithAdvice) {
    unreachable = "no server answers at data/admin.sock; start it with ./run";
    EXPECT_EQ(run({"event", "list"}), kFailed);
    EXPECT_EQ(err.str(), "onsale: no server answers at data/admin.sock; start it with ./run\n");
}

TEST_F(Cli, PrintsTheServersJsonOnRequest) {
    answer = {200, R"({"events":[{"key":"spring"}]})"};
    EXPECT_EQ(run({"event", "list", "--json"}), kOk);
    EXPECT_EQ(out.str(), "{\"events\":[{\"key\":\"spring\"}]}\n");
}

TEST_F(Cli, ADryRunSaysThatNothingChanged) {
    answer = {200, R"({"effect":"41207 guests stop moving","count":41207})"};
    EXPECT_EQ(run({"line", "stop-admission", "spring", "--dry-run"}), kOk);
    EXPECT_EQ(out.str(),
              "Dry run, nothing was changed.\n"
              "effect  41207 guests stop moving\n"
              "count   41207\n");
}

TEST_F(Cli, AnythingButSuccessIsAFailure) {
    answer = {302, "elsewhere"};
    EXPECT_EQ(run({"event", "list"}), kFailed);
}

TEST_F(Cli, PreflightFailsOnNoGo) {
    answer = {200, R"({"go":true,"checks":[]})"};
    EXPECT_EQ(run({"preflight", "spring"}), kOk);
    EXPECT_EQ(only_request().target, "/api/admin/preflight/spring");
    answer = {200, R"({"go":false,"checks":[{"name":"disk","ok":false}]})"};
    EXPECT_EQ(run({"preflight", "spring"}), kFailed);
}

TEST_F(Cli, PreflightTellsWhichWarningsAreAccepted) {
    answer = {200, R"({"go":true,"checks":[]})"};
    EXPECT_EQ(run({"preflight", "--accept", "seats", "spring", "--accept", "backup"}), kOk);
    EXPECT_EQ(only_request().target, "/api/admin/preflight/spring?accept=seats,backup");
}

TEST_F(Cli, PreflightBuysOnlyWhenAskedTo) {
    answer = {200, R"({"go":true,"checks":[]})"};
    EXPECT_EQ(run({"preflight", "spring", "--purchase"}), kOk);
    EXPECT_EQ(only_request().method, "POST");
    EXPECT_EQ(only_request().target, "/api/admin/preflight/spring/purchase");
    answer = {200, R"({"go":false,"checks":[{"name":"demo refund","ok":false}]})"};
    EXPECT_EQ(run({"preflight", "spring", "--purchase"}), kFailed);
}

TEST_F(Cli, VerifyOrderAsksForTheProofAndThenForTheLeaves) {
    answer = {200, R"({"algorithm":"onsale-draw-1","memberCount":0,
        "secret":"0000000000000000000000000000000000000000000000000000000000000000",
        "commitment":"66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925",
        "membersRoot":"e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"})"};
    EXPECT_EQ(run({"line", "verify-order", "spring", "--url", "http://h"}), kFailed);
    ASSERT_EQ(requests.size(), 2);
    EXPECT_EQ(requests[0].target, "/api/queue/order/spring");
    EXPECT_EQ(requests[1].target, "/api/queue/order/spring/leaves");
    // The fake server returned the proof as leaves: the earlier checks pass, the check of the
    // leaves fails.
    EXPECT_NE(out.str().find("ok      the secret is the one committed to"), std::string::npos);
    EXPECT_NE(out.str().find("FAILED  the list has all 0 members"), std::string::npos);
}

TEST_F(Cli, VerifyOrderHasNothingToProveBeforeTheDraw) {
    answer = {200, R"({"algorithm":"onsale-draw-1","commitment":"00"})"};
    EXPECT_EQ(run({"line", "verify-order", "spring"}), kFailed);
    EXPECT_EQ(requests.size(), 1);
}

TEST_F(Cli, ServeTakesFileEnvironmentAndOptions) {
    const TextFile file{"[line]\nmax_active = 5\n[server]\nloops = 3\n"};
    environment["ONSALE_SERVER_LOOPS"] = "4";
    EXPECT_EQ(run({"serve", "--config", file.path(), "--listen", "0.0.0.0:80", "--data", "d",
                   "--set", "line.admit_per_second=6", "--set", "log.level=debug", "--demo"}),
              kOk)
        << err.str();
    ASSERT_TRUE(served);
    EXPECT_EQ(served->line.max_active, 5);
    EXPECT_EQ(served->server.loops, 4);
    EXPECT_EQ(served->server.listen, "0.0.0.0:80");
    EXPECT_EQ(served->engine.data, "d");
    EXPECT_EQ(served->line.admit_per_second, 6);
    EXPECT_EQ(served->log.level, runtime::LogLevel::kDebug);
    EXPECT_TRUE(serve_options.demo);
}

TEST_F(Cli, ServeHasNoCrowdUnlessAsked) {
    EXPECT_EQ(run({"serve", "--demo"}), kOk);
    EXPECT_EQ(serve_options.crowd, 0);
    EXPECT_EQ(run({"serve", "--demo", "--crowd", "300"}), kOk);
    EXPECT_EQ(serve_options.crowd, 300);
}

TEST_F(Cli, ServeHasACrowdOnlyAtADemo) {
    EXPECT_EQ(run({"serve", "--crowd", "300"}), kWrongUsage);
    EXPECT_FALSE(served);
}

TEST_F(Cli, CrowdTakesASiteAnEventAndACount) {
    EXPECT_EQ(run({"crowd", "--url", "http://h:1", "--event", "try-out", "--guests", "5"}), kOk);
    ASSERT_TRUE(played);
    EXPECT_EQ(played->url, "http://h:1");
    EXPECT_EQ(played->event, "try-out");
    EXPECT_EQ(played->guests, 5);
    EXPECT_EQ(run({"crowd", "--event", "a/b"}), kWrongUsage);
}

TEST_F(Cli, ServeTakesRoles) {
    const TextFile file{
        "[redis]\nmode = \"single\"\nnodes = [\"r:1\"]\n[cluster]\nroles = [\"payment\"]\n"};
    EXPECT_EQ(run({"serve", "--config", file.path(), "--roles", "queue,scheduler"}), kOk)
        << err.str();
    ASSERT_TRUE(served);
    EXPECT_EQ(served->cluster.roles, (std::vector{Role::kQueue, Role::kScheduler}));
}

TEST_F(Cli, ServeRefusesABadConfiguration) {
    EXPECT_EQ(run({"serve", "--set", "line.claim_within=1h"}), kFailed);
    EXPECT_FALSE(served);
    EXPECT_NE(err.str().find("line.claim_within"), std::string::npos);
}

TEST_F(Cli, ConfigCheckSaysWhetherAFileIsGood) {
    const TextFile good{"[line]\nmax_active = 5\n"};
    const TextFile bad{"[line]\nmax_activ = 5\n"};
    EXPECT_EQ(run({"config", "check", good.path()}), kOk);
    EXPECT_EQ(run({"config", "check", bad.path()}), kFailed);
    EXPECT_NE(err.str().find("did you mean line.max_active?"), std::string::npos);
}

TEST_F(Cli, ConfigPrintGivesTheDocumentedFile) {
    EXPECT_EQ(run({"config", "print"}), kOk);
    EXPECT_EQ(out.str(), default_config_text());
}

TEST_F(Cli, OfflineVerbsGetTheirFolderAndKeepTheirExitCode) {
    EXPECT_EQ(run({"journal", "verify", "--data", "d"}), kFailed);
    EXPECT_EQ(folder, "d");
    EXPECT_EQ(run({"audit", "verify", "--data", "d3", "--head", std::string(64, 'a')}), kFailed);
    EXPECT_EQ(audited.data, "d3");
    EXPECT_EQ(audited.head->front(), 0xAA);
    EXPECT_EQ(run({"audit", "verify", "--head", "abc"}), kWrongUsage);
    EXPECT_EQ(run({"restore", "b.db", "--verify", "--data", "d2"}), kOk);
    EXPECT_EQ(restored.file, "b.db");
    EXPECT_EQ(restored.data, "d2");
    EXPECT_TRUE(restored.verify);
    EXPECT_EQ(run({"token", "verify", "abc"}), kOk);
    EXPECT_EQ(verified.token, "abc");
    EXPECT_EQ(verified.data, "data");
}

TEST_F(Cli, VersionIsPrinted) {
    EXPECT_EQ(run({"version"}), kOk);
    EXPECT_EQ(out.str(), "onsale " ONSALE_VERSION "\n");
}

TEST_F(Cli, AuditListAsksForAPage) {
    EXPECT_EQ(run({"audit", "list", "--after", "7", "--limit", "3"}), kOk);
    EXPECT_EQ(only_request().target, "/api/admin/audit?after=7&limit=3");
}

}  // namespace
}  // namespace onsale::program
