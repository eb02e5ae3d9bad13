#include "runtime/completion_budget.hpp"

#include <thread>

#include <gtest/gtest.h>

namespace onsale::runtime {
namespace {

TEST(CompletionBudget, AQuickGuestOfAnyLoopIsToldOfOnce) {
    (void)CompletionBudget::memory_request_came();
    EXPECT_FALSE(CompletionBudget::memory_request_came());
    std::thread{[] { CompletionBudget::note_memory_request(); }}.join();
    EXPECT_TRUE(CompletionBudget::memory_request_came());
    EXPECT_FALSE(CompletionBudget::memory_request_came());
}

}  // namespace
}  // namespace onsale::runtime
