#include "adapter/http_client/answer_reader.hpp"

#include <string>

#include <gtest/gtest.h>

namespace onsale::http_client {
namespace {

TEST(AnswerReader, KeepsHeadersInTheirOrder) {
    AnswerReader reader{100};
    for (const char* const line : {"HTTP/1.1 200 OK\r\n", "Set-Cookie: a=1\r\n",
                                   "Set-Cookie:b=2 \r\n", "Empty:\r\n", "\r\n"})
        EXPECT_TRUE(reader.take_line(line));
    const Answer answer = reader.finish(200);
    EXPECT_EQ(answer.headers,
              (std::vector<Header>{{"Set-Cookie", "a=1"}, {"Set-Cookie", "b=2"}, {"Empty", ""}}));
    EXPECT_EQ(answer.header("set-cookie"), "a=1");
    EXPECT_EQ(answer.header("Location"), "");
}

TEST(AnswerReader, ForgetsInterimAnswersAndTrailers) {
    AnswerReader reader{100};
    for (const char* const line : {"HTTP/1.1 103 Early Hints\r\n", "Link: x\r\n", "\r\n",
                                   "HTTP/1.1 200 OK\r\n", "A: b\r\n", "\r\n", "Trailer: t\r\n"})
        EXPECT_TRUE(reader.take_line(line));
    EXPECT_EQ(reader.finish(200).headers, (std::vector<Header>{{"A", "b"}}));
}

TEST(AnswerReader, KnowsWhetherTheHeadIsComplete) {
    AnswerReader reader{100};
    EXPECT_FALSE(reader.is_head_complete());
    for (const char* const line : {"HTTP/1.1 100 Continue\r\n", "\r\n", "HTTP/1.1 200 OK\r\n"})
        EXPECT_TRUE(reader.take_line(line));
    EXPECT_FALSE(reader.is_head_complete());
    EXPECT_TRUE(reader.take_line("\r\n"));
    EXPECT_TRUE(reader.is_head_complete());
}

TEST(AnswerReader, StopsAtItsLimitOfLines) {
    AnswerReader reader{100};
    int taken = 0;
    while (reader.take_line("A: b\r\n"))
        ++taken;
    EXPECT_EQ(taken, 128);
    EXPECT_TRUE(reader.is_head_too_large());
}

TEST(AnswerReader, StopsAtItsLimitOfBytes) {
    AnswerReader reader{100};
    const std::string line = "A: " + std::string(40'000, 'b') + "\r\n";
    EXPECT_TRUE(reader.take_line(line));
    EXPECT_FALSE(reader.take_line(line));
    EXPECT_TRUE(reader.is_head_too_large());
}

TEST(AnswerReader, TakesABodyUpToItsLimit) {
    AnswerReader reader{5};
    EXPECT_TRUE(reader.take_body("abc"));
    EXPECT_TRUE(reader.take_body("de"));
    EXPECT_FALSE(reader.take_body("f"));
    EXPECT_TRUE(reader.is_body_too_large());
    EXPECT_EQ(reader.finish(200).body, "abcde");
}

}  // namespace
}  // namespace onsale::http_client
