// `onsale serve`, `config` and `version`.
#include <ostream>

#include "crowd/domain/guest.hpp"
#include "program/cli/cli_verbs.hpp"

namespace onsale::program {
namespace {

struct Serve {
    std::string config;
    std::string listen;
    std::string data;
    std::string roles;
    bool demo = false;
    std::uint32_t crowd = 0;
    std::vector<std::string> set;
};

void declare_serve(CLI::App& verb, Serve& options) {
    verb.add_option("--config", options.config, "Configuration file (default: built-in values)")
        ->type_name("FILE");
    verb.add_option("--listen", options.listen, "Address for guests, instead of server.listen")
        ->type_name("HOST:PORT");
    verb.add_option("--data", options.data, "The data folder, instead of engine.data")
        ->type_name("DIR");
    verb.add_option(
            "--roles", options.roles,
            "Roles of this process (queue, booking, payment, scheduler), instead of cluster.roles")
        ->type_name("ROLE,...");
    verb.add_flag("--demo", options.demo, "Create a demo event if there is no event");
    verb.add_option("--crowd", options.crowd,
                    "Number of simulated guests of the demo event, who join, wait and buy. A new "
                    "event gets a pace at which they wait a minute or two")
        ->type_name("N")
        ->check(CLI::Range(0U, crowd::kGuestsMax));
    // Each --set takes one value, so that the next word is not consumed.
    verb.add_option("--set", options.set, "Sets a key of the configuration; may be repeated")
        ->type_name("SECTION.KEY=VALUE")
        ->expected(1)
        ->take_all();
}

int perform_serve(const Outside& outside, const Serve& options) {
    if (options.crowd > 0 && !options.demo) throw UsageError{"--crowd needs --demo"};
    ConfigSources sources{.file = {}, .environment = outside.environment, .overrides = options.set};
    if (!options.config.empty()) sources.file = options.config;
    if (!options.listen.empty()) sources.overrides.push_back("server.listen=" + options.listen);
    if (!options.data.empty()) sources.overrides.push_back("engine.data=" + options.data);
    if (!options.roles.empty()) sources.overrides.push_back("cluster.roles=" + options.roles);
    return outside.serve(load_config(sources), {.demo = options.demo, .crowd = options.crowd});
}

struct Check {
    std::string file;
};

void declare_check(CLI::App& verb, Check& options) {
    verb.add_option("FILE", options.file, "Configuration file")->required()->type_name("");
}

int perform_check(const Outside& outside, const Check& options) {
    load_config({.file = options.file, .environment = outside.environment, .overrides = {}});
    outside.out << options.file << ": valid\n";
    return kOk;
}

struct Nothing {};
void declare_nothing(CLI::App&, Nothing&) {}

}  // namespace

void add_serve_verb(CLI::App& app, CommandLine& line) {
    const Outside& outside = line.outside;
    add_verb<Serve>(
        app, line,
        {"serve", "Serve guests and the operator until stopped",
         "onsale serve --config config/embedded.toml --listen 0.0.0.0:8080 --data data\n"
         "  onsale serve --roles queue,booking --config config/cluster.toml\n"
         "  onsale serve --demo --set line.max_active=50\n"
         "  onsale serve --demo --crowd 300"},
        declare_serve,
        [&outside](const Serve& options) { return perform_serve(outside, options); });
}

void add_config_verbs(CLI::App& app, CommandLine& line) {
    const Outside& outside = line.outside;
    CLI::App& config = add_verb(app, {"config", "Check or print a configuration",
                                      "onsale config check config/embedded.toml"});
    add_verb<Check>(
        config, line,
        {"check", "Validate a configuration file", "onsale config check config/embedded.toml"},
        declare_check,
        [&outside](const Check& options) { return perform_check(outside, options); });
    add_verb<Nothing>(config, line,
                      {"print", "Print every key with its unit, its default and its meaning",
                       "onsale config print > onsale.toml"},
                      declare_nothing, [&outside](const Nothing&) {
                          outside.out << default_config_text();
                          return kOk;
                      });
    add_verb<Nothing>(app, line, {"version", "Print the version", "onsale version"},
                      declare_nothing, [&outside](const Nothing&) {
                          outside.out << "onsale " << ONSALE_VERSION << '\n';
                          return kOk;
                      });
}

}  // namespace onsale::program
