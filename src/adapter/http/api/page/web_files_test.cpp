#include "adapter/http/api/page/web_files.hpp"

#include <boost/asio/io_context.hpp>
#include <gtest/gtest.h>

#include "adapter/http/api/context/test_reply.hpp"
#include "adapter/http/api/page/test_web_files.hpp"

namespace onsale::http {
namespace {

using testing::Answered;
using testing::test_web_files;

Answered send(const WebFile& file, std::vector<Header> headers) {
    struct Sender : Handler {
        explicit Sender(const WebFile& sent) : file(sent) {}
        void handle(const Request& request, Reply& reply) override {
            send_web_file(request, reply, file, "X-Line: 1\r\n");
        }
        const WebFile& file;
    };
    Sender sender{file};
    boost::asio::io_context loop;
    return testing::call(sender, loop, {}, std::move(headers));
}

const WebFile& script() {
    return *test_web_files().asset("/assets/queue-AB12.js");
}

TEST(WebFiles, ArePagesOfALanguageAndAssetsByPath) {
    EXPECT_EQ(test_web_files().page(WebPage::kQueue, Language::kEnglish)->body, "<p>queue</p>");
    EXPECT_EQ(test_web_files().page(WebPage::kQueue, Language::kKorean)->body, "<p>ko queue</p>");
    EXPECT_EQ(script().body, "script");
}

TEST(WebFiles, AFileThatWasNotBuiltIsNull) {
    EXPECT_EQ(test_web_files().page(WebPage::kHome, Language::kKorean), nullptr);
    for (const char* path : {"/assets/", "/assets/queue-AB12", "/assets/z.js",
                             "/pages/en/queue.html", "/assets/../pages/en/queue.html"})
        EXPECT_EQ(test_web_files().asset(path), nullptr) << path;
}

TEST(WebFiles, EachClientGetsTheSmallestThatItTakes) {
    EXPECT_EQ(send(script(), {{"Accept-Encoding", "gzip, deflate, br, zstd"}}).body, "br");
    EXPECT_EQ(send(script(), {{"Accept-Encoding", "gzip, deflate"}}).body, "gz");
    EXPECT_EQ(send(script(), {{"Accept-Encoding", "br;q=0, gzip;q=0.5"}}).body, "gz");
    EXPECT_EQ(send(script(), {{"Accept-Encoding", "identity"}}).body, "script");
    EXPECT_EQ(send(script(), {}).body, "script");
}

TEST(WebFiles, SayTheirEncodingAndThatItDependsOnTheClient) {
    const Answered packed = send(script(), {{"Accept-Encoding", "br"}});
    EXPECT_TRUE(packed.says("Content-Encoding: br\r\n")) << packed.headers;
    EXPECT_TRUE(packed.says("X-Line: 1\r\n"));
    const Answered plain = send(script(), {});
    EXPECT_FALSE(plain.says("Content-Encoding"));
    for (const Answered& answer : {packed, plain})
        EXPECT_TRUE(answer.says("Vary: Accept-Encoding\r\n"));
}

TEST(WebFiles, AFileThatPackingDoesNotShrinkIsSentAsItIs) {
    const WebFile& tiny = *test_web_files().asset("/assets/tiny-CD34.css");
    const Answered answer = send(tiny, {{"Accept-Encoding", "br, gzip"}});
    EXPECT_EQ(answer.body, "tiny");
    EXPECT_FALSE(answer.says("Content-Encoding"));
}

TEST(WebFiles, EveryEncodingHasATagOfItsOwn) {
    EXPECT_TRUE(send(script(), {}).says("ETag: \"a1\"\r\n"));
    EXPECT_TRUE(send(script(), {{"Accept-Encoding", "gzip"}}).says("ETag: \"a1-gzip\"\r\n"));
    EXPECT_TRUE(send(script(), {{"Accept-Encoding", "br"}}).says("ETag: \"a1-br\"\r\n"));
}

TEST(WebFiles, ABrowserThatHasTheFileGets304) {
    const Answered same =
        send(script(), {{"Accept-Encoding", "br"}, {"If-None-Match", "\"x\", \"a1-br\""}});
    EXPECT_EQ(same.status, 304);
    EXPECT_TRUE(same.body.empty());
    EXPECT_TRUE(same.says("ETag: \"a1-br\"\r\n"));
    EXPECT_TRUE(same.says("X-Line: 1\r\n"));
    EXPECT_FALSE(same.says("Content-Encoding"));
    EXPECT_EQ(send(script(), {{"If-None-Match", "\"a1-br\""}}).status, 200);
}

}  // namespace
}  // namespace onsale::http
