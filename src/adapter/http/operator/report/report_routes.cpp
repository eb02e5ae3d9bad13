// Sales by day, as CSV and as JSON. The sums come from the messages of the outbox.
#include <charconv>

#include <boost/json/array.hpp>
#include <fmt/format.h>

#include "adapter/http/operator/call/admin_answers.hpp"
#include "adapter/http/operator/call/admin_routes.hpp"
#include "base/text/csv.hpp"

namespace onsale::http {
namespace {

namespace json = boost::json;
using std::chrono::sys_days;
using std::chrono::year_month_day;

constexpr std::array<std::string_view, 16> kColumns = {
    "day",       "performance",   "grade", "priceType", "provider", "currency",
    "seatsSold", "seatsReturned", "gross", "fees",      "refunds",  "net",
    "captured",  "paidBack",      "event", "discounts"};

// Parses "2026-11-15". Nothing for another form or a day that does not exist.
std::optional<sys_days> parse_day(std::string_view text) {
    constexpr std::string_view kForm = "0000-00-00";
    if (text.size() != kForm.size() || text[4] != '-' || text[7] != '-') return std::nullopt;
    const auto number = [&](std::size_t at, std::size_t size) {
        int value = -1;
        const char* const end = text.data() + at + size;
        const auto read = std::from_chars(text.data() + at, end, value);
        return read.ptr == end && read.ec == std::errc{} ? value : -1;
    };
    const int month = number(5, 2);
    const int day = number(8, 2);
    const year_month_day date{std::chrono::year{number(0, 4)},
                              std::chrono::month{static_cast<unsigned>(month)},
                              std::chrono::day{static_cast<unsigned>(day)}};
    if (month < 0 || day < 0 || !date.ok()) return std::nullopt;
    return sys_days{date};
}

std::string day_text(sys_days day) {
    const year_month_day date{day};
    return fmt::format("{:04}-{:02}-{:02}", static_cast<int>(date.year()),
                       static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()));
}

std::string csv_line(const LoopContext& context, const std::string& event,
                     const operate::ReportLine& row) {
    CsvLine line;
    line.text(day_text(row.day)).text(row.performance).text(row.grade).text(row.price_type);
    line.text(provider_word(context.providers, payment::ProviderId{row.provider}));
    line.text(row.currency)
        .number(row.sums.seats_sold)
        .number(row.sums.seats_returned)
        .number(row.sums.gross);
    line.number(row.sums.fees).number(row.sums.refunds).number(row.sums.net());
    line.number(row.sums.captured)
        .number(row.sums.paid_back)
        .text(event)
        .number(row.sums.discounts);
    return line.take();
}

json::object row_json(const LoopContext& context, const operate::ReportLine& row) {
    return {{"day", day_text(row.day)},
            {"performance", row.performance},
            {"grade", row.grade},
            {"priceType", row.price_type},
            {"provider", provider_word(context.providers, payment::ProviderId{row.provider})},
            {"currency", row.currency},
            {"seatsSold", row.sums.seats_sold},
            {"seatsReturned", row.sums.seats_returned},
            {"gross", row.sums.gross},
            {"fees", row.sums.fees},
            {"discounts", row.sums.discounts},
            {"refunds", row.sums.refunds},
            {"net", row.sums.net()},
            {"captured", row.sums.captured},
            {"paidBack", row.sums.paid_back}};
}

Result<sys_days, AdminRefusal> day_from(const QueryValues& query, std::string_view name,
                                        sys_days otherwise) {
    const std::string_view text = query.get(name);
    if (text.empty()) return otherwise;
    const auto day = parse_day(text);
    if (!day) return fail(bad_field(name, "must be a day such as 2026-11-15"));
    return *day;
}

boost::asio::awaitable<Result<std::vector<operate::ReportLine>, AdminRefusal>> read_report(
    AdminCall& call) {
    const auto event = find_admin_event(call);
    if (!event) co_return fail(event.error());
    const sys_days first{std::chrono::year{1970} / 1 / 1};
    const sys_days last{std::chrono::year{9999} / 12 / 31};
    const auto from = day_from(call.query, "from", first);
    if (!from) co_return fail(from.error());
    const auto to = day_from(call.query, "to", last);
    if (!to) co_return fail(to.error());
    operate::ReportAsk ask{call.key(), *from, *to};
    auto rows = co_await call.server.report(std::move(ask));
    if (!rows)
        co_return fail(AdminRefusal{ErrorCode::kStorageUnavailable, {{"message", rows.error()}}});
    co_return std::move(*rows);
}

}  // namespace

AdminWork show_report(AdminCall call) {
    const auto rows = co_await read_report(call);
    if (!rows) co_return fail(rows.error());
    AdminAnswer answer{.body = csv_header(kColumns), .content_type = "text/csv; charset=utf-8"};
    for (const operate::ReportLine& row : *rows)
        answer.body += csv_line(call.context, call.key(), row);
    co_return answer;
}

AdminWork show_report_rows(AdminCall call) {
    const auto rows = co_await read_report(call);
    if (!rows) co_return fail(rows.error());
    json::array list;
    for (const operate::ReportLine& row : *rows)
        list.push_back(row_json(call.context, row));
    co_return json_answer({{"event", call.key()}, {"rows", std::move(list)}});
}

}  // namespace onsale::http
