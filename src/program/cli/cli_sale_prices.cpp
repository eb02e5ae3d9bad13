// `onsale prices ...`: the prices, the fees and the refund table.
#include <ostream>
#include <set>

#include <boost/json/array.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>

#include "payment/codec/default_terms.hpp"
#include "payment/codec/terms_json.hpp"
#include "program/cli/cli_print.hpp"
#include "program/cli/cli_verbs.hpp"

namespace onsale::program {
namespace {

namespace json = boost::json;

// Placeholder prices in won. A zero could be overlooked and sold.
constexpr std::int64_t kAdultPrice = 100'000;
constexpr std::int64_t kYouthPrice = 70'000;

struct PriceFile {
    EventOption event;
    std::string file;
};

struct Template {
    EventOption event;
    std::string out;
    Online online;
};

json::object asked_for(const Outside& outside, const Online& online, const std::string& target) {
    const AdminAnswer answer =
        ask(outside, online, {.method = "GET", .target = target, .body = {}});
    return json::parse(answer.body).as_object();
}

// The grades of all halls of the event, in order of first appearance.
std::vector<std::string> grades_of(const Outside& outside, const Template& options) {
    const std::string path = event_path(options.event.event);
    const json::object event = asked_for(outside, options.online, path);
    std::vector<std::string> grades;
    std::set<std::string> seen;
    for (const json::value& performance : event.at("event").at("performances").as_array()) {
        const std::string id{performance.at("id").as_string()};
        try {
            const json::object hall = asked_for(
                outside, options.online, path + "/performances/" + path_segment(id) + "/seats");
            for (const json::value& row : hall.at("grades").as_array()) {
                const std::string grade{row.at("grade").as_string()};
                if (seen.insert(grade).second) grades.push_back(grade);
            }
        } catch (const RefusedByServer&) {
            continue;  // The performance has no hall yet.
        }
    }
    if (grades.empty()) throw UsageError{"no performance has a hall yet: onsale hall import"};
    return grades;
}

int perform_template(const Outside& outside, const Template& options) {
    std::vector<payment::GradePrices> prices;
    for (const std::string& grade : grades_of(outside, options))
        prices.push_back({grade, {{"adult", kAdultPrice}, {"youth", kYouthPrice}}});
    write_or_print(outside, options.out,
                   pretty(payment::to_json(payment::default_terms(std::move(prices)))));
    return kOk;
}

}  // namespace

void add_price_verbs(CLI::App& app, CommandLine& line) {
    const Outside& outside = line.outside;
    CLI::App& group = add_verb(app, {"prices", "Prices, fees and the refund table",
                                     "onsale prices template spring-tour --out prices.json"});
    add_online_verb<PriceFile>(
        group, line, Changes::kYes,
        {"set", "Set prices, fees and refunds from a file",
         "onsale prices set spring-tour prices.json --dry-run"},
        [](CLI::App& verb, PriceFile& options) {
            declare_event(verb, options.event);
            verb.add_option("FILE", options.file, "See docs/format/prices.md")
                ->required()
                ->type_name("");
        },
        [](const PriceFile& options) {
            return AdminRequest{"PUT", event_path(options.event.event, "/terms"),
                                read_text_file(options.file)};
        });
    add_online_verb<EventOption>(
        group, line, Changes::kNo,
        {"show", "Show prices, fees and refunds", "onsale prices show spring-tour"}, declare_event,
        [](const EventOption& option) {
            return AdminRequest{
                .method = "GET", .target = event_path(option.event, "/terms"), .body = {}};
        });
    add_verb<Template>(
        group, line,
        {"template", "Write a price file to start from, with the grades of the halls",
         "onsale prices template spring-tour --out prices.json"},
        [&outside](CLI::App& verb, Template& options) {
            declare_event(verb, options.event);
            verb.add_option("--out", options.out, "Write to this file instead of the screen")
                ->type_name("FILE");
            declare_online(verb, options.online, Changes::kNo, outside.environment);
        },
        [&outside](const Template& options) { return perform_template(outside, options); });
}

}  // namespace onsale::program
