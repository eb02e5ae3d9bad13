#include "program/cli/cli.hpp"

#include <exception>
#include <ostream>

#include <CLI/CLI.hpp>

#include "program/cli/cli_verbs.hpp"

namespace onsale::program {
namespace {

constexpr const char* kExample =
    "onsale serve --demo                        # a server with a demo event\n"
    "  onsale event list                          # list events\n"
    "  onsale line show demo                      # show the line\n"
    "\nSee `onsale VERB --help`, for example: onsale event create --help";

// The innermost verb that was named, for the help of an incomplete command line.
const CLI::App& deepest(const CLI::App& app) {
    const auto named = app.get_subcommands();
    return named.empty() ? app : deepest(*named.front());
}

int perform(const CommandLine& line) {
    std::ostream& err = line.outside.err;
    try {
        return line.chosen();
    } catch (const UsageError& error) {
        err << "onsale: " << error.what() << "\nRun with --help for more information.\n";
        return kWrongUsage;
    } catch (const RefusedByServer& refusal) {
        err << refusal.what() << '\n';
    } catch (const std::exception& error) {
        err << "onsale: " << error.what() << '\n';
    }
    return kFailed;
}

}  // namespace

int run_cli(const std::vector<std::string>& arguments, const Outside& outside) {
    CLI::App app{"Waiting room and ticket sale: server and operator commands.", "onsale"};
    app.footer(std::string{"Examples:\n  "} + kExample);
    CommandLine line{outside, {}};
    app.set_version_flag("--version", "onsale " ONSALE_VERSION);
    add_serve_verb(app, line);
    add_crowd_verb(app, line);
    add_event_verbs(app, line);
    add_line_verbs(app, line);
    add_hall_verbs(app, line);
    add_price_verbs(app, line);
    add_sale_verbs(app, line);
    add_order_verbs(app, line);
    add_image_verbs(app, line);
    add_outbox_verbs(app, line);
    add_data_verbs(app, line);
    add_audit_verbs(app, line);
    add_redis_verbs(app, line);
    add_store_verbs(app, line);
    add_config_verbs(app, line);
    try {
        // CLI11 expects the arguments in reverse order.
        app.parse(std::vector<std::string>{arguments.rbegin(), arguments.rend()});
    } catch (const CLI::ParseError& error) {
        return app.exit(error, outside.out, outside.err) == 0 ? kOk : kWrongUsage;
    }
    if (line.chosen) return perform(line);
    outside.err << deepest(app).help();
    return kWrongUsage;
}

}  // namespace onsale::program
