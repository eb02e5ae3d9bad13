#pragma once

#include <memory>

#include <boost/asio/io_context.hpp>

#include "adapter/http/guest_site.hpp"
#include "adapter/http/test_room.hpp"
#include "token/test_keys.hpp"

namespace onsale::http::testing {

// The guests' site over a room in memory, with default limits and at a standing clock.
struct TestGuestSite {
    TestGuestSite() { room_.context = &context_; }
    TestGuestSite(const TestGuestSite&) = delete;
    TestGuestSite& operator=(const TestGuestSite&) = delete;

    boost::asio::io_context io_;
    TestTime time_;
    SaleClock clock_{time_, kTestStart};
    TestRoom room_;
    LoopViews views_;
    LoopContext context_{.loop = io_,
                         .clock = clock_,
                         .view = views_.line,
                         .sale = views_.sale,
                         .buying = views_.buying,
                         .lines = room_,
                         .office = room_,
                         .keys = std::make_shared<const token::Keys>(token::test_keys(1))};
    LoopMetrics metrics_;
    GuestLimits limits_{GuestRates{}};
    GuestSite site_{context_, {}, limits_, metrics_, [](StreamHub::Key) {}};
};

}  // namespace onsale::http::testing
