#include "runtime/courtesy.hpp"

#include <thread>

#include <gtest/gtest.h>

namespace onsale::runtime {
namespace {

TEST(Courtesy, AQuickGuestOfAnyLoopIsToldOfOnce) {
    (void)Courtesy::quick_guest_came();
    EXPECT_FALSE(Courtesy::quick_guest_came());
    std::thread{[] { Courtesy::note_quick_guest(); }}.join();
    EXPECT_TRUE(Courtesy::quick_guest_came());
    EXPECT_FALSE(Courtesy::quick_guest_came());
}

}  // namespace
}  // namespace onsale::runtime
