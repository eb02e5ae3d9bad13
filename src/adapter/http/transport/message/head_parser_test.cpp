#include "adapter/http/transport/message/head_parser.hpp"

#include <memory>
#include <string>

#include <gtest/gtest.h>

namespace onsale::http {
namespace {

struct Parsed {
    HeadOutcome outcome;
    std::unique_ptr<RequestHead> head = std::make_unique<RequestHead>();
};

Parsed parse(std::string_view bytes, HeadLimits limits = {}) {
    Parsed parsed;
    parsed.outcome = parse_head(bytes, limits, *parsed.head);
    return parsed;
}

// Tests the header lines with GET and with POST: both must be refused.
void expect_refused(std::string_view header_lines, Refusal refusal,
                    std::string_view version = "HTTP/1.1") {
    for (const std::string method : {"GET", "POST"}) {
        const std::string bytes =
            method + " /a " + std::string{version} + "\r\n" + std::string{header_lines} + "\r\n";
        const Parsed parsed = parse(bytes);
        EXPECT_EQ(parsed.outcome.state, HeadState::kRefused) << bytes;
        EXPECT_EQ(text_of(parsed.outcome.refusal).code, text_of(refusal).code) << bytes;
    }
}

void expect_line_refused(std::string_view bytes, Refusal refusal) {
    const Parsed parsed = parse(bytes);
    EXPECT_EQ(parsed.outcome.state, HeadState::kRefused) << bytes;
    EXPECT_EQ(text_of(parsed.outcome.refusal).code, text_of(refusal).code) << bytes;
}

TEST(HeadParser, ReadsAPlainRequest) {
    const auto parsed = parse("GET /a/b?x=1&y HTTP/1.1\r\nHost: h\r\nX-Token:  t \t\r\n\r\nrest");
    ASSERT_EQ(parsed.outcome.state, HeadState::kParsed);
    EXPECT_EQ(parsed.head->method, Method::kGet);
    EXPECT_EQ(parsed.head->path, "/a/b");
    EXPECT_EQ(parsed.head->query, "x=1&y");
    EXPECT_EQ(parsed.head->size, 51U);
    EXPECT_TRUE(parsed.head->keep_alive);
    EXPECT_EQ(parsed.head->framing, Framing::kNone);
    ASSERT_EQ(parsed.head->headers().size(), 2U);
    EXPECT_EQ(parsed.head->headers()[1].name, "X-Token");
    EXPECT_EQ(parsed.head->headers()[1].value, "t");
}

TEST(HeadParser, ReadsEveryMethod) {
    const std::pair<std::string, Method> methods[] = {
        {"GET", Method::kGet},    {"HEAD", Method::kHead},      {"POST", Method::kPost},
        {"PUT", Method::kPut},    {"PATCH", Method::kPatch},    {"DELETE", Method::kDelete},
        {"BREW", Method::kOther}, {"OPTIONS", Method::kOptions}};
    for (const auto& [name, method] : methods) {
        EXPECT_EQ(parse(name + " / HTTP/1.1\r\nHost: h\r\n\r\n").head->method, method) << name;
    }
}

TEST(HeadParser, ReadsLengthAndChunked) {
    const auto length = parse("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 42\r\n\r\n");
    EXPECT_EQ(length.head->framing, Framing::kLength);
    EXPECT_EQ(length.head->content_length, 42U);
    const auto chunked = parse("POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: Chunked\r\n\r\n");
    EXPECT_EQ(chunked.head->framing, Framing::kChunked);
}

TEST(HeadParser, KeepAliveFollowsVersionAndConnection) {
    const auto keeps = [](std::string version, std::string lines) {
        return parse("GET / " + version + "\r\nHost: h\r\n" + lines + "\r\n").head->keep_alive;
    };
    EXPECT_TRUE(keeps("HTTP/1.1", ""));
    EXPECT_FALSE(keeps("HTTP/1.1", "Connection: close\r\n"));
    EXPECT_FALSE(keeps("HTTP/1.1", "Connection: TE, Close\r\n"));
    EXPECT_FALSE(keeps("HTTP/1.0", ""));
    EXPECT_TRUE(keeps("HTTP/1.0", "Connection: Keep-Alive\r\n"));
    EXPECT_FALSE(keeps("HTTP/1.0", "Connection: keep-alive\r\nConnection: close\r\n"));
}

TEST(HeadParser, EveryPrefixNeedsMore) {
    const std::string bytes = "POST /p?q HTTP/1.1\r\nHost: h\r\nContent-Length: 3\r\nA:\r\n\r\n";
    for (std::size_t size = 0; size < bytes.size(); ++size) {
        const auto parsed = parse(std::string_view{bytes}.substr(0, size));
        EXPECT_EQ(parsed.outcome.state, HeadState::kNeedMore) << size;
    }
}

// The nine forms that Beast 1.81 accepts.
TEST(SmugglingForm, ObsFold) {
    expect_refused("Host: h\r\nX-A: 1\r\n 2\r\n", Refusal::kHeadMalformed);
    expect_refused("Host: h\r\nTransfer-Encoding:\r\n\tchunked\r\n",
                   Refusal::kTransferEncodingRefused);
}
TEST(SmugglingForm, RepeatedEqualContentLength) {
    expect_refused("Host: h\r\nContent-Length: 3\r\nContent-Length: 3\r\n",
                   Refusal::kLengthConflict);
}
TEST(SmugglingForm, ContentLengthList) {
    expect_refused("Host: h\r\nContent-Length: 3, 3\r\n", Refusal::kLengthInvalid);
}
TEST(SmugglingForm, GzipThenChunked) {
    expect_refused("Host: h\r\nTransfer-Encoding: gzip, chunked\r\n",
                   Refusal::kTransferEncodingRefused);
}
TEST(SmugglingForm, IdentityWithALength) {
    expect_refused("Host: h\r\nTransfer-Encoding: identity\r\nContent-Length: 3\r\n",
                   Refusal::kTransferEncodingRefused);
    expect_refused("Host: h\r\nContent-Length: 3\r\nTransfer-Encoding: identity\r\n",
                   Refusal::kLengthConflict);
}
TEST(SmugglingForm, Xchunked) {
    expect_refused("Host: h\r\nTransfer-Encoding: xchunked\r\n", Refusal::kTransferEncodingRefused);
}
TEST(SmugglingForm, NoHost) {
    expect_refused("X-A: 1\r\n", Refusal::kHostRequired);
}
TEST(SmugglingForm, TwoHosts) {
    expect_refused("Host: h\r\nHost: h\r\n", Refusal::kHostRequired);
    expect_refused("Host: h\r\nHost: i\r\n", Refusal::kHostRequired, "HTTP/1.0");
}
TEST(SmugglingForm, TransferEncodingOnHttp10) {
    expect_refused("Host: h\r\nTransfer-Encoding: chunked\r\n", Refusal::kTransferEncodingRefused,
                   "HTTP/1.0");
}

TEST(HeadParser, RefusesLengthBesideChunked) {
    expect_refused("Host: h\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n",
                   Refusal::kLengthConflict);
    expect_refused("Host: h\r\nTransfer-Encoding: chunked\r\nContent-Length: 3\r\n",
                   Refusal::kLengthConflict);
}

TEST(HeadParser, RefusesChunkedTwice) {
    expect_refused("Host: h\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n",
                   Refusal::kTransferEncodingRefused);
    expect_refused("Host: h\r\nTransfer-Encoding: chunked, chunked\r\n",
                   Refusal::kTransferEncodingRefused);
}

TEST(HeadParser, RefusesLengthsThatAreNoNumber) {
    for (const char* value : {"", "+3", "-1", "0x3", "3 3", "3a", "1234567890123456789"}) {
        expect_refused("Host: h\r\nContent-Length: " + std::string{value} + "\r\n",
                       Refusal::kLengthInvalid);
    }
}

TEST(HeadParser, RefusesBrokenHeaderLines) {
    using namespace std::string_literals;
    for (const std::string& line :
         {"Host : h\r\n"s, " Host: h\r\n"s, "\tHost: h\r\n"s, ": h\r\n"s, "Host\r\n"s,
          "Ho st: h\r\n"s, "Host: h\n"s, "Host: h\r\nA: b\rc\r\n"s, "A: b\0c\r\n"s, "A: \x01\r\n"s,
          "A: \x7f\r\n"s, "A\x80: b\r\n"s, "(A): b\r\n"s, "Host: h\r\n\n"s, "Host: h\r\r\n"s}) {
        expect_refused(line, Refusal::kHeadMalformed);
    }
}

TEST(HeadParser, FindsAControlCharacterWhereverAValueHasIt) {
    for (const char control : {'\0', '\x01', '\x0b', '\x1f', '\x7f'})
        for (std::size_t at = 0; at < 24; ++at) {
            std::string value(24, 'v');
            value[at] = control;
            expect_refused("Host: h\r\nA: " + value + "\r\n", Refusal::kHeadMalformed);
        }
}

TEST(HeadParser, TakesTabsAndEveryLetterAboveASpace) {
    std::string value = "a\tb";
    for (int c = 0x21; c < 0x100; ++c)
        if (c != 0x7f) value += static_cast<char>(c);
    const std::string text = "GET / HTTP/1.1\r\nHost: h\r\nA: " + value + "\r\n\r\n";
    const auto parsed = parse(text);  // Its views point into the text.
    ASSERT_EQ(parsed.outcome.state, HeadState::kParsed);
    EXPECT_EQ(parsed.head->headers()[1].value, value);
}

TEST(HeadParser, RefusesHostsThatAreNone) {
    for (const char* host : {"", "a b", "a/b", "a,b", "user@a", "a\"b"}) {
        expect_refused("Host: " + std::string{host} + "\r\n", Refusal::kHostRequired);
    }
}

TEST(HeadParser, RefusesBrokenRequestLines) {
    using namespace std::string_literals;
    for (const std::string& line :
         {"\r\nGET / HTTP/1.1\r\n"s, " GET / HTTP/1.1\r\n"s, "GET  / HTTP/1.1\r\n"s,
          "GET /  HTTP/1.1\r\n"s, "GET / HTTP/1.1 \r\n"s, "GET /\r\n"s, "GET / HTTP/1.1\n"s,
          "G(T / HTTP/1.1\r\n"s, "GET /a#b HTTP/1.1\r\n"s, "GET /a\\b HTTP/1.1\r\n"s,
          "GET /\x80 HTTP/1.1\r\n"s, "GET /a\tb HTTP/1.1\r\n"s, "GET / http/1.1\r\n"s,
          "GET / HTTP/11\r\n"s, "GET / HTTP/1.10\r\n"s, "\x16\x03\x01\x02"s,
          "ABCDEFGHIJKLMNOPQ / HTTP/1.1\r\n"s, "GET\0 / HTTP/1.1\r\n"s}) {
        expect_line_refused(line + "Host: h\r\n\r\n", Refusal::kHeadMalformed);
    }
}

TEST(HeadParser, RefusesTargetsThatAreNoPath) {
    for (const char* line : {"GET http://h/ HTTP/1.1", "CONNECT h:443 HTTP/1.1", "GET * HTTP/1.1",
                             "GET a HTTP/1.1", "OPTIONS ** HTTP/1.1"}) {
        expect_line_refused(std::string{line} + "\r\nHost: h\r\n\r\n", Refusal::kTargetRefused);
    }
}

TEST(HeadParser, TakesTheStarForOptions) {
    EXPECT_EQ(parse("OPTIONS * HTTP/1.1\r\nHost: h\r\n\r\n").outcome.state, HeadState::kParsed);
}

TEST(HeadParser, RefusesOtherVersions) {
    expect_line_refused("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", Refusal::kVersionNotSupported);
    expect_line_refused("GET / HTTP/1.2\r\nHost: h\r\n\r\n", Refusal::kVersionNotSupported);
    expect_line_refused("GET / HTTP/0.9\r\nHost: h\r\n\r\n", Refusal::kVersionNotSupported);
}

TEST(HeadParser, RefusesOtherExpectations) {
    expect_refused("Host: h\r\nExpect: miracles\r\n", Refusal::kExpectationFailed);
}

TEST(HeadParser, RefusesALongTarget) {
    const std::string longest = "/" + std::string(4095, 'a');
    EXPECT_EQ(parse("GET " + longest + " HTTP/1.1\r\nHost: h\r\n\r\n").outcome.state,
              HeadState::kParsed);
    expect_line_refused("GET " + longest + "a", Refusal::kUriTooLong);
}

TEST(HeadParser, RefusesALongHead) {
    const std::string start = "GET / HTTP/1.1\r\nHost: h\r\nA: ";
    const std::string fits = start + std::string(8192 - start.size() - 4, 'a') + "\r\n\r\n";
    EXPECT_EQ(parse(fits).outcome.state, HeadState::kParsed);
    expect_line_refused(start + std::string(8192, 'a'), Refusal::kHeadersTooLarge);
}

TEST(HeadParser, RefusesMoreHeadersThanItHolds) {
    std::string bytes = "GET / HTTP/1.1\r\nHost: h\r\n";
    for (std::size_t i = 1; i < kHeadersMax; ++i) {
        bytes += "A: b\r\n";
    }
    EXPECT_EQ(parse(bytes + "\r\n").outcome.state, HeadState::kParsed);
    expect_line_refused(bytes + "A: b\r\n\r\n", Refusal::kHeadersTooLarge);
}

}  // namespace
}  // namespace onsale::http
