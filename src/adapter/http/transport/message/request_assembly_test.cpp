#include "adapter/http/transport/message/request_assembly.hpp"

#include <memory>
#include <string>

#include <gtest/gtest.h>

namespace onsale::http {
namespace {

using State = RequestAssembly::State;

constexpr std::string_view kChunkedHead =
    "POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n";
constexpr std::string_view kLengthHead = "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: ";

struct Assembled {
    State state = State::kNeedMore;
    std::string body;
    std::string rest;
    Refusal refusal = Refusal::kHeadMalformed;
};

// Feeds the bytes in pieces of the given size, as a connection does.
Assembled assemble(std::string_view bytes, std::size_t piece, std::size_t body_max = 64) {
    RequestAssembly assembly;
    const auto head = std::make_unique<RequestHead>();
    std::string buffer;
    Assembled result;
    while (!bytes.empty() && result.state == State::kNeedMore) {
        buffer += bytes.substr(0, piece);
        bytes.remove_prefix(std::min(piece, bytes.size()));
        std::string moved = buffer;  // The buffer is at another address each time.
        result.state = assembly.advance(moved, {.head = {}, .body_max = body_max}, *head);
        buffer = moved;
        if (result.state == State::kNeedMore) buffer.resize(assembly.settle(buffer.size()));
        if (result.state == State::kComplete) {
            EXPECT_EQ(head->path, "/");
            result.body = assembly.body(moved);
            result.rest = buffer.substr(assembly.used()) + std::string{bytes};
        }
    }
    result.refusal = assembly.refusal();
    return result;
}

std::string chunked(std::string_view body) {
    return std::string{kChunkedHead} + std::string{body};
}

TEST(RequestAssembly, TakesABodyByLength) {
    const std::string bytes = std::string{kLengthHead} + "5\r\n\r\nhelloGET";
    for (std::size_t piece = 1; piece <= bytes.size(); ++piece) {
        const Assembled got = assemble(bytes, piece);
        EXPECT_EQ(got.state, State::kComplete) << piece;
        EXPECT_EQ(got.body, "hello") << piece;
        EXPECT_EQ(got.rest, "GET") << piece;
    }
}

TEST(RequestAssembly, DecodesChunksInPiecesOfAnySize) {
    const std::string bytes = chunked("5\r\nhello\r\nB\r\n, you there\r\n0\r\n\r\nGET");
    for (std::size_t piece = 1; piece <= bytes.size(); ++piece) {
        const Assembled got = assemble(bytes, piece);
        EXPECT_EQ(got.state, State::kComplete) << piece;
        EXPECT_EQ(got.body, "hello, you there") << piece;
        EXPECT_EQ(got.rest, "GET") << piece;
    }
}

TEST(RequestAssembly, TakesAnEmptyChunkedBody) {
    const Assembled got = assemble(chunked("0\r\n\r\n"), 1);
    EXPECT_EQ(got.state, State::kComplete);
    EXPECT_EQ(got.body, "");
}

TEST(RequestAssembly, RefusesBrokenChunks) {
    for (const char* body :
         {"\r\n", "g\r\n", "0x5\r\nhello\r\n", "5 \r\nhello\r\n", " 5\r\n", ";a\r\n",
          "5\nhello\r\n", "5\r\nhelloX\r\n", "5\r\nhello\n", "5\r\nhello\r\r", "-1\r\n",
          "0000005\r\nhello\r\n", "0\r\nTrailer: x\r\n\r\n", "0\r\n\n", "5\r\rhello"}) {
        for (const std::size_t piece : {std::size_t{1}, std::size_t{4096}}) {
            const Assembled got = assemble(chunked(body), piece);
            EXPECT_EQ(got.state, State::kRefused) << body;
            EXPECT_EQ(text_of(got.refusal).code, "CHUNK_MALFORMED") << body;
        }
    }
}

// RFC 9112 section 7.1.1: a recipient ignores unknown extensions.
TEST(RequestAssembly, PassesOverChunkExtensions) {
    const std::string bytes = chunked(
        "5;a=b;c\r\nhello\r\n2 ; name = \"x;y\"\r\n, \r\n3\t;q=1\r\nyou\r\n0;last\r\n\r\nGET");
    for (std::size_t piece = 1; piece <= bytes.size(); ++piece) {
        const Assembled got = assemble(bytes, piece);
        EXPECT_EQ(got.state, State::kComplete) << piece;
        EXPECT_EQ(got.body, "hello, you") << piece;
        EXPECT_EQ(got.rest, "GET") << piece;
    }
}

// Parsers have disagreed about the end of an extension's line, which allowed request smuggling.
TEST(RequestAssembly, RefusesBrokenChunkExtensions) {
    using namespace std::string_literals;
    for (const std::string& body :
         {"5;a\nhello\r\n"s, "5;a\rhello\r\n"s, "5;a\r\rhello\r\n"s, "5;a\r \nhello\r\n"s,
          "5;\nb\r\nhello\r\n"s, "5;\r\nhello\r\n"s, "5; \r\nhello\r\n"s, "5;a=\r\nhello\r\n"s,
          "5;a \r\nhello\r\n"s, "5 a\r\nhello\r\n"s, "5;a\0b\r\nhello\r\n"s, "5;\x7f\r\nhello\r\n"s,
          "5;\x0b\r\nhello\r\n"s, "0;a\n\r\n"s, "0;a\r\nTrailer: x\r\n\r\n"s}) {
        for (const std::size_t piece : {std::size_t{1}, std::size_t{4096}}) {
            const Assembled got = assemble(chunked(body), piece);
            EXPECT_EQ(got.state, State::kRefused) << body;
            EXPECT_EQ(text_of(got.refusal).code, "CHUNK_MALFORMED") << body;
        }
    }
}

TEST(RequestAssembly, TakesSoMuchOfExtensionsAndNoMore) {
    const auto one_byte = [](std::size_t extension) {
        return "1;" + std::string(extension - 1, 'e') + "\r\nx\r\n";
    };
    EXPECT_EQ(assemble(chunked(one_byte(1024) + "0\r\n\r\n"), 7).state, State::kComplete);
    EXPECT_EQ(assemble(chunked(one_byte(1025)), 7).state, State::kRefused);
    // The limit applies to all chunks together, so many small extensions do not bypass it.
    EXPECT_EQ(assemble(chunked(one_byte(1000) + one_byte(24) + "0\r\n\r\n"), 7).state,
              State::kComplete);
    EXPECT_EQ(assemble(chunked(one_byte(1000) + one_byte(25)), 7).state, State::kRefused);
}

TEST(RequestAssembly, RefusesALargeLengthBeforeTheBodyComes) {
    EXPECT_EQ(assemble(std::string{kLengthHead} + "64\r\n\r\n", 4096).state, State::kNeedMore);
    const Assembled got = assemble(std::string{kLengthHead} + "65\r\n\r\n", 4096);
    EXPECT_EQ(got.state, State::kRefused);
    EXPECT_EQ(got.refusal, Refusal::kBodyTooLarge);
}

TEST(RequestAssembly, RefusesChunksWhoseSumIsTooLarge) {
    const std::string chunk = "20\r\n" + std::string(32, 'x') + "\r\n";
    EXPECT_EQ(assemble(chunked(chunk + chunk + "0\r\n\r\n"), 7).state, State::kComplete);
    const Assembled got = assemble(chunked(chunk + chunk + "1\r\n"), 7);
    EXPECT_EQ(got.state, State::kRefused);
    EXPECT_EQ(got.refusal, Refusal::kBodyTooLarge);
}

TEST(RequestAssembly, AsksToContinueOnlyWhileNoBodyHasCome) {
    std::string bytes =
        "POST / HTTP/1.1\r\nHost: h\r\nExpect: 100-continue\r\nContent-Length: 5\r\n\r\n";
    RequestAssembly assembly;
    RequestHead head;
    EXPECT_EQ(assembly.advance(bytes, {.head = {}, .body_max = 64}, head), State::kNeedMore);
    EXPECT_TRUE(assembly.wants_continue());
    bytes += "he";
    EXPECT_EQ(assembly.advance(bytes, {.head = {}, .body_max = 64}, head), State::kNeedMore);
    EXPECT_FALSE(assembly.wants_continue());
}

}  // namespace
}  // namespace onsale::http
