// `onsale sale ...`: how an event sells, and the levers for seats and money.
#include <boost/json/serialize.hpp>
#include <fmt/format.h>

#include "program/cli/cli_rows.hpp"
#include "program/cli/cli_verbs.hpp"

namespace onsale::program {
namespace {

namespace json = boost::json;

constexpr OptionRow kSettings[] = {
    {"--seats-per-guest", "seatsPerGuest", OptionKind::kNumber,
     "Maximum seats of the event per guest; 0: unlimited"},
    {"--seats-per-performance", "seatsPerPerformance", OptionKind::kNumber,
     "Maximum seats of one performance per guest; 0: unlimited"},
    {"--more-purchases", "morePurchases", OptionKind::kFlag,
     "A booking does not end the admission"},
    {"--returns", "returns", OptionKind::kText,
     "Refunded seats come back at-once, at-random or by-operator"},
    {"--return-window", "returnWindow", OptionKind::kText,
     "With at-random: maximum delay, like 2h"},
    {"--left-shown", "leftShown", OptionKind::kText,
     "How remaining seats are shown: exact, rough, none"},
    {"--public-map", "publicMap", OptionKind::kFlag, "Everybody may see the seat map"},
    {"--admission", "admission", OptionKind::kText,
     "by-hand, or brake: slows down automatically when payments fail"},
};

struct SaleOptions {
    EventOption event;
    OptionValues settings;
};

void add_setting_verbs(CLI::App& group, CommandLine& line) {
    add_online_verb<SaleOptions>(
        group, line, Changes::kYes,
        {"set", "Change limits, returns and what guests see",
         "onsale sale set spring-tour --seats-per-guest 4 --returns at-random --return-window 2h"},
        [](CLI::App& verb, SaleOptions& options) {
            declare_event(verb, options.event);
            declare_rows(verb, kSettings, options.settings);
        },
        [](const SaleOptions& options) {
            const json::object patch = object_of(kSettings, options.settings);
            if (patch.empty()) throw UsageError{"nothing to change; try --seats-per-guest"};
            return AdminRequest{"PATCH", event_path(options.event.event, "/sale"),
                                json::serialize(patch)};
        });
    add_online_verb<EventOption>(
        group, line, Changes::kNo,
        {"show", "Settings and levers of the sale", "onsale sale show spring-tour"}, declare_event,
        [](const EventOption& option) {
            return AdminRequest{
                .method = "GET", .target = event_path(option.event, "/sale"), .body = {}};
        });
}

AdminRequest levers_request(const std::string& event, const json::object& change) {
    return {"PATCH", event_path(event, "/sale/levers"), json::serialize(change)};
}

// A lever that stops something: all holds, or the named section or provider.
struct Stop {
    const char* name;
    const char* help;
    const char* member;
    const char* what;  // Null: the lever takes no name.
    bool on;
};

constexpr Stop kStops[] = {
    {"stop-holds", "Stop new holds; existing holds stay", "holdsStopped", nullptr, true},
    {"start-holds", "Allow new holds again", "holdsStopped", nullptr, false},
    {"stop-section", "Stop new holds in a section", "stopSection", "SECTION", true},
    {"start-section", "Sell a section again", "startSection", "SECTION", false},
    {"stop-provider", "Stop new payments with a provider", "stopProvider", "PROVIDER", true},
    {"start-provider", "Allow new payments with a provider again", "startProvider", "PROVIDER",
     false},
};

struct NamedStop {
    EventOption event;
    std::string name;
};

struct Message {
    EventOption event;
    std::string to;
    std::string text;
};

std::string example_of(const Stop& stop) {
    const std::string_view what = stop.what == nullptr ? "" : stop.what;
    const std::string_view named = what == "SECTION" ? " F1" : what == "PROVIDER" ? " demo" : "";
    return fmt::format("onsale sale {} spring-tour{} --dry-run", stop.name, named);
}

void add_stop_verbs(CLI::App& group, CommandLine& line) {
    for (const Stop& stop : kStops)
        add_online_verb<NamedStop>(
            group, line, Changes::kYes, {stop.name, stop.help, example_of(stop)},
            [&stop](CLI::App& verb, NamedStop& options) {
                declare_event(verb, options.event);
                if (stop.what != nullptr)
                    verb.add_option(stop.what, options.name, "Its name")->required()->type_name("");
            },
            [&stop](const NamedStop& options) {
                const json::object named{{stop.member, options.name}};
                const json::object plain{{stop.member, stop.on}};
                return levers_request(options.event.event, stop.what != nullptr ? named : plain);
            });
}

}  // namespace

void add_sale_verbs(CLI::App& app, CommandLine& line) {
    CLI::App& group = add_verb(app, {"sale", "How an event sells: limits, returns, levers",
                                     "onsale sale set spring-tour --seats-per-guest 4"});
    add_setting_verbs(group, line);
    add_stop_verbs(group, line);
    add_online_verb<Message>(
        group, line, Changes::kYes,
        {"message", "Set the message for guests who hold seats or paid; \"\" removes it",
         "onsale sale message spring-tour --to holding \"Card payments are slow; please wait.\""},
        [](CLI::App& verb, Message& options) {
            declare_event(verb, options.event);
            verb.add_option("--to", options.to, "holding or paid")
                ->required()
                ->check(CLI::IsMember({"holding", "paid"}));
            verb.add_option("TEXT", options.text, "Text of the message")->required()->type_name("");
        },
        [](const Message& options) {
            const char* const member = options.to == "holding" ? "messageHolding" : "messagePaid";
            return levers_request(options.event.event, {{member, options.text}});
        });
}

}  // namespace onsale::program
