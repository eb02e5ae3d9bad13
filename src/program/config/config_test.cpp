#include <chrono>
#include <fstream>
#include <iterator>
#include <set>
#include <sstream>
#include <string>

#include <gtest/gtest.h>

#include "program/config/config_check.hpp"
#include "program/config/config_keys.hpp"
#include "program/config/config_load.hpp"
#include "tests/support/enum_words.hpp"

namespace onsale::program {
namespace {

using namespace std::chrono_literals;

Config from(std::string_view toml, ConfigSources sources = {}) {
    return parse_config(toml, "test.toml", sources);
}

std::string error_of(std::string_view toml, const ConfigSources& sources = {}) {
    try {
        from(toml, sources);
    } catch (const ConfigError& error) {
        return error.what();
    }
    return "";
}

ConfigSources with_environment(Environment environment) {
    return {.file = {}, .environment = std::move(environment), .overrides = {}};
}

ConfigSources with_overrides(std::vector<std::string> overrides) {
    return {.file = {}, .environment = {}, .overrides = std::move(overrides)};
}

TEST(Config, AnEmptyFileGivesTheDefaults) {
    const Config config = from("");
    EXPECT_EQ(config.server.listen, "127.0.0.1:8080");
    EXPECT_EQ(config.line, waiting_room::LineRules{});
}

TEST(Config, TheDefaultsGoTogether) {
    EXPECT_TRUE(config_problems(Config{}).empty());
}

TEST(Config, ReadsEveryShapeOfValue) {
    const Config config = from(R"(
        [server]
        loops = 3
        trusted_proxies = ["10.0.0.0/8", "::1"]
        [line]
        admission_ttl = "15m"
        poll_steps = ["500:2s", "rest:45s"]
        [bots]
        mode = "enforce"
        agent_required = false
        [demo_pay]
        answer = "approve"
        [log]
        level = "error"
    )");
    EXPECT_EQ(config.server.loops, 3);
    EXPECT_EQ(config.server.trusted_proxies, (std::vector<std::string>{"10.0.0.0/8", "::1"}));
    EXPECT_EQ(config.line.admission_ttl, 15min);
    EXPECT_EQ(config.line.poll_steps, (std::vector<waiting_room::PollStep>{{500, 2s}, {0, 45s}}));
    EXPECT_EQ(config.bots.mode, BotMode::kEnforce);
    EXPECT_FALSE(config.bots.agent_required);
    EXPECT_EQ(config.providers.at("demo_pay.answer"), "approve");
    EXPECT_EQ(config.log.level, runtime::LogLevel::kError);
}

TEST(Config, HasAWordForEveryMode) {
    test::expect_own_words<RedisMode>();
    test::expect_own_words<Role>();
    test::expect_own_words<BotMode>();
    test::expect_own_words<runtime::LogLevel>();
    EXPECT_EQ(to_word(Role::kScheduler), "scheduler");
}

TEST(Config, TheEnvironmentWinsOverTheFile) {
    const Config config =
        from("[line]\nmax_active = 7\naway_after = \"4m\"",
             with_environment({{"ONSALE_LINE_MAX_ACTIVE", "9"},
                               {"ONSALE_SERVER_ALLOWED_HOSTS", "a.example,b.example"},
                               {"PATH", "/bin"},
                               {"ONSALE_BINARY", "not a key"}}));
    EXPECT_EQ(config.line.max_active, 9);
    EXPECT_EQ(config.line.away_after, 4min);
    EXPECT_EQ(config.server.allowed_hosts, (std::vector<std::string>{"a.example", "b.example"}));
}

TEST(Config, AnEmptyVariableEmptiesAList) {
    const Config config = from("", with_environment({{"ONSALE_BOTS_BLOCKED_AGENTS", ""}}));
    EXPECT_TRUE(config.bots.blocked_agents.empty());
}

// As in the file, or only with commas. Brackets and quotes never become part of a value.
TEST(Config, AListOfTheCommandLineHasEitherForm) {
    const std::vector<std::string> both{"a.example", "b.example"};
    for (const std::string list : {"a.example,b.example", R"(["a.example","b.example"])",
                                   R"([ 'a.example', "b.example" ])"}) {
        ConfigSources sources;
        sources.overrides = {"server.allowed_hosts=" + list};
        EXPECT_EQ(from("", sources).server.allowed_hosts, both) << list;
        const ConfigSources variable = with_environment({{"ONSALE_SERVER_ALLOWED_HOSTS", list}});
        EXPECT_EQ(from("", variable).server.allowed_hosts, both) << list;
    }
    ConfigSources empty;
    empty.overrides = {"bots.blocked_agents=[]"};
    EXPECT_TRUE(from("", empty).bots.blocked_agents.empty());
    ConfigSources address;
    address.overrides = {"bots.blocked_agents=[::1]:6379,b"};
    EXPECT_EQ(from("", address).bots.blocked_agents, (std::vector<std::string>{"[::1]:6379", "b"}));
}

TEST(Config, AListThatIsNoneSaysBothForms) {
    for (const std::string list : {"[a.example]", "[1,2]", R"(["a")", R"(["a"] x)"}) {
        const std::string error = error_of("", with_overrides({"server.trusted_proxies=" + list}));
        EXPECT_NE(error.find(R"(trusted_proxies = [")"), std::string::npos) << error;
        EXPECT_NE(error.find("with commas alone, like server.trusted_proxies="), std::string::npos)
            << error;
    }
}

TEST(Config, TheCommandLineWinsOverTheEnvironment) {
    ConfigSources sources = with_environment({{"ONSALE_LINE_MAX_ACTIVE", "9"}});
    sources.overrides = {"line.max_active=11", "identity.site_audience=a=b"};
    const Config config = from("", sources);
    EXPECT_EQ(config.line.max_active, 11);
    EXPECT_EQ(config.identity.site_audience, "a=b");
}

TEST(Config, EveryKeyIsAlsoAVariableAndAnOverride) {
    const Config defaults;
    for (const ConfigKey& key : config_keys()) {
        std::string value;
        for (const std::string& item : key.get(defaults))
            value += (value.empty() ? "" : ",") + item;
        EXPECT_EQ(error_of("", with_environment({{key.variable(), value}})), "") << key.path();
        EXPECT_EQ(error_of("", with_overrides({key.path() + "=" + value})), "") << key.path();
    }
}

TEST(Config, EveryKeyHasItsOwnNameAndOneSentence) {
    std::set<std::string> paths;
    for (const ConfigKey& key : config_keys()) {
        EXPECT_TRUE(paths.insert(key.path()).second) << key.path();
        EXPECT_TRUE(key.comment.ends_with('.')) << key.path();
        EXPECT_EQ(error_of("[" + std::string{key.section} + "]\n" + std::string{key.name} + " = " +
                           key.example)
                      .find("is not of the form"),
                  std::string::npos)
            << key.path();
    }
}

struct Wrong {
    std::string toml;
    std::vector<std::string> parts;
};

class WrongConfig : public testing::TestWithParam<Wrong> {};

TEST_P(WrongConfig, IsRefusedWithTheKeyAndTheFix) {
    const std::string error = error_of(GetParam().toml);
    for (const std::string& part : GetParam().parts)
        EXPECT_NE(error.find(part), std::string::npos) << part << " is missing in: " << error;
}

INSTANTIATE_TEST_SUITE_P(
    Config, WrongConfig,
    testing::Values(
        Wrong{"[server]\n\nlisen = \"x:1\"",
              {"test.toml:3", "server.lisen", "unknown key", "did you mean server.listen?"}},
        Wrong{"[limits]\nmax_active = 5", {"limits.max_active", "did you mean line.max_active?"}},
        Wrong{"[sevrer]\nlisten = \"1.1.1.1:1\"", {"sevrer.listen", "server.listen"}},
        Wrong{"[nonsense]\nqwertyuiop = 1", {"nonsense.qwertyuiop: unknown key"}},
        Wrong{"listen = \"1.1.1.1:1\"", {"listen", "outside a section"}},
        Wrong{"[server\n", {"test.toml:1", "not TOML"}},
        Wrong{"[line]\naway_after = 180", {"line.away_after", "180", "duration", "\"180s\""}},
        Wrong{"[line]\naway_after = \"180 seconds\"",
              {"line.away_after", "180 seconds", "\"180s\""}},
        Wrong{"[line]\nmax_active = \"5\"", {"line.max_active", "0 to 1000000"}},
        Wrong{"[line]\nmax_active = -5", {"line.max_active", "-5", "0 to 1000000"}},
        Wrong{"[line]\nmax_active = 1.5", {"line.max_active", "1.5"}},
        Wrong{"[line]\npoll_steps = [\"1000\"]",
              {"line.poll_steps", "[\"1000:1s\", \"rest:60s\"]"}},
        Wrong{"[server]\nloops = 257", {"server.loops", "257", "0 to 256"}},
        Wrong{"[server]\nlisten = \"8080\"", {"server.listen", "8080", "127.0.0.1:8080"}},
        Wrong{"[server]\nlisten = \"::1:8080\"", {"server.listen"}},
        Wrong{"[server]\nlisten = \"1.1.1.1:65536\"", {"server.listen"}},
        Wrong{"[server]\ntrusted_proxies = [\"10.0.0.0/40\"]", {"server.trusted_proxies", "CIDR"}},
        Wrong{"[server]\ntrusted_proxies = \"10.0.0.0/8\"", {"server.trusted_proxies", "[\"10.0."}},
        Wrong{"[server]\nallowed_hosts = [\"https://tickets.example\"]",
              {"server.allowed_hosts", "without scheme and port"}},
        Wrong{"[server]\nallowed_hosts = [\"tickets.example:443\"]", {"server.allowed_hosts"}},
        Wrong{"[limits]\ncodes_burst = 20000000", {"limits.codes_burst", "week"}},
        Wrong{"[edge]\nverified_header = \"X Verified\"", {"edge.verified_header"}},
        Wrong{"[edge]\nverified_secret_file = \"edge.key\"", {"edge.verified_header", "missing"}},
        Wrong{"[bots]\nmode = \"loud\"", {"bots.mode", "loud", "off, observe, enforce"}},
        Wrong{"[bots]\nagent_required = 1", {"bots.agent_required", "true or false"}},
        Wrong{"[demo_pay]\nanswer = \"maybe\"", {"demo_pay.answer", "ask, approve, decline"}},
        Wrong{"[server]\ntls_certificate = \"c.pem\"", {"server.tls_key", "missing"}},
        Wrong{"[server]\ntls_key = \"k.pem\"", {"server.tls_certificate", "missing"}},
        Wrong{"[server]\nadmin_listen = \"127.0.0.1:8080\"", {"server.admin_listen", "differ"}},
        Wrong{"[line]\nclaim_within = \"20m\"", {"line.claim_within", "admission_ttl"}},
        Wrong{"[line]\nforget_after = \"1m\"", {"line.forget_after", "away_after"}},
        Wrong{"[limits]\nguest_burst = 1", {"limits.guest_burst"}},
        Wrong{"[limits]\njoins_burst = 20000000", {"limits.joins_burst", "week"}},
        Wrong{"[limits]\nconnections_per_address = 200000", {"limits.connections_per_address"}},
        Wrong{"[limits]\nheader_deadline = \"10m\"", {"limits.header_deadline", "idle_timeout"}},
        Wrong{"[identity]\nsite_jwks_file = \"j\"",
              {"identity.site_issuer", "identity.site_audience"}},
        Wrong{"[engine]\ndata = \"\"", {"engine.data"}},
        Wrong{"[redis]\nmode = \"sentinel\"", {"redis.mode", "off, single, cluster"}},
        Wrong{"[redis]\nmode = \"cluster\"", {"redis.nodes", "missing", "10.0.0.1:6379"}},
        Wrong{"[redis]\nnodes = [\"10.0.0.1\"]", {"redis.nodes", "host:port"}},
        Wrong{"[redis]\nnodes = [\"10.0.0.1:0\"]", {"redis.nodes", "host:port"}},
        Wrong{"[redis]\nmode = \"single\"\nnodes = [\"a:1\", \"b:1\"]", {"redis.nodes", "one"}},
        Wrong{"[redis]\nreplicas = 1\nreplicas_min = 2", {"redis.replicas_min", "redis.replicas"}},
        Wrong{"[redis]\nreplicas = 1\nreplica_timeout = \"1s\"",
              {"redis.replica_timeout", "redis.call_timeout"}},
        Wrong{"[redis]\ntls = true", {"redis.ca_file", "missing"}},
        Wrong{"[redis]\nca_file = \"ca.pem\"", {"redis.tls", "true"}},
        Wrong{"[redis]\ntls = true\nca_file = \"ca\"\ncertificate_file = \"c\"",
              {"redis.key_file", "missing"}},
        Wrong{"[redis]\npassword = \"secret\"", {"redis.password", "redis.password_file"}},
        Wrong{"[postgres]\nhosts = [\"10.0.0.1\"]", {"postgres.hosts", "host:port"}},
        Wrong{
            "[postgres]\nhosts = [\"a:1\",\"b:1\",\"c:1\",\"d:1\",\"e:1\",\"f:1\",\"g:1\",\"h:1\","
            "\"i:1\",\"j:1\"]",
            {"postgres.hosts", "more than 9"}},
        Wrong{"[postgres]\nuser = \"\"\ndatabase = \"\"", {"postgres.user", "postgres.database"}},
        Wrong{"[postgres]\ntls = true", {"postgres.ca_file", "missing"}},
        Wrong{"[postgres]\nca_file = \"ca.pem\"", {"postgres.tls", "true"}},
        Wrong{"[postgres]\ntls = true\nca_file = \"ca\"\nkey_file = \"k\"",
              {"postgres.certificate_file", "missing"}},
        Wrong{"[cluster]\nroles = [\"queue\"]", {"cluster.roles", "redis.mode"}},
        Wrong{"[cluster]\nroles = [\"cook\"]", {"cluster.roles", "cook", "scheduler"}},
        Wrong{"[cluster]\nroles = [\"queue\", \"queue\"]", {"cluster.roles", "queue"}},
        Wrong{"[cluster]\nkeys = \"keys\"", {"cluster.keys", "engine.data"}},
        Wrong{"[cluster]\nname = \"queue 1\"", {"cluster.name", "without spaces", "queue-1"}},
        Wrong{"[cluster]\nname = \"\u00e9\"", {"cluster.name", "letters"}},
        Wrong{"[cluster]\nname = \"" + std::string(101, 'q') + "\"", {"cluster.name", "100"}},
        Wrong{R"([server]
seller_name = "Tickets\u001b[2J")",
              {"server.seller_name", "control characters"}},
        Wrong{R"([server]
seller_contact = "one\ntwo")",
              {"server.seller_contact", "control characters"}},
        Wrong{R"([redis]
user = "a\tb")",
              {"redis.user", "control characters"}},
        Wrong{"[bots]\nblocked_agents = [\"Scrapy\", \"\"]", {"bots.blocked_agents", "list"}},
        Wrong{"[line]\nmax_activ = 1\naway_afte = \"1s\"",
              {"line.max_active", "line.away_after"}}));

