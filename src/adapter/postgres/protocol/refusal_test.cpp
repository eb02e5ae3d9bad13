#include "adapter/postgres/protocol/refusal.hpp"

#include <gtest/gtest.h>

namespace onsale::postgres {
namespace {

enum class Error { kUnknownEvent, kUnavailable, kOutcomeUnknown };
struct Details {
    Error error{};
    std::string field{};
};
using Plain = Result<int, Error>;
using Detailed = Result<int, Details>;

TEST(Refusal, SaysWhetherTheWorkMayBeDone) {
    const auto certain = CallError::unavailable(CallCause::kNotConnected);
    const auto unknown = CallError::unknown(CallCause::kDeadline);
    EXPECT_EQ(refused<Plain>(certain).error(), Error::kUnavailable);
    EXPECT_EQ(refused<Plain>(unknown).error(), Error::kOutcomeUnknown);
    EXPECT_EQ(refused<Detailed>(certain).error().error, Error::kUnavailable);
    EXPECT_EQ(refused<Detailed>(unknown).error().error, Error::kOutcomeUnknown);
}

}  // namespace
}  // namespace onsale::postgres
