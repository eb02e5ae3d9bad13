// The levers of `onsale line ...`. Each is a separate verb and shows its effect with --dry-run.
#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>
#include <fmt/format.h>

#include "program/cli/cli_verbs.hpp"

namespace onsale::program {
namespace {

namespace json = boost::json;

AdminRequest levers_request(const std::string& event, const json::object& levers) {
    return {"PUT", event_path(event, "/levers"), json::serialize(levers)};
}

AdminRequest deadlines_request(const std::string& event, const json::object& change) {
    return {"POST", event_path(event, "/deadlines"), json::serialize(change)};
}

struct Switch {
    const char* name;
    const char* help;
    const char* member;
    bool on;
};

constexpr Switch kSwitches[] = {
    {"stop-joins", "Stop new joins", "joinsStopped", true},
    {"start-joins", "Allow new joins again", "joinsStopped", false},
    {"stop-admission", "Stop admission", "admissionStopped", true},
    {"start-admission", "Resume admission", "admissionStopped", false},
    {"freeze", "Stop all deadlines", "freeze", true},
    {"thaw", "Resume all deadlines", "freeze", false},
};

void add_switches(CLI::App& group, CommandLine& line) {
    for (const Switch& lever : kSwitches) {
        add_online_verb<EventOption>(
            group, line, Changes::kYes,
            {lever.name, lever.help,
             fmt::format("onsale line {} spring-tour --dry-run", lever.name)},
            declare_event, [&lever](const EventOption& option) {
                const json::object body{{lever.member, lever.on}};
                return std::string_view{lever.member} == "freeze"
                           ? deadlines_request(option.event, body)
                           : levers_request(option.event, body);
            });
    }
}

struct Extend {
    EventOption event;
    std::int64_t minutes = 0;
};

struct Message {
    EventOption event;
    std::string to;
    std::string text;
};

}  // namespace

void add_lever_verbs(CLI::App& line_group, CommandLine& line) {
    add_switches(line_group, line);
    add_online_verb<Extend>(
        line_group, line, Changes::kYes,
        {"extend", "Add minutes to every deadline", "onsale line extend spring-tour --minutes 5"},
        [](CLI::App& verb, Extend& options) {
            declare_event(verb, options.event);
            verb.add_option("--minutes", options.minutes, "Time to add")
                ->required()
                ->check(CLI::Range(1, 4 * 60));
        },
        [](const Extend& options) {
            return deadlines_request(options.event.event, {{"addMinutes", options.minutes}});
        });
    add_online_verb<Message>(
        line_group, line, Changes::kYes,
        {"message", "Set the message for waiting or admitted guests; \"\" removes it",
         "onsale line message spring-tour --to waiting \"We start 10 minutes late.\""},
        [](CLI::App& verb, Message& options) {
            declare_event(verb, options.event);
            verb.add_option("--to", options.to, "waiting or admitted")
                ->required()
                ->check(CLI::IsMember({"waiting", "admitted"}));
            verb.add_option("TEXT", options.text, "Text of the message")->required()->type_name("");
        },
        [](const Message& options) {
            const char* member = options.to == "waiting" ? "messageWaiting" : "messageAdmitted";
            return levers_request(options.event.event, {{member, options.text}});
        });
}

}  // namespace onsale::program