TEST(Config, ReadsRolesAndRedis) {
    const Config config = from(R"(
        [redis]
        mode = "cluster"
        nodes = ["redis-1.example:6379", "::1:6380"]
        view_age_max = "3s"
        [cluster]
        roles = ["payment", "queue"]
    )");
    EXPECT_EQ(config.redis.mode, RedisMode::kCluster);
    EXPECT_EQ(config.redis.nodes, (std::vector<std::string>{"redis-1.example:6379", "::1:6380"}));
    EXPECT_EQ(config.redis.view_age_max, 3s);
    EXPECT_EQ(config.cluster.roles, (std::vector{Role::kPayment, Role::kQueue}));
}

TEST(Config, ReadsPostgres) {
    const Config config = from(R"(
        [postgres]
        hosts = ["db-1.example:5432", "::1:5433"]
        password_file = "/etc/onsale/postgres"
        tls = true
        ca_file = "ca.pem"
        synchronous = false
    )");
    EXPECT_EQ(config.postgres.hosts, (std::vector<std::string>{"db-1.example:5432", "::1:5433"}));
    EXPECT_EQ(config.postgres.database, "onsale");
    EXPECT_FALSE(config.postgres.synchronous);
}

TEST(Config, APasswordOfPostgresIsInAFileAlone) {
    for (const std::string& error :
         {error_of("[postgres]\npassword = \"secret\""),
          error_of("", with_environment({{"ONSALE_POSTGRES_PASSWORD", "secret"}}))}) {
        EXPECT_TRUE(error.contains("use postgres.password_file")) << error;
        EXPECT_FALSE(error.contains("secret")) << error;
    }
}

