// `onsale line advise`: a recommended admission rate, with its reason.
#include <ostream>

#include <boost/json/object.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>

#include "program/cli/cli_print.hpp"
#include "program/cli/cli_verbs.hpp"

namespace onsale::program {
namespace {

struct Advise {
    EventOption event;
    Online online;
    bool apply = false;
};

int show_advice(const Outside& outside, const Advise& options) {
    const AdminAnswer answer =
        ask(outside, options.online,
            {.method = "GET", .target = event_path(options.event.event, "/live"), .body = {}});
    const boost::json::value advice = boost::json::parse(answer.body).at("admission").at("advice");
    if (options.online.json)
        outside.out << boost::json::serialize(advice) << '\n';
    else
        outside.out << printable(advice.at("text").as_string()) << '\n';
    return kOk;
}

}  // namespace

void add_advise_verb(CLI::App& line_group, CommandLine& line) {
    const Outside& outside = line.outside;
    add_verb<Advise>(
        line_group, line,
        {"advise", "Recommended admission rate with its reason; --apply sets it",
         "onsale line advise spring-tour --apply"},
        [&outside](CLI::App& verb, Advise& options) {
            declare_event(verb, options.event);
            verb.add_flag("--apply", options.apply, "Set the event to this rate");
            declare_online(verb, options.online, Changes::kYes, outside.environment);
        },
        [&outside](const Advise& options) {
            if (!options.apply) return show_advice(outside, options);
            return perform(outside, options.online,
                           {.method = "POST",
                            .target = event_path(options.event.event, "/advice/apply"),
                            .body = {}});
        });
}

}  // namespace onsale::program
