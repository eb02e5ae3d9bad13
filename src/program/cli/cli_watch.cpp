// `onsale line watch` and `onsale line history`: an event's numbers over time.
#include <algorithm>
#include <array>
#include <deque>
#include <optional>
#include <ostream>

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/parse.hpp>
#include <fmt/format.h>

#include "base/text/csv.hpp"
#include "base/time_text.hpp"
#include "program/cli/cli_print.hpp"
#include "program/cli/cli_verbs.hpp"

namespace onsale::program {
namespace {

namespace json = boost::json;

constexpr Duration kWatchEvery = std::chrono::seconds{1};
constexpr std::size_t kSparkWidth = 20;
constexpr std::size_t kHeadingEvery = 20;  // A screen always shows one.

constexpr std::array kSeatColumns = {"free", "held", "paying", "sold", "returned"};
constexpr const char* kSaleHeading = "    free   held paying    sold   paid/of p95 ms  unknown";

constexpr int kHistoryRowsMax = 10'080;  // A week by minute, the limit of the server.
constexpr int kWatchedLinesMax = 1'000'000'000;

struct Watch {
    EventOption event;
    Online online;
    std::uint64_t count = 0;  // 0: until Ctrl-C.
};

struct History {
    EventOption event;
    Online online;
    std::string by = "minute";
    std::string since;
    std::uint32_t limit = 0;
    bool csv = false;
};

// The server's answer, row by row. Throws std::exception if it is malformed.
class Rows {
  public:
    explicit Rows(const std::string& body) : answer_(json::parse(body)) {
        for (const char* part : {"columns", "server"})
            for (const auto& column : answer_.at(part).as_object()) {
                if (column.key() == "errors") continue;  // A separate list of columns.
                names_.emplace_back(column.key());
                columns_.push_back(&column.value().as_array());
            }
    }

    std::size_t size() const { return columns_.empty() ? 0 : columns_.front()->size(); }
    const std::vector<std::string>& names() const { return names_; }
    const json::value& at(std::size_t row, std::size_t column) const {
        return columns_.at(column)->at(row);
    }
    const json::value& at(std::size_t row, std::string_view name) const {
        const auto found = std::ranges::find(names_, name);
        return at(row, static_cast<std::size_t>(found - names_.begin()));
    }
    bool has(std::string_view name) const {
        return std::ranges::find(names_, name) != names_.end();
    }
    std::int64_t number(std::size_t row, std::string_view name) const {
        const json::value& value = at(row, name);
        return value.is_null() ? 0 : value.to_number<std::int64_t>();
    }
    Instant time(std::size_t row) const { return instant_from_ms(number(row, "time") * 1000); }
    bool over() const {
        const json::string& lifecycle = answer_.at("lifecycle").as_string();
        return lifecycle == "closed" || lifecycle == "archived";
    }

