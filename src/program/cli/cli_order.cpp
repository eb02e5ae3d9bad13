// `onsale order ...`: one order's story, refund, cancel, provider query, and the export of all
// orders.
#include <fstream>
#include <optional>
#include <ostream>

#include <boost/json/array.hpp>
#include <boost/json/serialize.hpp>
#include <fmt/format.h>

#include "payment/domain/prices.hpp"
#include "program/cli/cli_verbs.hpp"

namespace onsale::program {
namespace {

namespace json = boost::json;

constexpr Duration kExportDeadline = std::chrono::seconds{120};

struct OrderOption {
    std::string code;
};

void declare_order(CLI::App& verb, OrderOption& option) {
    verb.add_option("ORDER", option.code, "Code of the order, O-...")->required()->type_name("");
}

std::string order_path(const OrderOption& option, const std::string& rest = "") {
    return "/api/admin/orders/" + path_segment(option.code) + rest;
}

// The first letter distinguishes bookings from orders.
AdminRequest show_request(const OrderOption& option) {
    const bool booking = option.code.starts_with("B-") || option.code.starts_with("b-");
    const std::string target =
        booking ? "/api/admin/bookings/" + path_segment(option.code) : order_path(option);
    return {.method = "GET", .target = target, .body = {}};
}

struct Refund {
    OrderOption order;
    std::vector<std::string> seats;
    std::string why;
    std::optional<std::int64_t> amount;
};

void declare_refund(CLI::App& verb, Refund& options) {
    declare_order(verb, options.order);
    verb.add_option("--seat", options.seats, "Refund only this seat; may be repeated")
        ->type_name("ID")
        ->expected(1)
        ->take_all();
    verb.add_option("--why", options.why, "guest: by the refund table; organiser: full refund")
        ->required()
        ->check(CLI::IsMember({"guest", "organiser"}));
    verb.add_option("--amount", options.amount,
                    "Amount that --dry-run showed; another amount is refused")
        ->check(CLI::Range(std::int64_t{0}, payment::kTotalMax));
}

AdminRequest refund_request(const Refund& options) {
    json::object body{{"why", options.why}};
    if (!options.seats.empty()) {
        json::array seats;
        for (const std::string& seat : options.seats)
            seats.emplace_back(seat);
        body["seats"] = std::move(seats);
    }
    if (options.amount) body["amount"] = *options.amount;
    return {"POST", order_path(options.order, "/refund"), json::serialize(body)};
}

struct Retry {
    OrderOption order;
    std::uint32_t refund = 0;
};

struct Export {
    EventOption event;
    std::string file;
    Online online;
};

// The first field of the last line, which is an order's code in quotes; empty when there is only
// the header.
std::string last_code(const std::string& csv) {
    const std::size_t end = csv.find_last_not_of("\r\n");
    const std::size_t start = end == csv.npos ? csv.npos : csv.rfind('\n', end);
    if (start == csv.npos) return "";
    const std::size_t quote = csv.find('"', start + 2);
    return csv.substr(start + 2, quote - start - 2);
}

// The server returns a limited number per request; this repeats until there are no more.
int write_orders(const Outside& outside, const Export& options, std::ostream& out) {
    std::string after;
    do {
        AdminRequest request{.method = "GET",
                             .target = event_path(options.event.event, "/orders.csv") +
                                       (after.empty() ? "" : "?after=" + after),
                             .body = {},
                             .deadline = kExportDeadline};
        const std::string csv = ask(outside, options.online, std::move(request)).body;
        out << (after.empty() ? csv : csv.substr(csv.find('\n') + 1));
        after = last_code(csv);
    } while (!after.empty());
    out << std::flush;
    return kOk;
}

struct Report {
    EventOption event;
    std::string from;
    std::string to;
    Online online;
};

int perform_report(const Outside& outside, const Report& options) {
    std::string query;
    const auto add = [&query](const char* name, const std::string& day) {
        if (!day.empty()) query += (query.empty() ? "?" : "&") + (name + ("=" + path_segment(day)));
    };
    add("from", options.from);
    add("to", options.to);
    outside.out << ask(outside, options.online,
                       {.method = "GET",
                        .target = event_path(options.event.event, "/report.csv") + query,
                        .body = {}})
                       .body
                << std::flush;
    return kOk;
}

int perform_export(const Outside& outside, const Export& options) {
    if (options.file.empty()) return write_orders(outside, options, outside.out);
    std::ofstream file{options.file, std::ios::binary};
    write_orders(outside, options, file);
    if (!file) throw std::runtime_error{fmt::format("{}: cannot be written", options.file)};
    return kOk;
}

void add_change_verbs(CLI::App& group, CommandLine& line) {
    add_online_verb<Refund>(
        group, line, Changes::kYes,
        {"refund", "Refund the order and release its seats",
         "onsale order refund O-7KQ2M9ABCDEFG --why organiser --dry-run\n"
         "  onsale order refund O-7KQ2M9ABCDEFG --why organiser --amount 154000"},
        declare_refund, refund_request);
    add_online_verb<OrderOption>(
        group, line, Changes::kYes,
        {"cancel", "End an order that is not paid", "onsale order cancel O-7KQ2M9ABCDEFG"},
        declare_order, [](const OrderOption& option) {
            return AdminRequest{"POST", order_path(option, "/cancel"), ""};
        });
    add_online_verb<OrderOption>(group, line, Changes::kYes,
                                 {"ask-again", "Query the provider for a payment's result",
                                  "onsale order ask-again O-7KQ2M9ABCDEFG"},
                                 declare_order, [](const OrderOption& option) {
                                     return AdminRequest{"POST", order_path(option, "/ask-again"),
                                                         ""};
                                 });
    add_online_verb<Retry>(
        group, line, Changes::kYes,
        {"retry-refund", "Retry a failed refund", "onsale order retry-refund O-7KQ2M9ABCDEFG 0"},
        [](CLI::App& verb, Retry& options) {
            declare_order(verb, options.order);
            verb.add_option("REFUND", options.refund, "Number of the refund, from 0")
                ->required()
                ->type_name("");
        },
        [](const Retry& options) {
            return AdminRequest{
                "POST", order_path(options.order, fmt::format("/refunds/{}/retry", options.refund)),
                ""};
        });
}

}  // namespace

void add_order_verbs(CLI::App& app, CommandLine& line) {
    const Outside& outside = line.outside;
    CLI::App& group = add_verb(app, {"order", "Find an order, refund, cancel, export",
                                     "onsale order show B-20261115-7KQ2M9"});
    add_online_verb<OrderOption>(
        group, line, Changes::kNo,
        {"show", "Full history of an order or a booking", "onsale order show B-20261115-7KQ2M9"},
        declare_order, show_request);
    add_change_verbs(group, line);
    add_verb<Report>(
        group, line,
        {"report", "What was sold, by day, performance, grade, price type and provider, as CSV",
         "onsale order report spring-tour --from 2026-11-01 --to 2026-11-30"},
        [&outside](CLI::App& verb, Report& options) {
            declare_event(verb, options.event);
            verb.add_option("--from", options.from, "The first day")->type_name("DAY");
            verb.add_option("--to", options.to, "The last day")->type_name("DAY");
            declare_online(verb, options.online, Changes::kNo, outside.environment);
        },
        [&outside](const Report& options) { return perform_report(outside, options); });
    add_verb<Export>(
        group, line,
        {"export", "Export all orders of an event as CSV",
         "onsale order export spring-tour --csv orders.csv"},
        [&outside](CLI::App& verb, Export& options) {
            declare_event(verb, options.event);
            verb.add_option("--csv", options.file, "Write to this file instead of the screen")
                ->type_name("FILE");
            declare_online(verb, options.online, Changes::kNo, outside.environment);
        },
        [&outside](const Export& options) { return perform_export(outside, options); });
}

}  // namespace onsale::program
