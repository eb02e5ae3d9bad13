#include "adapter/http/api/context/request_log.hpp"

#include <map>

#include <gtest/gtest.h>

#include "adapter/http/api/measure/metered_reply.hpp"
#include "adapter/http/transport/message/client_address.hpp"
#include "adapter/http/transport/message/request_id.hpp"

namespace onsale::http {
namespace {

using namespace std::chrono_literals;
using runtime::LogField;
using runtime::LogLevel;

struct Line {
    LogLevel level;
    std::string message;
    std::map<std::string, std::string> fields;
};

// A log that stores its lines.
struct Kept {
    std::vector<Line> lines;
    RequestLog log;

    explicit Kept(RequestLog::Limits limits = {})
        : log(limits,
              [this](LogLevel level, std::string_view message, std::span<const LogField> fields) {
                  Line line{level, std::string{message}, {}};
                  for (const LogField& field : fields)
                      line.fields.emplace(field.name, field.value);
                  lines.push_back(std::move(line));
              }) {}
};

Request request_from(std::string_view address) {
    Request request;
    request.path = "/api/queue/status";
    request.query = "token=secret";
    request.client = *parse_address(address);
    request.id = 0x2a;
    return request;
}

// Discards answers, given immediately or later.
struct NullReply final : Reply {
    struct Target final : LaterReply::Target {
        void answer(const Answer&) override {}
        void abandon() override {}
    };
    void answer(const Answer&) override {}
    LaterReply later() override { return LaterReply{std::make_shared<Target>()}; }
    EventStream stream(std::string_view) override { return EventStream{nullptr}; }
};

const Answer kRefused{.status = 404, .refused = ErrorCode::kEventNotFound};

TEST(RequestLog, AnAnswerAsItShouldBeIsNotItsConcern) {
    Kept kept;
    EXPECT_FALSE(kept.log.concerns({.status = 200}, 999ms));
    // Without a code it is a page that shows the error.
    EXPECT_FALSE(kept.log.concerns({.status = 404}, 1ms));
    EXPECT_TRUE(kept.log.concerns({.status = 200}, 1000ms));
    EXPECT_TRUE(kept.log.concerns({.status = 503}, 1ms));
    EXPECT_TRUE(kept.log.concerns({.status = 303, .refused = ErrorCode::kLineFull}, 1ms));
}

TEST(RequestLog, ARefusalSaysWhatWhoAndHowLong) {
    Kept kept;
    GuestId guest;
    guest.bytes.fill(0xab);
    kept.log.note({request_from("192.0.2.7"), MeteredRoute::kStatus, guest}, kRefused, 12ms);
    ASSERT_EQ(kept.lines.size(), 1U);
    EXPECT_EQ(kept.lines[0].level, LogLevel::kInfo);
    EXPECT_EQ(kept.lines[0].message, "request refused");
    EXPECT_EQ(kept.lines[0].fields,
              (std::map<std::string, std::string>{{"code", "EVENT_NOT_FOUND"},
                                                  {"status", "404"},
                                                  {"route", "status"},
                                                  {"request", "000000000000002a"},
                                                  {"client", "192.0.2.7"},
                                                  {"guest", "abababababababababababababababab"},
                                                  {"ms", "12"}}));
}

TEST(RequestLog, FailuresAndSlowAnswersAreWarnedOf) {
    Kept kept;
    const Request request = request_from("192.0.2.7");
    kept.log.note({request, MeteredRoute::kHealth, {}}, {.status = 503}, 1ms);
    kept.log.note({request, MeteredRoute::kEnter, {}}, {.status = 200}, 1500ms);
    kept.log.note({request, MeteredRoute::kEnter, {}},
                  {.status = 500, .refused = ErrorCode::kInternal}, 1ms);
    ASSERT_EQ(kept.lines.size(), 3U);
    EXPECT_EQ(kept.lines[0].message, "request failed");
    EXPECT_EQ(kept.lines[0].level, LogLevel::kWarning);
    EXPECT_EQ(kept.lines[1].message, "request slow");
    EXPECT_EQ(kept.lines[1].fields["ms"], "1500");
    EXPECT_EQ(kept.lines[2].level, LogLevel::kError);
}

TEST(RequestLog, AFloodOfOneCodeIsCutOffAndCounted) {
    Kept kept{{.lines_per_second = 3}};
    const RequestTrace trace{request_from("192.0.2.7"), MeteredRoute::kStatus, {}};
    for (int i = 0; i < 1000; ++i)
        kept.log.note(trace, kRefused, 1ms);
    EXPECT_EQ(kept.lines.size(), 3U);
    kept.log.note(trace, {.status = 409, .refused = ErrorCode::kLineFull}, 1ms);
    EXPECT_EQ(kept.lines.size(), 4U);  // Each code has its own limit.
    kept.log.next_second();
    ASSERT_EQ(kept.lines.size(), 5U);
    EXPECT_EQ(kept.lines[4].message, "log lines left out");
    EXPECT_EQ(kept.lines[4].fields["code"], "EVENT_NOT_FOUND");
    EXPECT_EQ(kept.lines[4].fields["lines"], "997");
    kept.log.next_second();
    EXPECT_EQ(kept.lines.size(), 5U);
    kept.log.note(trace, kRefused, 1ms);
    EXPECT_EQ(kept.lines.size(), 6U);
}

TEST(RequestLog, EveryActOfAnOperatorIsWritten) {
    Kept kept{{.lines_per_second = 1}};
    for (int i = 0; i < 10; ++i)
        kept.log.note({.who = "socket",
                       .request = "7",
                       .what = "POST /api/admin/keys/rotate",
                       .effect = "A new key.",
                       .result = "done"},
                      {.seq = 12});
    ASSERT_EQ(kept.lines.size(), 10U);
    EXPECT_EQ(kept.lines[9].fields,
              (std::map<std::string, std::string>{{"who", "socket"},
                                                  {"what", "POST /api/admin/keys/rotate"},
                                                  {"effect", "A new key."},
                                                  {"request", "7"},
                                                  {"result", "done"},
                                                  {"audit", "12"},
                                                  {"head", std::string(64, '0')}}));
}

TEST(MeteredReply, ALaterRefusalIsLoggedUnderTheRequestThatAsked) {
    Kept kept;
    LoopMetrics metrics;
    NullReply reply;
    std::optional<GuestId> guest;
    std::optional<LaterReply> later;
    {
        const std::string name = "from-the-proxy";
        Request request = request_from("2001:db8::1");
        request.given_id = name;
        MeteredReply metered{reply, request, metrics, kept.log, guest};
        metered.set_route(MeteredRoute::kEnter);
        guest.emplace();
        later.emplace(metered.later());
    }
    guest.reset();  // The next request belongs to another guest.
    later->answer(kRefused);
    ASSERT_EQ(kept.lines.size(), 1U);
    EXPECT_EQ(kept.lines[0].fields["request"], "from-the-proxy");
    EXPECT_EQ(kept.lines[0].fields["client"], "2001:db8::1");
    EXPECT_EQ(kept.lines[0].fields["guest"], std::string(32, '0'));
    EXPECT_EQ(kept.lines[0].fields["route"], "enter");
}

TEST(RequestId, OfAProxyIsTakenOnlyInAPlainForm) {
    const auto given = [](std::vector<Header> headers) {
        return std::string{given_request_id(headers)};
    };
    EXPECT_EQ(given({{"X-Request-ID", "3f2a-9_B.c"}}), "3f2a-9_B.c");
    EXPECT_EQ(given({{"x-request-id", std::string_view{"a"}}, {"Host", "h"}}), "a");
    const std::string longest(64, 'a');
    EXPECT_EQ(given({{"X-Request-Id", longest}}), longest);
    const std::string too_long(65, 'a');
    for (const std::string_view bad : {"", "a b", "a\"b", "a\\u000a", "a/b", "\xe2\x80\xae"})
        EXPECT_EQ(given({{"X-Request-Id", bad}}), "") << bad;
    EXPECT_EQ(given({{"X-Request-Id", too_long}}), "");
    EXPECT_EQ(given({{"X-Request-Id", "a"}, {"X-Request-Id", "b"}}), "");
}

}  // namespace
}  // namespace onsale::http
