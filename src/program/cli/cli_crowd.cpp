// `onsale crowd`: the demo crowd as a separate process, for a cluster.
#include "crowd/domain/guest.hpp"
#include "program/cli/cli_verbs.hpp"

namespace onsale::program {
namespace {

void declare_crowd(CLI::App& verb, CrowdOptions& options) {
    options = {.url = "http://127.0.0.1:8080", .event = "demo", .guests = 300};
    verb.add_option("--url", options.url, "Address of the site for guests; plain HTTP only")
        ->type_name("URL")
        ->capture_default_str();
    verb.add_option("--event", options.event, "The demo event")
        ->type_name("KEY")
        ->capture_default_str();
    verb.add_option("--guests", options.guests, "Number of simulated guests")
        ->type_name("N")
        ->check(CLI::Range(1U, crowd::kGuestsMax))
        ->capture_default_str();
}

// The key becomes a part of URLs.
int perform_crowd(const Outside& outside, const CrowdOptions& options) {
    constexpr std::string_view kKeyLetters = "abcdefghijklmnopqrstuvwxyz0123456789-";
    if (options.event.empty() || options.event.find_first_not_of(kKeyLetters) != std::string::npos)
        throw UsageError{"--event: a key has only a-z, 0-9 and '-'"};
    return outside.crowd(options);
}

}  // namespace

void add_crowd_verb(CLI::App& app, CommandLine& line) {
    const Outside& outside = line.outside;
    add_verb<CrowdOptions>(app, line,
                           {"crowd", "Run simulated guests of a demo event until stopped",
                            "onsale crowd --url http://127.0.0.1:7100 --event demo --guests 300"},
                           declare_crowd, [&outside](const CrowdOptions& options) {
                               return perform_crowd(outside, options);
                           });
}

}  // namespace onsale::program
