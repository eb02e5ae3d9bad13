// `onsale key`, `journal`, `backup`, `restore`, `preflight` and `token`.
#include <filesystem>
#include <ostream>

#include <boost/json/object.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>

#include "program/cli/cli_print.hpp"
#include "program/cli/cli_verbs.hpp"

namespace onsale::program {
namespace {

namespace json = boost::json;

// Copying a large journal takes longer than any other request.
constexpr Duration kBackupDeadline = std::chrono::minutes{30};
// Allows for several calls to each provider, each of which may take up to a minute.
constexpr Duration kPurchaseDeadline = std::chrono::minutes{10};

struct Nothing {};
void declare_nothing(CLI::App&, Nothing&) {}

AdminRequest get(std::string target) {
    return {.method = "GET", .target = std::move(target), .body = {}};
}

void add_key_verbs(CLI::App& app, CommandLine& line) {
    CLI::App& group = add_verb(
        app, {"key", "Rotate the signing keys or export one for an edge", "onsale key rotate"});
    add_online_verb<Nothing>(
        group, line, Changes::kYes,
        {"rotate", "Sign with a new key; tokens of the previous key stay valid",
         "onsale key rotate"},
        declare_nothing, [](const Nothing&) {
            return AdminRequest{.method = "POST", .target = "/api/admin/keys/rotate", .body = {}};
        });
    add_online_verb<Nothing>(
        group, line, Changes::kNo,
        {"entry", "Export the secrets with which an edge checks entry tokens; keep them safe",
         "onsale key entry --json > entry-keys.json"},
        declare_nothing, [](const Nothing&) { return get("/api/admin/keys/entry"); });
}

struct DataOption {
    std::string data;
};

void add_journal_verbs(CLI::App& app, CommandLine& line) {
    const Outside& outside = line.outside;
    CLI::App& group = add_verb(app, {"journal", "Verify the journal, or show its size and times",
                                     "onsale journal verify --data data"});
    add_verb<DataOption>(
        group, line,
        {"verify", "Read the whole journal and report any damage (server stopped)",
         "onsale journal verify --data data"},
        [&outside](CLI::App& verb, DataOption& option) {
            declare_data(verb, option.data, outside.environment);
        },
        [&outside](const DataOption& option) {
            return outside.journal_verify(option.data, outside.out);
        });
    add_online_verb<Nothing>(
        group, line, Changes::kNo,
        {"stats", "Sizes, batches and commit times of the running server", "onsale journal stats"},
        declare_nothing, [](const Nothing&) { return get("/api/admin/journal/stats"); });
}

struct BackupFile {
    std::string file;
};

void add_backup_verbs(CLI::App& app, CommandLine& line) {
    const Outside& outside = line.outside;
    add_online_verb<BackupFile>(
        app, line, Changes::kNo,
        {"backup", "Copy the journal of the running server into a file on the same machine",
         "onsale backup /var/backups/onsale-2026-11-15.db"},
        [](CLI::App& verb, BackupFile& option) {
            verb.add_option("FILE", option.file, "File to create")->required()->type_name("");
        },
        [](const BackupFile& option) {
            const json::object body{{"file", std::filesystem::absolute(option.file).string()}};
            return AdminRequest{"POST", "/api/admin/backup", json::serialize(body),
                                kBackupDeadline};
        });
    struct Restore {
        std::string file;
        std::string data;
        bool verify = false;
    };
    add_verb<Restore>(
        app, line,
        {"restore", "Create a data folder from a backup (server stopped)",
         "onsale restore /var/backups/onsale-2026-11-15.db --verify --data data"},
        [&outside](CLI::App& verb, Restore& options) {
            verb.add_option("FILE", options.file, "The backup")->required()->type_name("");
            verb.add_flag("--verify", options.verify, "Verify by replaying the whole journal");
            declare_data(verb, options.data, outside.environment);
        },
        [&outside](const Restore& options) {
            return outside.restore({options.file, options.data, options.verify}, outside.out);
        });
}

// The answer's "go" decides the exit code, so that a script can stop.
struct Preflight {
    EventOption event;
    bool purchase = false;
    std::vector<std::string> accepted;
    Online online;
};

AdminRequest preflight_request(const Preflight& options) {
    const std::string path = "/api/admin/preflight/" + path_segment(options.event.event);
    std::string query;
    for (const std::string& name : options.accepted)
        query += (query.empty() ? "?accept=" : ",") + path_segment(name);
    if (!options.purchase) return get(path + query);
    return {.method = "POST",
            .target = path + "/purchase" + query,
            .body = {},
            .deadline = kPurchaseDeadline};
}

int perform_preflight(const Outside& outside, const Preflight& options) {
    const Online& online = options.online;
    const AdminRequest request = preflight_request(options);
    const AdminAnswer answer = ask(outside, online, request);
    print_answer(outside.out, answer.body, online.json);
    json::error_code error;
    const json::value body = json::parse(answer.body, error);
    const auto* object = error ? nullptr : body.if_object();
    const auto* go = object == nullptr ? nullptr : object->if_contains("go");
    return go != nullptr && go->is_bool() && go->get_bool() ? kOk : kFailed;
}

void add_preflight_verb(CLI::App& app, CommandLine& line) {
    const Outside& outside = line.outside;
    add_verb<Preflight>(
        app, line,
        {"preflight", "Check whether the sale can open: clock, disk, backup, phases, limits, keys",
         "onsale preflight spring-tour --purchase && echo go\n"
         "  onsale preflight spring-tour --accept backup --accept seats"},
        [&outside](CLI::App& verb, Preflight& options) {
            declare_event(verb, options.event);
            verb.add_flag("--purchase", options.purchase,
                          "Also buy and refund with each payment provider: real money moves");
            verb.add_option("--accept", options.accepted, "Warning to accept; repeatable")
                ->type_name("NAME")
                ->allow_extra_args(false);
            declare_online(verb, options.online, Changes::kNo, outside.environment);
        },
        [&outside](const Preflight& options) { return perform_preflight(outside, options); });
}

void add_token_verbs(CLI::App& app, CommandLine& line) {
    const Outside& outside = line.outside;
    CLI::App& group =
        add_verb(app, {"token", "Decode and verify a token", "onsale token verify TOKEN"});
    struct Verify {
        std::string token;
        std::string data;
    };
    add_verb<Verify>(
        group, line,
        {"verify", "Decode and verify a token of this data folder (server stopped)",
         "onsale token verify \"$TOKEN\" --data data"},
        [&outside](CLI::App& verb, Verify& options) {
            verb.add_option("TOKEN", options.token, "A queue or entry token")
                ->required()
                ->type_name("");
            declare_data(verb, options.data, outside.environment);
        },
        [&outside](const Verify& options) {
            return outside.token_verify({options.data, options.token}, outside.out);
        });
}

}  // namespace

void add_data_verbs(CLI::App& app, CommandLine& line) {
    add_key_verbs(app, line);
    add_journal_verbs(app, line);
    add_backup_verbs(app, line);
    add_preflight_verb(app, line);
    add_token_verbs(app, line);
}

}  // namespace onsale::program
