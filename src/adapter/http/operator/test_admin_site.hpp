#pragma once

#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <boost/asio/io_context.hpp>
#include <boost/json/parse.hpp>

#include "adapter/http/api/context/test_room.hpp"
#include "adapter/http/api/measure/live_totals.hpp"
#include "adapter/http/operator/admin_site.hpp"
#include "operate/domain/message_codes.hpp"
#include "token/key/test_keys.hpp"
#include "waiting_room/domain/event_rules.hpp"
#include "waiting_room/domain/line/line_rules.hpp"
#include "waiting_room/domain/waiting_room.hpp"

namespace onsale::http::testing {

// An audit log in memory that can reject its next entries.
struct TestAuditBook final : operate::AuditBook {
    Work<AuditHead> record(AuditNote note) override {
        if (entries_left == 0) co_return fail(std::string{"full"});
        --entries_left;
        entries.push_back({.seq = entries.size() + 1, .at = kTestStart, .note = std::move(note)});
        co_return AuditHead{entries.back().seq, {}};
    }
    Work<AuditHead> head() override { co_return AuditHead{entries.size(), {}}; }
    Work<std::vector<AuditEntry>> page(std::uint64_t after, std::size_t limit) override {
        std::vector<AuditEntry> found;
        for (const AuditEntry& entry : entries)
            if (entry.seq > after && found.size() < limit) found.push_back(entry);
        co_return found;
    }

    std::vector<AuditEntry> entries;
    std::size_t entries_left = 1'000;
};

// Live numbers that a test fills row by row. Only the first event has a history.
struct TestLiveNumbers final : operate::LiveNumbers {
    using Values = std::map<std::string_view, std::uint32_t>;  // Keyed by column name.

    const operate::EventSeries* find(waiting_room::EventId event) const override {
        return event == waiting_room::EventId{1} && series ? &*series : nullptr;
    }
    const operate::ServerSeries& server() const override { return server_series; }
    const operate::ErrorSeries& errors() const override { return error_series; }
    std::vector<operate::Refused> top_refusals(std::size_t count_max) const override {
        return {top.begin(),
                top.begin() + static_cast<std::ptrdiff_t>(std::min(top.size(), count_max))};
    }
    std::string_view refused_code(std::size_t index) const override {
        return http::refused_code(index);
    }

    template <std::size_t Columns>
    static auto row(const std::array<operate::LiveColumn, Columns>& columns, std::uint32_t second,
                    std::uint32_t covers, const Values& values) {
        operate::LiveRow<Columns> made{second, covers, {}};
        for (std::size_t i = 0; i < Columns; ++i)
            if (const auto found = values.find(columns[i].name); found != values.end())
                made.values[i] = found->second;
        return made;
    }
    void add_event(std::uint32_t second, std::uint32_t covers, const Values& values) {
        if (!series) series.emplace(operate::kEventColumns);
        series->add(row(operate::kEventColumns, second, covers, values));
    }
    void add_server(std::uint32_t second, const Values& values) {
        server_series.add(row(operate::kServerColumns, second, 1, values));
    }
    void add_errors(std::uint32_t second, ErrorCode code, std::uint32_t count) {
        operate::RefusedCounts counts(kRefusedCodes);
        counts[static_cast<std::size_t>(code)] = count;
        error_series.add(second, counts);
    }

    std::optional<operate::EventSeries> series;
    operate::ServerSeries server_series{operate::kServerColumns};
    operate::ErrorSeries error_series{kRefusedCodes};
    std::vector<operate::Refused> top;
};

struct TestServer final : operate::ServerOperations {
    template <class Value>
    using Work = boost::asio::awaitable<Value>;

