#include "base/result.hpp"

#include <memory>
#include <string>
#include <type_traits>
#include <utility>

#include <gtest/gtest.h>

namespace onsale {
namespace {

enum class Reason { kLate, kFull };

using Named = Result<std::string, Reason>;
using Done = Result<void, Reason>;

constexpr const char* kNoError = "broken invariant: !self.has_value\\(\\)";
constexpr const char* kNoValue = "broken invariant: self.has_value\\(\\)";

TEST(Result, GivesTheValue) {
    const Named seat{"A1"};
    EXPECT_EQ(*seat, "A1");
}

TEST(Result, GivesTheMembersOfTheValue) {
    const Named seat{"A1"};
    EXPECT_EQ(seat->size(), 2U);
}

TEST(Result, GivesTheError) {
    const Named seat = fail(Reason::kFull);
    EXPECT_EQ(seat.error(), Reason::kFull);
}

TEST(Result, TheValueCanBeChangedInPlace) {
    Named seat{"A1"};
    seat->back() = '2';
    *seat += "b";
    EXPECT_EQ(*seat, "A2b");
}

TEST(Result, TheValueCanBeMovedOut) {
    Result<std::unique_ptr<int>, Reason> owned{std::make_unique<int>(7)};
    const std::unique_ptr<int> taken = *std::move(owned);
    EXPECT_EQ(*taken, 7);
}

TEST(Result, TheErrorCanBeMovedOut) {
    Result<int, std::unique_ptr<int>> failed = fail(std::make_unique<int>(7));
    const std::unique_ptr<int> taken = std::move(failed).error();
    EXPECT_EQ(*taken, 7);
}

TEST(Result, KeepsTheQualifiersOfTheObjectItIsReadFrom) {
    static_assert(std::is_same_v<decltype(*std::declval<Named&>()), std::string&>);
    static_assert(std::is_same_v<decltype(*std::declval<const Named&>()), const std::string&>);
    static_assert(std::is_same_v<decltype(*std::declval<Named>()), std::string&&>);
    static_assert(std::is_same_v<decltype(std::declval<Named&>().error()), Reason&>);
    static_assert(std::is_same_v<decltype(std::declval<const Named&>().error()), const Reason&>);
    static_assert(std::is_same_v<decltype(std::declval<Named>().error()), Reason&&>);
}

TEST(Result, IsReadWhileCompiling) {
    static_assert(*Result<int, Reason>{7} == 7);
    static_assert(Result<int, Reason>{std::unexpect, Reason::kFull}.error() == Reason::kFull);
    static_assert(Done{std::unexpect, Reason::kFull}.error() == Reason::kFull);
}

TEST(ResultDeathTest, TheErrorOfASuccessEndsTheProcess) {
    const Named seat{"A1"};
    EXPECT_DEATH(static_cast<void>(seat.error()), kNoError);
}

TEST(ResultDeathTest, TheErrorOfASuccessWithoutAValueEndsTheProcess) {
    const Done done;
    EXPECT_DEATH(static_cast<void>(done.error()), kNoError);
}

TEST(ResultDeathTest, TheErrorMovedOutOfASuccessEndsTheProcess) {
    EXPECT_DEATH(static_cast<void>(Named{"A1"}.error()), kNoError);
}

TEST(ResultDeathTest, TheValueOfAFailureEndsTheProcess) {
    const Named seat = fail(Reason::kLate);
    EXPECT_DEATH(static_cast<void>(*seat), kNoValue);
}

TEST(ResultDeathTest, TheValueMovedOutOfAFailureEndsTheProcess) {
    EXPECT_DEATH(static_cast<void>(*Named{fail(Reason::kLate)}), kNoValue);
}

TEST(ResultDeathTest, AskingAFailureForNothingEndsTheProcess) {
    const Done done = fail(Reason::kLate);
    EXPECT_DEATH(*done, kNoValue);
}

TEST(ResultDeathTest, AMemberOfTheValueOfAFailureEndsTheProcess) {
    const Named seat = fail(Reason::kLate);
    EXPECT_DEATH(static_cast<void>(seat->size()), kNoValue);
}

}  // namespace
}  // namespace onsale
