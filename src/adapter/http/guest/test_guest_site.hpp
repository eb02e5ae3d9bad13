#pragma once

#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include <boost/asio/io_context.hpp>

#include "adapter/http/api/context/test_reply.hpp"
#include "adapter/http/api/context/test_room.hpp"
#include "adapter/http/guest/guest_site.hpp"
#include "token/key/test_keys.hpp"

namespace onsale::http::testing {

// The context of a guests' loop, over a room in memory and with a fixed clock.
struct TestLoop {
    TestLoop() { room_.context = &context_; }
    TestLoop(const TestLoop&) = delete;
    TestLoop& operator=(const TestLoop&) = delete;

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
};

// The guest site on that loop, with default limits.
struct TestGuestSite : TestLoop {
    Answered call(Method method, std::string_view path, std::vector<Header> headers,
                  std::string_view query = "", std::string_view body = "") {
        Request request;
        request.method = method;
        request.path = path;
        request.query = query;
        request.body = body;
        return testing::call(site_, io_, request, std::move(headers));
    }

    LoopMetrics metrics_;
    GuestLimits limits_{GuestRates{}};
    GuestSite site_{context_, {}, limits_, metrics_, [](StreamHub::Key) {}};
};

}  // namespace onsale::http::testing
