#include "adapter/server/operate/gather_readiness.hpp"

#include <chrono>
#include <memory>
#include <optional>

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>

namespace onsale::server {
namespace {

// Used only on the home loop.
struct ReadinessAsked {
    boost::asio::steady_timer deadline;
    std::size_t missing = 0;
    std::optional<operate::Readiness> worst{};
};

}  // namespace

boost::asio::awaitable<operate::Readiness> gather_readiness(ServingLoop& home,
                                                            std::vector<ServingLoop*> loops) {
    constexpr auto kPatience = std::chrono::seconds{1};
    const auto asked = std::make_shared<ReadinessAsked>(boost::asio::steady_timer{home.io()});
    asked->missing = loops.size();
    asked->deadline.expires_after(kPatience);
    for (ServingLoop* const loop : loops)
        loop->post([asked, &home](ServingLoop& self) {
            boost::asio::post(home.io(), [asked, one = http::readiness_of(self.context())] {
                asked->worst = asked->worst ? http::worst_of(*asked->worst, one) : one;
                if (--asked->missing == 0) asked->deadline.cancel();
            });
        });
    co_await asked->deadline.async_wait(boost::asio::as_tuple(boost::asio::use_awaitable));
    operate::Readiness readiness = asked->worst.value_or(operate::Readiness{});
    readiness.loops_stuck = asked->missing;
    co_return readiness;
}

}  // namespace onsale::server
