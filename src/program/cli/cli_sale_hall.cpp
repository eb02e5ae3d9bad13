// `onsale hall ...` on the running server: a performance's seats, its rules, the house seats.
#include <optional>
#include <ostream>

#include <boost/json/array.hpp>
#include <boost/json/serialize.hpp>

#include "program/cli/cli_rows.hpp"
#include "program/cli/cli_verbs.hpp"
#include "seat/domain/plan.hpp"

namespace onsale::program {
namespace {

namespace json = boost::json;

// A stadium has several megabytes, and the server needs some time for it.
constexpr Duration kImportDeadline = std::chrono::seconds{60};

struct PerformanceOption {
    EventOption event;
    std::string performance;
};

void declare_performance(CLI::App& verb, PerformanceOption& options) {
    declare_event(verb, options.event);
    verb.add_option("PERFORMANCE", options.performance, "Id of the performance")
        ->required()
        ->type_name("");
}

std::string performance_path(const PerformanceOption& options, const std::string& rest) {
    return event_path(options.event.event,
                      "/performances/" + path_segment(options.performance) + rest);
}

constexpr OptionRow kRules[] = {
    {"--hold-ttl", "holdTtl", OptionKind::kText, "Time to choose and begin to pay, like 10m"},
    {"--seats-per-hold", "seatsPerHold", OptionKind::kNumber, "Maximum seats of one hold"},
    {"--accessible-per-hold", "accessiblePerHold", OptionKind::kNumber,
     "Maximum accessible seats of one hold"},
    {"--retake-after", "retakeAfter", OptionKind::kText,
     "Time before a guest can take a released seat again"},
    {"--return-delay-max", "returnDelayMax", OptionKind::kText,
     "Maximum random delay before a released seat is free"},
};

struct RulesOptions {
    PerformanceOption of;
    OptionValues rules;
};

AdminRequest rules_request(const RulesOptions& options) {
    const json::object patch = object_of(kRules, options.rules);
    if (patch.empty()) throw UsageError{"nothing to change; try --hold-ttl or --seats-per-hold"};
    return {"PATCH", performance_path(options.of, "/hall/rules"), json::serialize(patch)};
}

struct Import {
    RulesOptions target;
    std::string file;
    Online online;
};

int perform_import(const Outside& outside, const Import& options) {
    const int done = perform(outside, options.online,
                             {.method = "PUT",
                              .target = performance_path(options.target.of, "/hall"),
                              .body = read_text_file(options.file),
                              .deadline = kImportDeadline});
    const bool no_rules = object_of(kRules, options.target.rules).empty();
    // After a dry run the hall does not exist, so its rules cannot have a dry run.
    if (done != kOk || no_rules || options.online.dry_run) return done;
    return perform(outside, options.online, rules_request(options.target));
}

struct SeatList {
    PerformanceOption of;
    std::string file;
    Online online;
};

int perform_seat_list(const Outside& outside, const SeatList& options) {
    const std::string csv = ask(outside, options.online,
                                {.method = "GET",
                                 .target = performance_path(options.of, "/seats.csv"),
                                 .body = {},
                                 .deadline = kImportDeadline})
                                .body;
    write_or_print(outside, options.file, csv);
    return kOk;
}

void add_seat_list_verb(CLI::App& group, CommandLine& line) {
    const Outside& outside = line.outside;
    add_verb<SeatList>(
        group, line,
        {"seats", "Every seat as CSV: its state, and why and for whom the house keeps it",
         "onsale hall seats spring-tour day-1 --csv seats.csv"},
        [&outside](CLI::App& verb, SeatList& options) {
            declare_performance(verb, options.of);
            verb.add_option("--csv", options.file, "Write to this file instead of the screen")
                ->type_name("FILE");
            declare_online(verb, options.online, Changes::kNo, outside.environment);
        },
        [&outside](const SeatList& options) { return perform_seat_list(outside, options); });
}

void add_import_verbs(CLI::App& group, CommandLine& line) {
    const Outside& outside = line.outside;
    add_verb<Import>(
        group, line,
        {"import", "Import a hall plan for a performance",
         "onsale hall import spring-tour day-1 hall.json --hold-ttl 7m"},
        [&outside](CLI::App& verb, Import& options) {
            declare_performance(verb, options.target.of);
            verb.add_option("FILE", options.file, "The plan, see docs/format/hall.md")
                ->required()
                ->type_name("");
            declare_rows(verb, kRules, options.target.rules);
            declare_online(verb, options.online, Changes::kYes, outside.environment);
        },
        [&outside](const Import& options) { return perform_import(outside, options); });
    add_online_verb<PerformanceOption>(
        group, line, Changes::kNo,
        {"show", "Seats by state, grade and section, and why the house keeps some",
         "onsale hall show spring-tour day-1"},
        declare_performance, [](const PerformanceOption& options) {
            return AdminRequest{
                .method = "GET", .target = performance_path(options, "/seats"), .body = {}};
        });
    add_online_verb<PerformanceOption>(group, line, Changes::kNo,
                                       {"plan", "The plan that was imported",
                                        "onsale hall plan spring-tour day-1 --json > hall.json"},
                                       declare_performance, [](const PerformanceOption& options) {
                                           return AdminRequest{
                                               .method = "GET",
                                               .target = performance_path(options, "/hall"),
                                               .body = {},
                                               .deadline = kImportDeadline};
                                       });
    add_online_verb<RulesOptions>(
        group, line, Changes::kYes,
        {"rules", "Change how seats are held",
         "onsale hall rules spring-tour day-1 --hold-ttl 7m --seats-per-hold 2"},
        [](CLI::App& verb, RulesOptions& options) {
            declare_performance(verb, options.of);
            declare_rows(verb, kRules, options.rules);
        },
        rules_request);
}

struct Seats {
    PerformanceOption of;
    std::vector<std::string> seats;
    std::string reason;
    std::string owner;
    std::optional<std::uint32_t> count;
};

constexpr const char* kSeatsHelp = "Ids, or section:ID, row:SECTION/LABEL, area:ID";

void declare_seats(CLI::App& verb, Seats& options, bool required) {
    declare_performance(verb, options.of);
    verb.add_option("SEATS", options.seats, kSeatsHelp)->required(required)->type_name("");
}

json::object seats_body(const Seats& options) {
    json::array names;
    for (const std::string& name : options.seats)
        names.emplace_back(name);
    return names.empty() ? json::object{} : json::object{{"seats", std::move(names)}};
}

AdminRequest seats_request(const Seats& options, const std::string& what, json::object body) {
    return {"POST", performance_path(options.of, "/seats/" + what), json::serialize(body)};
}

void add_seat_verbs(CLI::App& group, CommandLine& line) {
    add_online_verb<Seats>(
        group, line, Changes::kYes,
        {"block", "Keep seats for the house",
         "onsale hall block spring-tour day-1 F1-A-1 F1-A-2 row:F2/A --reason press"},
        [](CLI::App& verb, Seats& options) {
            declare_seats(verb, options, true);
            verb.add_option("--reason", options.reason, "Why")->required()->type_name("TEXT");
            verb.add_option("--owner", options.owner, "Person or group that gets the seats")
                ->type_name("TEXT");
        },
        [](const Seats& options) {
            json::object body = seats_body(options);
            body["reason"] = options.reason;
            if (!options.owner.empty()) body["owner"] = options.owner;
            return seats_request(options, "block", std::move(body));
        });
    add_online_verb<Seats>(
        group, line, Changes::kYes,
        {"unblock", "Put seats of the house on sale",
         "onsale hall unblock spring-tour day-1 row:F2/A --dry-run"},
        [](CLI::App& verb, Seats& options) { declare_seats(verb, options, true); },
        [](const Seats& options) {
            return seats_request(options, "unblock", seats_body(options));
        });
    add_online_verb<Seats>(
        group, line, Changes::kYes,
        {"release", "Put returned seats on sale again: named seats, or a number of random ones",
         "onsale hall release spring-tour day-1 --count 50"},
        [](CLI::App& verb, Seats& options) {
            declare_seats(verb, options, false);
            verb.add_option("--count", options.count, "Number of seats, chosen at random")
                ->check(CLI::Range(std::uint32_t{1}, seat::kSeatsMax));
        },
        [](const Seats& options) {
            if (options.seats.empty() != options.count.has_value())
                throw UsageError{"specify either SEATS or --count"};
            json::object body = seats_body(options);
            if (options.count) body["count"] = *options.count;
            return seats_request(options, "release", std::move(body));
        });
}

}  // namespace

void add_hall_online_verbs(CLI::App& hall_group, CommandLine& line) {
    add_import_verbs(hall_group, line);
    add_seat_list_verb(hall_group, line);
    add_seat_verbs(hall_group, line);
}

}  // namespace onsale::program
