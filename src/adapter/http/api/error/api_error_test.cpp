#include "adapter/http/api/error/api_error.hpp"

#include <set>
#include <vector>

#include <gtest/gtest.h>

namespace onsale::http {
namespace {

TEST(ApiError, EveryCodeIsUniqueAndWordedInBothLanguages) {
    std::set<std::string_view> codes;
    for (std::size_t i = 0; i < kErrorCodes; ++i) {
        const ErrorEntry& error = entry(static_cast<ErrorCode>(i));
        EXPECT_TRUE(codes.insert(error.code).second) << error.code;
        EXPECT_GE(error.status, 400) << error.code;
        EXPECT_FALSE(error.english.empty() || error.korean.empty()) << error.code;
        EXPECT_EQ(error_named(error.code), static_cast<ErrorCode>(i));
    }
}

TEST(ApiError, TheMessageFollowsTheFirstLanguageTheGuestNames) {
    const auto language = [](std::string_view accepted) {
        const std::vector<Header> headers = {{"Accept-Language", accepted}};
        Request request;
        request.headers = headers;
        return language_of(request);
    };
    EXPECT_EQ(language("ko-KR,ko;q=0.9,en;q=0.8"), Language::kKorean);
    EXPECT_EQ(language("en-US,en;q=0.9,ko;q=0.8"), Language::kEnglish);
    EXPECT_EQ(language(""), Language::kEnglish);
}

}  // namespace
}  // namespace onsale::http