TEST(Config, APasswordComesFromTheEnvironmentAlone) {
    const auto sources = with_environment({{"ONSALE_REDIS_PASSWORD", "a,b"}});
    EXPECT_EQ(from("", sources).redis.password, "a,b");
    const std::string error = error_of("[redis]\npassword_file = \"p\"", sources);
    EXPECT_NE(error.find("redis.password_file"), std::string::npos);
    EXPECT_EQ(error.find("a,b"), std::string::npos);
}

TEST(Config, AMistypedVariableIsRefused) {
    const std::string error = error_of("", with_environment({{"ONSALE_LINE_MAX_ACTIV", "9"}}));
    EXPECT_NE(error.find("ONSALE_LINE_MAX_ACTIV"), std::string::npos);
    EXPECT_NE(error.find("did you mean line.max_active?"), std::string::npos) << error;
}

TEST(Config, AWrongVariableIsNamed) {
    const std::string error = error_of("", with_environment({{"ONSALE_LINE_AWAY_AFTER", "9"}}));
    EXPECT_NE(error.find("ONSALE_LINE_AWAY_AFTER: line.away_after"), std::string::npos) << error;
}

TEST(Config, AVariableIsCheckedAsTheFileIs) {
    EXPECT_NE(error_of("", with_environment({{"ONSALE_CLUSTER_NAME", "queue 1"}}))
                  .find("cluster.name: must be"),
              std::string::npos);
    const std::string error =
        error_of("", with_environment({{"ONSALE_SERVER_SELLER_NAME", "one\ntwo"}}));
    EXPECT_NE(error.find("server.seller_name: must not contain control"), std::string::npos);
    EXPECT_NE(error_of("", with_environment({{"ONSALE_BOTS_BLOCKED_AGENTS", "Scrapy,,curl"}})), "");
    EXPECT_EQ(error_of("", with_overrides({"cluster.name=queue+booking-1@web-3.example"})), "");
}

