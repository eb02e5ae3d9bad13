#include "adapter/http/api/context/cached_time.hpp"

#include <gtest/gtest.h>

#include "base/time_text.hpp"

namespace onsale::http {
namespace {

using namespace std::chrono_literals;

const Instant kNow = instant_from_ms(1'794'000'000'123);

TEST(TimeText, IsTheSameAsTheSlowWayAcrossSeconds) {
    TimeText text;
    for (const auto step : {0ms, 1ms, 876ms, 877ms, 999ms, 1000ms, 3'600'000ms}) {
        std::string out;
        text.append(out, kNow + step);
        EXPECT_EQ(out, format_iso_time(kNow + step));
    }
}

}  // namespace
}  // namespace onsale::http
