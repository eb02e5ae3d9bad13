#include "adapter/server/loop/scheduler_thread.hpp"

#include <boost/asio/post.hpp>

#include "runtime/answer_on.hpp"

namespace onsale::server {
namespace {

constexpr std::chrono::milliseconds kLookForEvents{1000};
constexpr std::chrono::milliseconds kLookForNews{1000};
constexpr std::chrono::milliseconds kLookForPayment{250};

}  // namespace

SchedulerThread::SchedulerThread(const RedisUse& use, const std::string& process)
    : client_(loop_.context(), use.client),
      caller_(client_, use.calls),
      scheduler_(loop_.context(), caller_, {.owner = process}, &payment_),
      store_watch_(
          loop_.context(), client_, kLookForPayment, [](bool) {}, &payment_),
      events_(loop_.context(), client_, redis::kActiveEventsKey, kLookForEvents,
              [this](const auto& events) { scheduler_.follow(events); }),
      news_timer_(loop_.context()) {
    write_news();
}

void SchedulerThread::write_news() {
    news_.look({.counters = scheduler_.counters()}, std::chrono::steady_clock::now());
    news_timer_.expires_after(kLookForNews);
    news_timer_.async_wait([this](const boost::system::error_code& error) {
        if (!error) write_news();
    });
}

boost::asio::awaitable<void> SchedulerThread::count(boost::asio::io_context& home,
                                                    http::ProcessNumbers& sum) {
    sum.loops.counters.add(co_await runtime::answer_on<runtime::Counters>(home, [this](auto done) {
        boost::asio::post(loop_.context(), [this, done] { done(scheduler_.counters()); });
    }));
}

boost::asio::awaitable<std::uint64_t> SchedulerThread::leases(boost::asio::io_context& home) {
    return runtime::answer_on<std::uint64_t>(home, [this](auto done) {
        boost::asio::post(loop_.context(), [this, done] { done(scheduler_.leases()); });
    });
}

void SchedulerThread::stop() {
    loop_.stop();
    loop_.join();
}

}  // namespace onsale::server
