#include "adapter/http_client/request_check.hpp"

#include <gtest/gtest.h>

namespace onsale::http_client {
namespace {

Request get(std::string url) {
    return {.url = std::move(url)};
}

Request with(Header header) {
    Request request = get("http://h/");
    request.headers.push_back(std::move(header));
    return request;
}

TEST(RequestCheck, AcceptsWhatIsHttp) {
    EXPECT_EQ(fault_in(get("https://h:1/a?b=%20")), std::nullopt);
    EXPECT_EQ(fault_in(with({"X-Onsale-Request", "a\tb \xC3\xA9"})), std::nullopt);
    EXPECT_EQ(fault_in(with({"Cookie", ""})), std::nullopt);
}

TEST(RequestCheck, RefusesALineBreakInAHeader) {
    EXPECT_TRUE(fault_in(with({"X-A", "b\r\nX-C: d"})));
    EXPECT_TRUE(fault_in(with({"X-A", "b\nX-C: d"})));
    EXPECT_TRUE(fault_in(with({"X-A", "b\r"})));
    EXPECT_TRUE(fault_in(with({"X-A\r\nX-C", "d"})));
    EXPECT_TRUE(fault_in(with({"X-A", std::string{"b\0c", 3}})));
}

TEST(RequestCheck, RefusesANameThatIsNoToken) {
    for (const char* const name : {"", "X A", "X:A", "X;", "X\t", "\xC3\xA9"})
        EXPECT_TRUE(fault_in(with({name, "b"}))) << name;
}

TEST(RequestCheck, RefusesHeadersThatSayWhereTheRequestEnds) {
    for (const char* const name : {"Content-Length", "transfer-encoding", "Connection", "Expect"})
        EXPECT_TRUE(fault_in(with({name, "1"}))) << name;
}

TEST(RequestCheck, RefusesUrlsOfOtherKinds) {
    for (const char* const url : {"", "h/", "ftp://h/", "file:///etc/passwd", "HTTP://h/",
                                  "http://h/a b", "http://h/a\r\nX-C: d", "http://h/\x7F"})
        EXPECT_TRUE(fault_in(get(url))) << url;
    EXPECT_TRUE(fault_in(get("http://h/" + std::string(20'000, 'a'))));
}

TEST(RequestCheck, RefusesOtherMethods) {
    for (const char* const method : {"", "HEAD", "CONNECT", "get", "GET /\r\n"}) {
        Request request = get("http://h/");
        request.method = method;
        EXPECT_TRUE(fault_in(request)) << method;
    }
}

TEST(RequestCheck, RefusesASocketPathThatTheSystemCannotUse) {
    Request request = get("http://h/");
    request.unix_socket = "/" + std::string(107, 'a');
    EXPECT_TRUE(fault_in(request));
    request.unix_socket = "/" + std::string(106, 'a');
    EXPECT_FALSE(fault_in(request));
}

TEST(RequestCheck, RefusesTooManyHeaders) {
    Request request = get("http://h/");
    request.headers.assign(101, {"X-A", "b"});
    EXPECT_TRUE(fault_in(request));
}

}  // namespace
}  // namespace onsale::http_client