TEST(Config, AnOverrideWithoutAValueIsRefused) {
    EXPECT_NE(error_of("", with_overrides({"server.loops"})).find("--set server.loops=2"),
              std::string::npos);
}

TEST(Config, AMissingFileIsNamed) {
    try {
        load_config({.file = "no/such.toml", .environment = {}, .overrides = {}});
        FAIL() << "loaded";
    } catch (const ConfigError& error) {
        EXPECT_EQ(std::string{error.what()}, "no/such.toml: cannot be read");
    }
}

TEST(DocumentedConfig, IsWhatTheProgramPrints) {
    std::ifstream file{ONSALE_SOURCE_DIR "/config/embedded.toml"};
    const std::string text{std::istreambuf_iterator<char>{file}, {}};
    EXPECT_EQ(text, default_config_text())
        << "write it again with: onsale config print > config/embedded.toml";
}

TEST(DocumentedConfig, FitsIntoAHundredColumns) {
    std::istringstream text{default_config_text()};
    for (std::string line; std::getline(text, line);)
        EXPECT_LE(line.size(), 100) << line;
}

TEST(DocumentedConfig, LoadsAsTheDefaults) {
    const Config loaded = from(default_config_text());
    const Config defaults;
    for (const ConfigKey& key : config_keys())
        EXPECT_EQ(key.get(loaded), key.get(defaults)) << key.path();
}

TEST(DocumentedConfig, OfAClusterIsGood) {
    const Config config = load_config(
        {.file = ONSALE_SOURCE_DIR "/config/cluster.toml", .environment = {}, .overrides = {}});
    EXPECT_EQ(config.redis.mode, RedisMode::kCluster);
}

}  // namespace
}  // namespace onsale::program
