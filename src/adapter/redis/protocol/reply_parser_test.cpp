#include "adapter/redis/protocol/reply_parser.hpp"

#include <vector>

#include <gtest/gtest.h>

namespace onsale::redis {
namespace {

// Feeds the parser byte by byte, so that every reply is split at every position.
std::vector<Reply> parse_in_pieces(std::string_view bytes) {
    ReplyParser parser;
    std::vector<Reply> replies;
    for (const char byte : bytes) {
        parser.feed({&byte, 1});
        auto reply = parser.next();
        EXPECT_TRUE(reply.has_value()) << reply.error();
        if (reply && *reply) replies.push_back(std::move(**reply));
    }
    return replies;
}

TEST(ReplyParser, ReadsEveryKindInAnyPieces) {
    const std::vector<Reply> wanted = {
        Reply::status("OK"), Reply::error("ERR no"), Reply::integer_of(-7), Reply::bulk("abc"),
        Reply::bulk(""),     Reply::nil(),           Reply::nil(),          Reply::array({})};
    EXPECT_EQ(
        parse_in_pieces("+OK\r\n-ERR no\r\n:-7\r\n$3\r\nabc\r\n$0\r\n\r\n$-1\r\n*-1\r\n*0\r\n"),
        wanted);
}

TEST(ReplyParser, KeepsAnyByteOfABulkString) {
    using namespace std::string_literals;
    EXPECT_EQ(parse_in_pieces("$5\r\na\0\r\nb\r\n"s), std::vector{Reply::bulk("a\0\r\nb"s)});
}

TEST(ReplyParser, ReadsNestedArrays) {
    const auto replies = parse_in_pieces("*3\r\n:1\r\n*2\r\n$1\r\na\r\n$-1\r\n-ERR no\r\n");
    const auto inner = Reply::array({Reply::bulk("a"), Reply::nil()});
    EXPECT_EQ(replies,
              std::vector{Reply::array({Reply::integer_of(1), inner, Reply::error("ERR no")})});
}

TEST(ReplyParser, GivesSeveralRepliesOfOneRead) {
    ReplyParser parser;
    parser.feed(":1\r\n:2\r\n:");
    EXPECT_EQ(**parser.next(), Reply::integer_of(1));
    EXPECT_EQ(**parser.next(), Reply::integer_of(2));
    EXPECT_EQ(*parser.next(), std::nullopt);
}

TEST(ReplyParser, SaysWhatIsWrong) {
    ReplyParser parser;
    parser.feed("HTTP/1.1 400 Bad Request\r\n");
    EXPECT_NE(parser.next().error().find("Protocol error"), std::string::npos);
}

TEST(ReplyParser, RefusesAReplyBeyondItsLimit) {
    ReplyParser parser{100};
    parser.feed("$1000\r\n" + std::string(200, 'x'));
    EXPECT_FALSE(parser.next().has_value());
}

TEST(ReplyParser, FreesAnUnfinishedReply) {
    ReplyParser parser;
    parser.feed("*2\r\n$1\r\na\r\n");  // The address sanitizer checks that it is freed.
    EXPECT_EQ(*parser.next(), std::nullopt);
}

}  // namespace
}  // namespace onsale::redis
