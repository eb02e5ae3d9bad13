// `onsale store`: the store of a sale in PostgreSQL.
#include <ostream>

#include <boost/json/serialize.hpp>

#include "program/cli/cli_print.hpp"
#include "program/cli/cli_verbs.hpp"
#include "program/store/store_report.hpp"

namespace onsale::program {
namespace {

struct StoreOptions {
    std::string config;
    std::vector<std::string> set;
    bool plan = false;
    bool json = false;
};

void declare_store(CLI::App& verb, StoreOptions& options) {
    verb.add_option("--config", options.config,
                    "Configuration file of the processes; its section [postgres] says where the "
                    "store is")
        ->type_name("FILE");
    // Each --set takes one value, so that the next word is not consumed.
    verb.add_option("--set", options.set, "Sets a key of the configuration; may be repeated")
        ->type_name("SECTION.KEY=VALUE")
        ->expected(1)
        ->take_all();
}

Config config_of(const Outside& outside, const StoreOptions& options) {
    ConfigSources sources{.file = {}, .environment = outside.environment, .overrides = options.set};
    if (!options.config.empty()) sources.file = options.config;
    return load_config(sources);
}

int perform_status(const Outside& outside, const StoreOptions& options) {
    const Config config = config_of(outside, options);
    const postgres::StoreStatus status = outside.store_status(config);
    const StoreReport report = report_of(status, config.postgres.synchronous, ONSALE_VERSION);
    if (options.json)
        outside.out << boost::json::serialize(report.body) << '\n';
    else
        print_value(outside.out, report.body);
    return report.serves ? kOk : kFailed;
}

void add_migrate(CLI::App& group, CommandLine& line) {
    const Outside& outside = line.outside;
    add_verb<StoreOptions>(
        group, line,
        {"migrate",
         "Bring the tables in PostgreSQL up to this program. Each migration is one transaction "
         "and only adds, so it may run in the middle of a sale, before the processes are replaced "
         "one by one. Running it again, or twice at the same time, does no harm",
         "onsale store migrate --plan --config config/cluster.toml   # show it first\n"
         "  onsale store migrate --config config/cluster.toml\n"
         "\nThe first time, as a superuser of PostgreSQL:\n"
         "  CREATE ROLE onsale LOGIN PASSWORD '...' CREATEROLE;\n"
         "  CREATE DATABASE onsale OWNER onsale;\n"
         "There is no way back but a backup. Tables and rules: docs/format/postgres.md"},
        [](CLI::App& verb, StoreOptions& options) {
            declare_store(verb, options);
            verb.add_flag("--plan", options.plan, "Show what would be applied, and change nothing");
        },
        [&outside](const StoreOptions& options) {
            return outside.migrate_store(config_of(outside, options), {.plan = options.plan},
                                         outside.out);
        });
}

void add_status(CLI::App& group, CommandLine& line) {
    const Outside& outside = line.outside;
    add_verb<StoreOptions>(
        group, line,
        {"status",
         "Print which host is the primary, how far standbys are behind, and the version, state "
         "and size of the database. Changes nothing. Exits with 1 unless exactly one primary "
         "answers and its schema serves this program",
         "onsale store status --config config/cluster.toml\n"
         "  onsale store status --set postgres.hosts=10.0.0.1:5432,10.0.0.2:5432 --json\n"
         "\nThe user sees all about standbys after: GRANT pg_monitor TO onsale"},
        [](CLI::App& verb, StoreOptions& options) {
            declare_store(verb, options);
            verb.add_flag("--json", options.json, "Print JSON");
        },
        [&outside](const StoreOptions& options) { return perform_status(outside, options); });
}

}  // namespace

void add_store_verbs(CLI::App& app, CommandLine& line) {
    CLI::App& group = add_verb(app, {"store", "Migrate or inspect the store in PostgreSQL",
                                     "onsale store status --config config/cluster.toml"});
    add_migrate(group, line);
    add_status(group, line);
}

}  // namespace onsale::program
