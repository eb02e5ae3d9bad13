// `onsale line ...`: the state of the line, its rules, and revoking places.
#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>

#include "program/cli/cli_settings.hpp"
#include "program/cli/cli_verbs.hpp"

namespace onsale::program {
namespace {

namespace json = boost::json;

struct SetRules {
    EventOption event;
    SettingsOptions rules;
};

AdminRequest set_request(const SetRules& options) {
    const json::object patch = settings_patch(options.rules);
    if (patch.empty()) throw UsageError{"nothing to change; try --max-active"};
    return {"PATCH", event_path(options.event.event), json::serialize(patch)};
}

struct TellStory {
    EventOption event;
    std::string code;
};

struct Revoke {
    EventOption event;
    std::string queue_token;
    std::string subject;
    std::string guest;
    bool bar = false;
};

void declare_revoke(CLI::App& verb, Revoke& options) {
    declare_event(verb, options.event);
    auto* token = verb.add_option("--queue-token", options.queue_token, "Queue token of the guest");
    auto* subject = verb.add_option("--subject", options.subject,
                                    "Subject of the guest at the site or account");
    auto* guest = verb.add_option("--guest", options.guest, "Id of the guest");
    token->excludes(subject)->excludes(guest);
    subject->excludes(guest);
    verb.add_flag("--bar", options.bar, "Also ban the guest from this line");
}

AdminRequest revoke_request(const Revoke& options) {
    if (options.queue_token.empty() && options.subject.empty() && options.guest.empty())
        throw UsageError{"give --queue-token, --subject or --guest"};
    json::object body{{"bar", options.bar}};
    if (!options.queue_token.empty()) body["queueToken"] = options.queue_token;
    if (!options.subject.empty()) body["subject"] = options.subject;
    if (!options.guest.empty()) body["guest"] = options.guest;
    return {"POST", event_path(options.event.event, "/revoke"), json::serialize(body)};
}

AdminRequest story_request(const TellStory& options) {
    return {.method = "GET",
            .target = event_path(options.event.event, "/story?code=" + path_segment(options.code)),
            .body = {}};
}

}  // namespace

void add_line_verbs(CLI::App& app, CommandLine& line) {
    CLI::App& group = add_verb(app, {"line", "Watch a line, change its rules and use its levers",
                                     "onsale line show spring-tour"});
    add_online_verb<EventOption>(
        group, line, Changes::kNo,
        {"show", "Counts and rates of the line", "onsale line show spring-tour"}, declare_event,
        [](const EventOption& option) {
            return AdminRequest{
                .method = "GET", .target = event_path(option.event, "/line"), .body = {}};
        });
    add_online_verb<SetRules>(
        group, line, Changes::kYes,
        {"set", "Change the rules of the line, also while it runs",
         "onsale line set spring-tour --max-active 2000 --admit-per-second 50"},
        [](CLI::App& verb, SetRules& options) {
            declare_event(verb, options.event);
            declare_rules(verb, options.rules);
        },
        set_request);
    add_online_verb<Revoke>(group, line, Changes::kYes,
                            {"revoke", "End a guest's place or admission",
                             "onsale line revoke spring-tour --subject user-123 --bar"},
                            declare_revoke, revoke_request);
    add_online_verb<TellStory>(
        group, line, Changes::kNo,
        {"story", "What happened to one guest, from a code that the guest reads out",
         "onsale line story spring-tour G-7K3M2Q9X4A"},
        [](CLI::App& verb, TellStory& options) {
            declare_event(verb, options.event);
            verb.add_option("code", options.code,
                            "Code of a guest (G-...), an order (O-...) or a booking (B-...), or a "
                            "number of the line")
                ->required();
        },
        story_request);
    add_advise_verb(group, line);
    add_watch_verbs(group, line);
    add_lever_verbs(group, line);
    add_verify_order_verb(group, line);
}

}  // namespace onsale::program
