#include "adapter/http/api/measure/metrics.hpp"

#include <memory>
#include <regex>
#include <set>
#include <sstream>

#include <gtest/gtest.h>

#include "adapter/http/api/measure/metrics_report.hpp"
#include "tests/support/enum_words.hpp"
#include "waiting_room/domain/line/test_line.hpp"

namespace onsale::http {
namespace {

using namespace std::chrono_literals;
using waiting_room::EventId;
using waiting_room::Fact;
using waiting_room::RoomView;

bool has_line(const std::string& text, const std::string& line) {
    return ("\n" + text).find("\n" + line + "\n") != std::string::npos;
}

RoomView room_with_one_event() {
    auto settings = std::make_shared<waiting_room::EventSettings>(waiting_room::test_settings());
    RoomView room;
    const auto apply = [&](waiting_room::FactBody body) {
        room.apply(Fact{EventId{1}, std::move(body)}, waiting_room::kOpensAt);
    };
    apply(waiting_room::fact::EventCreated{settings});
    apply(waiting_room::fact::LifecycleChanged{waiting_room::Lifecycle::kOpen});
    apply(waiting_room::fact::Joined{waiting_room::test_guest(1)});
    apply(waiting_room::fact::Joined{waiting_room::test_guest(2)});
    apply(waiting_room::fact::Admitted{waiting_room::Number{1}});
    return room;
}

std::string whole_page(const LoopMetrics& metrics, const RoomView& room) {
    MetricsText text;
    report(text, metrics);
    report(text, room, waiting_room::kOpensAt);
    return text.take();
}

TEST(LoopMetrics, CountsAnswersByRouteAndClass) {
    LoopMetrics metrics;
    metrics.answered(MeteredRoute::kStatus, 200, 10us);
    metrics.answered(MeteredRoute::kStatus, 429, 10us);
    const std::string page = whole_page(metrics, {});
    EXPECT_TRUE(has_line(page, R"(onsale_http_answers_total{route="status",class="2xx"} 1)"));
    EXPECT_TRUE(has_line(page, R"(onsale_http_answers_total{route="status",class="4xx"} 1)"));
}

TEST(LoopMetrics, MergesEveryFigure) {
    LoopMetrics one;
    one.answered(MeteredRoute::kEnter, 200, 1ms);
    one.rejected(ErrorCode::kLineFull);
    one.limited(LimitKind::kJoins);
    one.bot(BotReason::kAgentBlocked, true);
    one.bot(BotReason::kAgentMissing, false);
    one.counters["shed_total"] = one.counters["streams_open"] = 1;
    one.wait_ms.record(1'000);
    LoopMetrics two = one;
    two.merge(one);
    EXPECT_EQ(two.routes[static_cast<std::size_t>(MeteredRoute::kEnter)][StatusClass::k2xx], 2u);
    EXPECT_EQ(two.routes[static_cast<std::size_t>(MeteredRoute::kEnter)].took_ns().count(), 2u);
    EXPECT_EQ(
        two.counters.cells("rejections_total")[static_cast<std::size_t>(ErrorCode::kLineFull)], 2u);
    EXPECT_EQ(two.counters.cells("rate_limited_total")[static_cast<std::size_t>(LimitKind::kJoins)],
              2u);
    EXPECT_EQ(two.counters.cells(
                  "bots_refused_total")[static_cast<std::size_t>(BotReason::kAgentBlocked)],
              2u);
    EXPECT_EQ(two.counters.cells(
                  "bots_observed_total")[static_cast<std::size_t>(BotReason::kAgentMissing)],
              2u);
    EXPECT_EQ(two.counters["shed_total"], 2u);
    EXPECT_EQ(two.counters["streams_open"], 2u);
    EXPECT_EQ(two.wait_ms.count(), 2u);
}

TEST(MetricsText, EscapesLabelsAndHelp) {
    MetricsText text;
    text.gauge("x", "a\\b\nc \"d\"");
    text.sample({{"l", "q\" b\\ n\n"}}, 1u);
    EXPECT_EQ(text.take(),
              "# HELP onsale_x a\\\\b\\nc \"d\"\n# TYPE onsale_x gauge\n"
              "onsale_x{l=\"q\\\" b\\\\ n\\n\"} 1\n");
}

TEST(MetricsText, WritesCumulativeBucketsInSeconds) {
    Histogram histogram;
    histogram.record(500'000);
    histogram.record(1'500'000);
    MetricsText text;
    text.histogram("h", "help");
    const std::array bounds = {0.001, 0.01};
    text.sample({}, histogram, 1e-9, bounds);
    const std::string page = text.take();
    EXPECT_TRUE(has_line(page, R"(onsale_h_bucket{le="0.001"} 1)"));
    EXPECT_TRUE(has_line(page, R"(onsale_h_bucket{le="0.01"} 2)"));
    EXPECT_TRUE(has_line(page, R"(onsale_h_bucket{le="+Inf"} 2)"));
    EXPECT_TRUE(has_line(page, "onsale_h_sum 0.002"));
    EXPECT_TRUE(has_line(page, "onsale_h_count 2"));
}

TEST(MetricsReport, ShowsLineAndLedgerOfEachEvent) {
    const std::string page = whole_page({}, room_with_one_event());
    EXPECT_TRUE(has_line(page, R"(onsale_event_info{event="test",lifecycle="open"} 1)"));
    EXPECT_TRUE(has_line(page, R"(onsale_line_waiting{event="test"} 1)"));
    EXPECT_TRUE(has_line(page, R"(onsale_ledger_active{event="test"} 1)"));
    EXPECT_TRUE(has_line(page, R"(onsale_line_joined_total{event="test"} 2)"));
}

TEST(MetricsReport, EveryLineIsWellFormedAndEveryFamilyIsAnnouncedOnce) {
    LoopMetrics metrics;
    for (std::size_t i = 0; i < kMeteredRoutes; ++i)
        metrics.answered(static_cast<MeteredRoute>(i), 200, 1us);
    std::istringstream page{whole_page(metrics, room_with_one_event())};
    const std::regex announced{R"(# (HELP|TYPE) (onsale_[a-z_]+) .+)"};
    const std::regex sample{R"((onsale_[a-z_]+?)(_bucket|_sum|_count)?)"
                            R"((\{[a-z]+="[^"]*"(,[a-z]+="[^"]*")*\})? [0-9.e+-]+)"};
    std::set<std::string> families;
    for (std::string line; std::getline(page, line);) {
        std::smatch match;
        if (std::regex_match(line, match, announced)) {
            if (match[1] == "HELP") EXPECT_TRUE(families.insert(match[2]).second) << line;
        } else {
            ASSERT_TRUE(std::regex_match(line, match, sample)) << line;
            EXPECT_TRUE(families.contains(match[1]) ||
                        families.contains(match[1].str() + match[2].str()))
                << line;
        }
    }
}

TEST(MetricsReport, NamesEveryRoute) {
    test::expect_own_words<MeteredRoute>();
    EXPECT_EQ(to_word(MeteredRoute::kStatus), "status");
    EXPECT_EQ(to_word(MeteredRoute::kPaymentReturn), "payment_return");
    EXPECT_EQ(to_word(MeteredRoute::kAdmin), "admin");
}

TEST(MetricsReport, NamesEveryReasonAndLimit) {
    test::expect_own_words<BotReason>();
    test::expect_own_words<LimitKind>();
    EXPECT_EQ(to_word(BotReason::kAgentBlocked), "agent_blocked");
    EXPECT_EQ(to_word(LimitKind::kJoins), "joins");
}

}  // namespace
}  // namespace onsale::http