    bool accepts_key(std::string_view presented) const override { return presented == "owner"; }
    bool accepts_metrics_key(std::string_view presented) const override {
        return presented == "metrics";
    }
    Work<operate::Readiness> readiness() override {
        co_return operate::Readiness{.journal = journal, .events = 1};
    }
    waiting_room::LineRules default_rules() const override { return rules; }
    Work<Result<std::uint8_t, operate::Failure>> rotate_keys() override {
        ++rotations;
        co_return std::uint8_t{2};
    }
    Work<std::optional<operate::JournalStats>> journal_stats() override { co_return stats; }
    Work<Result<std::vector<operate::ReportLine>, operate::Failure>> report(
        operate::ReportAsk ask) override {
        report_asked = std::move(ask);
        if (!report_failure.empty()) co_return fail(operate::Failure{report_failure});
        co_return report_lines;
    }
    Work<Result<operate::OutboxState, operate::Failure>> outbox(std::size_t limit) override {
        outbox_limit = limit;
        if (!outbox_failure.empty()) co_return fail(operate::Failure{outbox_failure});
        co_return outbox_state;
    }
    Work<Result<operate::OutboxRetried, operate::Failure>> retry_outbox() override {
        if (!outbox_failure.empty()) co_return fail(operate::Failure{outbox_failure});
        ++outbox_retries;
        co_return operate::OutboxRetried{2, 1};
    }
    Work<Result<bool, operate::Failure>> rebuild_reports() override {
        if (!outbox_failure.empty()) co_return fail(operate::Failure{outbox_failure});
        ++rebuilds;
        co_return true;
    }
    Work<Result<operate::StoryTold, operate::StoryFailure>> story(sale::StoryAsk ask) override {
        story_asked = std::move(ask);
        co_return told_story;
    }
    Work<Result<std::uint64_t, operate::Failure>> backup(std::string file) override {
        backups.push_back(file);
        if (!backup_failure.empty()) co_return fail(operate::Failure{backup_failure});
        co_return std::uint64_t{4096};
    }
    Work<bool> in_background(std::function<void()> work) override {
        if (busy) co_return false;
        work();
        co_return true;
    }
    Work<operate::PartsReport> parts() override { co_return parts_report; }
    Work<std::string> metrics_text() override { co_return "onsale_up 1\n"; }
    Work<std::vector<operate::PreflightCheck>> preflight(std::string) override {
        co_return std::vector<operate::PreflightCheck>{
            {"disk", disk_ok,
             operate::preflight_message("disk_free", {{"freeMib", 4096}, {"wantedMib", 2048}})}};
    }

    Degraded journal = Degraded::kNo;
    waiting_room::LineRules rules;
    std::optional<operate::JournalStats> stats = operate::JournalStats{.rows = 7};
    int rotations = 0;
    bool disk_ok = true;
    bool busy = false;
    operate::OutboxState outbox_state;
    std::size_t outbox_limit = 0;
    std::string outbox_failure;
    int outbox_retries = 0;
    int rebuilds = 0;
    operate::PartsReport parts_report;
    std::optional<sale::StoryAsk> story_asked;
    Result<operate::StoryTold, operate::StoryFailure> told_story;
    std::string backup_failure;
    std::string report_failure;
    operate::ReportAsk report_asked;
    std::vector<operate::ReportLine> report_lines;
    std::vector<std::string> backups;
};

struct AdminTestAnswer {
    int status = 0;
    std::string content_type;
    std::string headers;
    std::string body;

    boost::json::object json() const { return boost::json::parse(body).as_object(); }
    std::string code() const { return std::string{json().at("code").as_string()}; }
};

// An admin site on a loop that runs in the test's thread.
class AdminTestSite {
  public:
    AdminTestSite() { room.context = &context; }

    // Calls as the owner over the unix socket.
    AdminTestAnswer call(Method method, std::string_view target, std::string_view body = "") {
        return ask(method, target, body, {{"Content-Type", "application/json"}}, true);
    }
    AdminTestAnswer ask(Method method, std::string_view target, std::string_view body,
                        std::vector<Header> headers, bool local);

    TestTime time;
    boost::asio::io_context loop{1};
    SaleClock clock{time, Instant{}};
    TestRoom room;
    LoopViews views;
    LoopContext context{.loop = loop,
                        .clock = clock,
                        .view = views.line,
                        .sale = views.sale,
                        .buying = views.buying,
                        .lines = room,
                        .office = room,
                        .keys = std::make_shared<const token::Keys>(token::test_keys())};
    TestServer server;
    TestAuditBook book;
    TestLiveNumbers live;
    LoopMetrics metrics;
    AdminSite site{{context, server, book, live, metrics}};

  private:
    struct Kept final : LaterReply::Target {
        std::optional<AdminTestAnswer> answered;

        void answer(const Answer& answer) override {
            answered = AdminTestAnswer{answer.status, std::string{answer.content_type},
                                       std::string{answer.headers}, std::string{answer.body}};
        }
        void abandon() override {}
    };
    struct DirectReply final : Reply {
        std::shared_ptr<Kept> kept = std::make_shared<Kept>();

        void answer(const Answer& answer) override { kept->answer(answer); }
        LaterReply later() override { return LaterReply{kept}; }
        EventStream stream(std::string_view) override { return EventStream{nullptr}; }
    };
};

inline AdminTestAnswer AdminTestSite::ask(Method method, std::string_view target,
                                          std::string_view body, std::vector<Header> headers,
                                          bool local) {
    const std::size_t mark = target.find('?');
    const Request request{
        .method = method,
        .path = target.substr(0, mark),
        .query = mark == target.npos ? std::string_view{} : target.substr(mark + 1),
        .headers = headers,
        .body = body,
        .client = {},
        .local = local};
    DirectReply reply;
    site.handle(request, reply);
    loop.restart();
    loop.run();
    if (!reply.kept->answered) throw std::logic_error{"the call was not answered"};
    return *reply.kept->answered;
}

}  // namespace onsale::http::testing
