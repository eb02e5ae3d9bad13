// `onsale event ...`: the events and their times.
#include <optional>
#include <sstream>

#include <boost/json/array.hpp>
#include <boost/json/serialize.hpp>
#include <fmt/format.h>

#include "program/cli/cli_settings.hpp"
#include "program/cli/cli_verbs.hpp"

namespace onsale::program {
namespace {

namespace json = boost::json;

struct EventSettingsOptions {
    EventOption event;
    SettingsOptions settings;
    std::optional<std::uint32_t> version;
    bool publish = false;
};

void declare_definition(CLI::App& verb, EventSettingsOptions& options) {
    declare_event(verb, options.event);
    declare_settings(verb, options.settings);
}

void declare_create(CLI::App& verb, EventSettingsOptions& options) {
    declare_definition(verb, options);
    verb.add_flag("--publish", options.publish,
                  "Publish immediately (default: use `event publish`)");
}

void declare_edit(CLI::App& verb, EventSettingsOptions& options) {
    declare_definition(verb, options);
    verb.add_option("--version", options.version,
                    "Refuse the change if the event now has another version");
}

AdminRequest create_request(const EventSettingsOptions& options) {
    json::object settings = settings_patch(options.settings);
    settings["key"] = options.event.event;
    if (options.publish) settings["published"] = true;
    return {"POST", "/api/admin/events", json::serialize(settings)};
}

AdminRequest edit_request(const EventSettingsOptions& options) {
    json::object patch = settings_patch(options.settings);
    if (patch.empty()) throw UsageError{"nothing to change; try --title, --set or --file"};
    if (options.version) patch["version"] = *options.version;
    return {"PATCH", event_path(options.event.event), json::serialize(patch)};
}

void add_definition_verbs(CLI::App& group, CommandLine& line) {
    add_online_verb<EventSettingsOptions>(
        group, line, Changes::kYes,
        {"create", "Define a new event",
         "onsale event create spring-tour --title \"Spring Tour\" \\\n"
         "      --opens-at 2026-11-15T20:00:00+09:00 --max-active 500\n"
         "  onsale event create spring-tour --file spring-tour.json"},
        declare_create, create_request);
    add_online_verb<EventSettingsOptions>(
        group, line, Changes::kYes,
        {"edit", "Change settings of an event",
         "onsale event edit spring-tour --venue \"Olympic Hall\"\n"
         "  onsale event edit spring-tour --set rules.awayAfter=5m --unset closesAt"},
        declare_edit, edit_request);
}

void add_reading_verbs(CLI::App& group, CommandLine& line) {
    struct Nothing {};
    add_online_verb<Nothing>(
        group, line, Changes::kNo,
        {"list", "List all events with their state", "onsale event list"},
        [](CLI::App&, Nothing&) {},
        [](const Nothing&) {
            return AdminRequest{.method = "GET", .target = "/api/admin/events", .body = {}};
        });
    add_online_verb<EventOption>(
        group, line, Changes::kNo,
        {"show", "Show one event with all its settings", "onsale event show spring-tour"},
        declare_event, [](const EventOption& option) {
            return AdminRequest{.method = "GET", .target = event_path(option.event), .body = {}};
        });
}

void add_publishing_verbs(CLI::App& group, CommandLine& line) {
    const auto request_of = [](const char* what) {
        return [what](const EventOption& option) {
            return AdminRequest{
                .method = "POST", .target = event_path(option.event, what), .body = {}};
        };
    };
    add_online_verb<EventOption>(
        group, line, Changes::kYes,
        {"publish", "Show the event to guests; it opens at its time, or now if that has passed",
         "onsale event publish spring-tour --dry-run"},
        declare_event, request_of("/publish"));
    add_online_verb<EventOption>(
        group, line, Changes::kYes,
        {"unpublish", "Hide the event from guests, as long as nobody has joined its line",
         "onsale event unpublish spring-tour --dry-run"},
        declare_event, request_of("/unpublish"));
}

AdminRequest action_request(const std::string& event, const json::object& body) {
    return {"POST", event_path(event, "/actions"), json::serialize(body)};
}

struct Action {
    const char* name;
    const char* help;
};

constexpr Action kActions[] = {
    {"open", "Open the sale now, before its time"},
    {"pause", "Stop admission; places are kept"},
    {"resume", "Resume admission"},
    {"close", "End the sale"},
    {"archive", "Archive a closed event"},
};

void add_action_verbs(CLI::App& group, CommandLine& line) {
    for (const Action& action : kActions) {
        const std::string name = action.name;
        add_online_verb<EventOption>(
            group, line, Changes::kYes,
            {name, action.help, fmt::format("onsale event {} spring-tour --dry-run", name)},
            declare_event, [name](const EventOption& option) {
                return action_request(option.event, {{"action", name}});
            });
    }
    struct Delay {
        EventOption event;
        std::int64_t minutes = 0;
    };
    add_online_verb<Delay>(
        group, line, Changes::kYes,
        {"delay", "Open later than planned", "onsale event delay spring-tour --minutes 15"},
        [](CLI::App& verb, Delay& options) {
            declare_event(verb, options.event);
            verb.add_option("--minutes", options.minutes, "Time to add to the opening")
                ->required()
                ->check(CLI::Range(1, 24 * 60));
        },
        [](const Delay& options) {
            return action_request(options.event.event,
                                  {{"action", "delay"}, {"minutes", options.minutes}});
        });
}

struct PhaseFile {
    EventOption event;
    std::string phase;
    std::string file;
    std::uint32_t uses = 1;
    bool allow_short = false;
};

struct DenyFile {
    EventOption event;
    std::string file;
    bool undo = false;
};

void declare_phase_file(CLI::App& verb, PhaseFile& options) {
    declare_event(verb, options.event);
    verb.add_option("PHASE", options.phase, "Id of the phase")->required()->type_name("");
    verb.add_option("FILE", options.file, "File with one entry per line")
        ->required()
        ->type_name("");
}

// Limits of one request, below the server's own limits.
constexpr std::size_t kEntriesPerRequest = 50'000;
constexpr std::size_t kBytesPerRequest = 4 * 1024 * 1024;

// The file's lines, split into one part per request.
std::vector<json::array> pieces_of(const std::string& file) {
    std::vector<json::array> pieces;
    std::size_t bytes = 0;
    std::istringstream text{read_text_file(file)};
    for (std::string line; std::getline(text, line);) {
        line.erase(line.find_last_not_of(" \t\r") + 1);
        if (line.empty()) continue;
        const bool full = pieces.empty() || pieces.back().size() == kEntriesPerRequest ||
                          bytes + line.size() > kBytesPerRequest;
        if (full) pieces.emplace_back(), bytes = 0;
        bytes += line.size();
        pieces.back().emplace_back(line);
    }
    if (pieces.empty()) throw UsageError{fmt::format("{}: has no lines", file)};
    return pieces;
}

std::string phase_path(const PhaseFile& options, const std::string& what) {
    return event_path(options.event.event, "/" + what + "/" + path_segment(options.phase));
}

// A long list is sent in several requests, which stop at the first failure. Sending a list again
// does no harm.
template <class Options, class Declare, class MakeRequest>
void add_file_verb(CLI::App& group, CommandLine& line, const VerbText& text, const Declare& declare,
                   const MakeRequest& make_request) {
    using Both = std::pair<Options, Online>;
    add_verb<Both>(
        group, line, text,
        [&line, declare](CLI::App& verb, Both& both) {
            declare(verb, both.first);
            declare_online(verb, both.second, Changes::kYes, line.outside.environment);
        },
        [&outside = line.outside, make_request](const Both& both) {
            const auto& [options, online] = both;
            for (const json::array& piece : pieces_of(options.file))
                if (const int code = perform(outside, online, make_request(options, piece)))
                    return code;
            return 0;
        });
}

void add_deny_verb(CLI::App& group, CommandLine& line) {
    add_file_verb<DenyFile>(
        group, line,
        {"deny", "Ban the listed guests; --undo lifts the ban",
         "onsale event deny spring-tour bots.txt\n"
         "  onsale event deny spring-tour bots.txt --undo"},
        [](CLI::App& verb, DenyFile& options) {
            declare_event(verb, options.event);
            verb.add_option("FILE", options.file, "File with one entry per line")
                ->required()
                ->type_name("");
            verb.add_flag("--undo", options.undo, "Remove them from the list");
        },
        [](const DenyFile& options, const json::array& piece) {
            return AdminRequest{
                "POST", event_path(options.event.event, "/denied"),
                json::serialize(json::object{{"subjects", piece}, {"deny", !options.undo}})};
        });
}

void add_eligibility_verbs(CLI::App& group, CommandLine& line) {
    add_file_verb<PhaseFile>(
        group, line,
        {"guests", "Allow the listed guests to enter in a phase of kind list",
         "onsale event guests spring-tour club members.txt"},
        declare_phase_file, [](const PhaseFile& options, const json::array& piece) {
            return AdminRequest{"POST", phase_path(options, "lists"),
                                json::serialize(json::object{{"subjects", piece}})};
        });
    add_deny_verb(group, line);
    add_file_verb<PhaseFile>(
        group, line,
        {"codes", "Make access codes valid for a phase of kind code",
         "onsale event codes spring-tour presale codes.txt --uses 1"},
        [](CLI::App& verb, PhaseFile& options) {
            declare_phase_file(verb, options);
            verb.add_option("--uses", options.uses, "Number of uses of each code")
                ->check(CLI::Range(1, 1'000'000));
            verb.add_flag("--allow-short", options.allow_short,
                          "Also take codes of 4 to 7 characters, which can be guessed");
        },
        [](const PhaseFile& options, const json::array& piece) {
            json::object body{{"codes", piece}, {"uses", options.uses}};
            if (options.allow_short) body["allowShort"] = true;
            return AdminRequest{"POST", phase_path(options, "codes"), json::serialize(body)};
        });
}

}  // namespace

void add_event_verbs(CLI::App& app, CommandLine& line) {
    CLI::App& group =
        add_verb(app, {"event", "Define events and open, pause, delay or close their sale",
                       "onsale event create spring-tour --title \"Spring Tour\" \\\n"
                       "      --opens-at 2026-11-15T20:00:00+09:00"});
    add_definition_verbs(group, line);
    add_reading_verbs(group, line);
    add_publishing_verbs(group, line);
    add_action_verbs(group, line);
    add_eligibility_verbs(group, line);
}

}  // namespace onsale::program