  private:
    json::value answer_;
    std::vector<std::string> names_;
    std::vector<const json::array*> columns_;
};

std::string history_path(const std::string& event, std::string_view by,
                         const std::optional<std::string>& since, std::uint32_t limit) {
    std::string target = event_path(event, fmt::format("/live/history?by={}", by));
    if (since) target += "&since=" + path_segment(*since);
    if (limit > 0) target += fmt::format("&limit={}", limit);
    return target;
}

// The last values as a small chart. The highest value fills its cell.
std::string sparkline(const std::deque<std::int64_t>& values) {
    static constexpr std::array kCells = {"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
    const auto highest = static_cast<double>(std::max<std::int64_t>(1, std::ranges::max(values)));
    std::string picture;
    for (const std::int64_t value : values)
        picture += kCells[static_cast<std::size_t>(
            std::max(0.0, static_cast<double>(value) * (kCells.size() - 1) / highest))];
    return picture;
}

class Watcher {
  public:
    Watcher(const Outside& outside, const Watch& options) : outside_(outside), options_(options) {}

    int run() {
        do {
            const std::string body = next_body();
            const Rows rows{body};
            for (std::size_t i = 0; i < rows.size() && !done(); ++i)
                show(rows, i);
            if (rows.size() == 0 && rows.over()) {
                outside_.out << "The event is closed.\n";
                return kOk;
            }
            outside_.out.flush();
        } while (!done() && outside_.pause(kWatchEvery));
        return kOk;
    }

  private:
    bool done() const { return options_.count > 0 && shown_ >= options_.count; }

    // The first call gets the newest row. Later calls get the rows after the last one shown.
    std::string next_body() const {
        std::optional<std::string> since;
        if (last_) since = format_iso_time(*last_ + std::chrono::seconds{1});
        const std::string target =
            history_path(options_.event.event, "second", since, last_ ? 0 : 1);
        return ask(outside_, options_.online, {.method = "GET", .target = target, .body = {}}).body;
    }

    void show(const Rows& rows, std::size_t row) {
        last_ = rows.time(row);
        const std::int64_t covers = std::max<std::int64_t>(1, rows.number(row, "covers"));
        const auto rate = [&](std::string_view name) { return rows.number(row, name) / covers; };
        waiting_.push_back(rows.number(row, "waiting"));
        if (waiting_.size() > kSparkWidth) waiting_.pop_front();
        if (options_.online.json) return show_json(rows, row);
        const bool sells = has_seats(rows, row);
        if (shown_++ % kHeadingEvery == 0)
            outside_.out << fmt::format("{:8}  {:>9} {:>9} {:>10} {:>9}{}  top refusal\n", "UTC",
                                        "waiting", "arriving/s", "admitted/s", "active",
                                        sells ? kSaleHeading : "");
        outside_.out << fmt::format(
            "{:8}  {:>9} {:>10} {:>10} {:>9}{}  {}  {}\n", format_iso_time(*last_).substr(11, 8),
            waiting_.back(), rate("arrived"), rate("admitted"), rows.number(row, "active"),
            sells ? sale_text(rows, row) : "", refusal(rows, row), sparkline(waiting_));
    }

    static bool has_seats(const Rows& rows, std::size_t row) {
        return std::ranges::any_of(kSeatColumns, [&](const char* name) {
            return rows.has(name) && rows.number(row, name) > 0;
        });
    }

    // Seats and payments: approved of all results, latency, and the oldest unknown payment.
    static std::string sale_text(const Rows& rows, std::size_t row) {
        const auto number = [&](const char* name) { return rows.number(row, name); };
        const std::int64_t approved = number("paymentsApproved");
        const std::int64_t all = approved + number("paymentsDeclined") + number("paymentsUnknown");
        return fmt::format(" {:>7} {:>6} {:>6} {:>7} {:>9} {:>6} {:>8}", number("free"),
                           number("held"), number("paying"), number("sold"),
                           fmt::format("{}/{}", approved, all), number("paymentP95Ms"),
                           fmt::format("{}s", number("oldestUnknownS")));
    }

    void show_json(const Rows& rows, std::size_t row) {
        ++shown_;
        json::object object;
        for (std::size_t i = 0; i < rows.names().size(); ++i)
            object[rows.names()[i]] = rows.at(row, i);
        outside_.out << json::value(std::move(object)) << '\n';
    }

    static std::string refusal(const Rows& rows, std::size_t row) {
        const json::value& code = rows.at(row, "topRefusal");
        if (!code.is_string()) return "-";
        return fmt::format("{} {}", printable(code.get_string()),
                           rows.number(row, "topRefusalCount"));
    }

    const Outside& outside_;
    const Watch& options_;
    std::uint64_t shown_ = 0;
    std::optional<Instant> last_;
    std::deque<std::int64_t> waiting_;
};

void print_csv(std::ostream& out, const Rows& rows) {
    CsvLine line;
    for (const std::string& name : rows.names())
        line.text(name);
    out << line.take();
    for (std::size_t row = 0; row < rows.size(); ++row) {
        for (std::size_t i = 0; i < rows.names().size(); ++i) {
            const json::value& value = rows.at(row, i);
            if (rows.names()[i] == "time")
                line.text(format_iso_time(rows.time(row)));
            else if (const auto* text = value.if_string())
                line.text(*text);
            else if (value.is_null())
                line.empty();
            else
                line.number(value.to_number<std::int64_t>());
        }
        out << line.take();
    }
}

void print_table(std::ostream& out, const Rows& rows) {
    json::array list;
    for (std::size_t row = 0; row < rows.size(); ++row) {
        json::object object;
        for (std::size_t i = 0; i < rows.names().size(); ++i)
            object[rows.names()[i]] = rows.at(row, i);
        object["time"] = format_iso_time(rows.time(row)).substr(0, 19);
        list.push_back(std::move(object));
    }
    print_value(out, list);
}

int perform_history(const Outside& outside, const History& options) {
    const auto since =
        options.since.empty() ? std::nullopt : std::optional<std::string>{options.since};
    const std::string target = history_path(options.event.event, options.by, since, options.limit);
    const AdminAnswer answer =
        ask(outside, options.online, {.method = "GET", .target = target, .body = {}});
    if (options.online.json)
        print_answer(outside.out, answer.body, true);
    else if (options.csv)
        print_csv(outside.out, Rows{answer.body});
    else
        print_table(outside.out, Rows{answer.body});
    return kOk;
}

void declare_history(CLI::App& verb, History& options) {
    declare_event(verb, options.event);
    verb.add_option("--by", options.by, "minute or second")
        ->check(CLI::IsMember({"minute", "second"}));
    verb.add_option("--since", options.since, "Start at this time instead of with the newest rows")
        ->type_name("TIME");
    verb.add_option("--limit", options.limit, "Maximum number of rows; default 600")
        ->check(CLI::Range(1, kHistoryRowsMax));
    verb.add_flag("--csv", options.csv, "Print CSV that is safe to open in a spreadsheet");
}

}  // namespace

void add_watch_verbs(CLI::App& line_group, CommandLine& line) {
    const Outside& outside = line.outside;
    add_verb<Watch>(
        line_group, line,
        {"watch", "Print the numbers every second until Ctrl-C", "onsale line watch spring-tour"},
        [&outside](CLI::App& verb, Watch& options) {
            declare_event(verb, options.event);
            verb.add_option("--count", options.count,
                            "Number of lines after which the command ends")
                ->check(CLI::Range(1, kWatchedLinesMax));
            declare_online(verb, options.online, Changes::kNo, outside.environment);
        },
        [&outside](const Watch& options) { return Watcher{outside, options}.run(); });
    add_verb<History>(
        line_group, line,
        {"history", "Numbers of the past: a week by the minute, an hour by the second",
         "onsale line history spring-tour --csv > spring-tour.csv"},
        [&outside](CLI::App& verb, History& options) {
            declare_history(verb, options);
            declare_online(verb, options.online, Changes::kNo, outside.environment);
        },
        [&outside](const History& options) { return perform_history(outside, options); });
}

}  // namespace onsale::program
