#include "adapter/http/transport/message/client_address.hpp"

#include <stdexcept>
#include <vector>

#include <gtest/gtest.h>

namespace onsale::http {
namespace {

ClientAddress at(std::string_view text) {
    const auto address = parse_address(text);
    EXPECT_TRUE(address) << text;
    return address.value_or(ClientAddress{});
}

TrustedProxies trusting(std::vector<std::string> blocks) {
    return TrustedProxies{blocks};
}

std::string client(const TrustedProxies& proxies, std::vector<std::string> forwarded) {
    std::vector<Header> headers{{"Host", "h"}};
    for (const std::string& value : forwarded) {
        headers.push_back({"X-Forwarded-For", value});
    }
    return to_string(proxies.client_of(at("10.0.0.1"), headers));
}

TEST(ClientAddress, ReadsAndWritesBothFamilies) {
    for (const char* text : {"1.2.3.4", "2001:db8::1", "::1"}) {
        EXPECT_EQ(to_string(at(text)), text);
    }
    EXPECT_EQ(to_string(at("1.2.3.4:8080")), "1.2.3.4");
    EXPECT_EQ(to_string(at("[2001:db8::1]:80")), "2001:db8::1");
}

TEST(ClientAddress, MappedIpv4IsTheSameAsPlain) {
    EXPECT_EQ(at("::ffff:1.2.3.4"), at("1.2.3.4"));
}

TEST(ClientAddress, RefusesWhatIsNoAddress) {
    for (const char* text : {"", "unknown", "1.2.3", "1.2.3.4.5", "1.2.3.256", "[::1", "::g",
                             "1111:2222:3333:4444:5555:6666:7777:8888:9999:aaaa:bbbb"}) {
        EXPECT_FALSE(parse_address(text)) << text;
    }
}

TEST(ClientAddress, LimiterKeyIsTheWholeIpv4Address) {
    EXPECT_NE(limiter_key(at("1.2.3.4")), limiter_key(at("1.2.3.5")));
}

TEST(ClientAddress, LimiterKeyOfIpv6IsItsSixtyFour) {
    EXPECT_EQ(limiter_key(at("2001:db8:0:1::1")), limiter_key(at("2001:db8:0:1:ffff::2")));
    EXPECT_NE(limiter_key(at("2001:db8:0:1::1")), limiter_key(at("2001:db8:0:2::1")));
}

TEST(TrustedProxies, KnowsItsBlocks) {
    const auto proxies = trusting({"10.0.0.0/8", "192.168.1.7", "2001:db8::/33"});
    EXPECT_TRUE(proxies.contains(at("10.255.0.1")));
    EXPECT_TRUE(proxies.contains(at("::ffff:10.1.1.1")));
    EXPECT_FALSE(proxies.contains(at("11.0.0.1")));
    EXPECT_TRUE(proxies.contains(at("192.168.1.7")));
    EXPECT_FALSE(proxies.contains(at("192.168.1.6")));
    EXPECT_TRUE(proxies.contains(at("2001:db8:7fff::1")));
    EXPECT_FALSE(proxies.contains(at("2001:db8:8000::1")));
}

TEST(TrustedProxies, NamesABadBlock) {
    for (const char* block :
         {"x", "10.0.0.0/33", "10.0.0.0/", "::/129", "10.0.0.0/-1", "1.2.3.4/8x"}) {
        EXPECT_THROW(trusting({block}), std::invalid_argument) << block;
    }
}

TEST(TrustedProxies, TheRightmostUntrustedAddressIsTheClient) {
    const auto proxies = trusting({"10.0.0.0/8"});
    EXPECT_EQ(client(proxies, {"203.0.113.9"}), "203.0.113.9");
    EXPECT_EQ(client(proxies, {"203.0.113.9, 10.0.0.2,10.0.0.3"}), "203.0.113.9");
}

TEST(TrustedProxies, AttackerTextAtTheLeftIsIgnored) {
    const auto proxies = trusting({"10.0.0.0/8"});
    EXPECT_EQ(client(proxies, {"8.8.8.8, 10.0.0.9, 203.0.113.9"}), "203.0.113.9");
    EXPECT_EQ(client(proxies, {"\"><script>, 203.0.113.9, 10.0.0.2"}), "203.0.113.9");
}

TEST(TrustedProxies, RepeatedHeadersAreOneList) {
    const auto proxies = trusting({"10.0.0.0/8"});
    EXPECT_EQ(client(proxies, {"8.8.8.8", "203.0.113.9, 10.0.0.2"}), "203.0.113.9");
    EXPECT_EQ(client(proxies, {"8.8.8.8, 203.0.113.9", "10.0.0.2"}), "203.0.113.9");
}

TEST(TrustedProxies, GarbageFallsBackToTheHopThatSaidIt) {
    const auto proxies = trusting({"10.0.0.0/8"});
    EXPECT_EQ(client(proxies, {"8.8.8.8, unknown, 10.0.0.2"}), "10.0.0.2");
    EXPECT_EQ(client(proxies, {"8.8.8.8, "}), "10.0.0.1");
}

TEST(TrustedProxies, WithoutTheHeaderThePeerIsTheClient) {
    EXPECT_EQ(client(trusting({"10.0.0.0/8"}), {}), "10.0.0.1");
}

TEST(ForwardedProto, TheNearestWordCounts) {
    const auto https = [](std::string_view value) {
        const Header header{"X-Forwarded-Proto", value};
        return forwarded_as_https({&header, 1});
    };
    EXPECT_TRUE(https("https"));
    EXPECT_TRUE(https("http, HTTPS"));
    EXPECT_FALSE(https("https, http"));
    EXPECT_FALSE(https(""));
    EXPECT_FALSE(forwarded_as_https({}));
}

}  // namespace
}  // namespace onsale::http
