#include "adapter/http/gzip.hpp"

#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <zlib.h>

namespace onsale::http {
namespace {

std::string unpacked(std::string packed, std::size_t size_max) {
    z_stream stream{};
    EXPECT_EQ(inflateInit2(&stream, 15 + 16), Z_OK);
    std::string out(size_max, '\0');
    stream.next_in = reinterpret_cast<Bytef*>(packed.data());
    stream.avail_in = static_cast<uInt>(packed.size());
    stream.next_out = reinterpret_cast<Bytef*>(out.data());
    stream.avail_out = static_cast<uInt>(out.size());
    EXPECT_EQ(inflate(&stream, Z_FINISH), Z_STREAM_END);
    out.resize(stream.total_out);
    inflateEnd(&stream);
    return out;
}

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
