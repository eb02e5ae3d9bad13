#include "adapter/http/api/context/gzip.hpp"

#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "adapter/http/api/context/test_unpack.hpp"

namespace onsale::http {
namespace {

using testing::unpacked;

bool accepted(std::vector<std::string_view> values) {
    std::vector<Header> headers;
    for (const std::string_view value : values) {
        headers.push_back({"Accept-Encoding", value});
    }
    Request request;
    request.headers = headers;
    return accepts_gzip(request);
}

TEST(Gzip, ComesBackAsItWas) {
    std::string body;
    for (int i = 0; i < 5000; ++i) {
        body += "seat " + std::to_string(i) + ", ";
    }
    const std::string packed = gzip(body);
    EXPECT_LT(packed.size(), body.size() / 2);
    EXPECT_EQ(unpacked(packed, body.size() + 1), body);
}

TEST(Gzip, PacksNothing) {
    EXPECT_EQ(unpacked(gzip(""), 10), "");
}

std::string sample(std::size_t size) {
    std::string text;
    std::uint32_t random = 1;
    while (text.size() < size) {
        random = random * 1'664'525 + 1'013'904'223;
        text += static_cast<char>('a' + (random >> 28));
    }
    return text;
}

TEST(GzipStart, ComesBackWithEachEnding) {
    for (const std::size_t start : {0U, 1U, 100U, 65'535U, 200'000U}) {
        const std::string text = sample(start);
        const GzipStart packed{text};
        for (const std::size_t end : {0U, 1U, 300U, 65'534U, 65'535U, 65'536U, 140'000U}) {
            const std::string ending = sample(end);
            std::string member;
            packed.append_with(member, ending);
            EXPECT_EQ(unpacked(member, start + end + 1), text + ending) << start << ' ' << end;
        }
    }
}

TEST(GzipStart, AppendsToWhatIsThere) {
    const GzipStart packed{"seats"};
    std::string out = "before";
    packed.append_with(out, "!");
    EXPECT_EQ(out.substr(0, 6), "before");
    EXPECT_EQ(unpacked(out.substr(6), 10), "seats!");
}

TEST(GzipStart, AnEndingCostsItsOwnBytesAndAFewMore) {
    const GzipStart packed{sample(10'000)};
    std::string member;
    packed.append_with(member, sample(300));
    EXPECT_EQ(member.size(), packed.size() + 300 + 5 + 8);
}

TEST(AcceptsGzip, WhenSaid) {
    for (const char* value : {"gzip", "br, GZIP", "gzip;q=0.001", "gzip ; q=1.000", "*",
                              "br;q=0, *", "deflate, gzip;q=1.0"}) {
        EXPECT_TRUE(accepted({value})) << value;
    }
    EXPECT_TRUE(accepted({"br", "gzip"}));
}

TEST(AcceptsGzip, NotWhenRefusedOrUnsaid) {
    for (const char* value : {"", "br", "gzip;q=0", "gzip;q=0.000", "*;q=0", "gzip;q=0, *", "xgzip",
                              "gzip;q=2", "gzip;q=1.001", "gzip;q=0.0001", "gzip;q=", "gzip;x=1"}) {
        EXPECT_FALSE(accepted({value})) << value;
    }
    EXPECT_FALSE(accepted({}));
}

}  // namespace
}  // namespace onsale::http
