#include "adapter/http/poller.hpp"

#include <algorithm>
#include <cerrno>
#include <system_error>
#include <utility>

#include <boost/asio/post.hpp>

#include "runtime/turn.hpp"

namespace onsale::http {
namespace {

int make_epoll() {
    const int descriptor = ::epoll_create1(EPOLL_CLOEXEC);
    if (descriptor < 0) throw std::system_error(errno, std::system_category(), "epoll_create1");
    return descriptor;
}

}  // namespace

Poller::Poller(boost::asio::io_context& context, Hooks hooks)
    : hooks_(std::move(hooks)), context_(context), epoll_(context, make_epoll()) {
    wait();
}

bool Poller::add(int descriptor, std::uint32_t events, Watcher& watcher) {
    epoll_event event{.events = events, .data = {.ptr = &watcher}};
    return ::epoll_ctl(epoll_.native_handle(), EPOLL_CTL_ADD, descriptor, &event) == 0;
}

void Poller::remove(int descriptor, Watcher& watcher) {
    ::epoll_ctl(epoll_.native_handle(), EPOLL_CTL_DEL, descriptor, nullptr);
    for (epoll_event& event : current_) {
        if (event.data.ptr == &watcher) event.data.ptr = nullptr;
    }
    if (!watcher.queued_) return;
    std::ranges::replace(again_, &watcher, nullptr);
    std::ranges::replace(turns_, &watcher, nullptr);
}

void Poller::run_again(Watcher& watcher) {
    if (!std::exchange(watcher.queued_, true)) again_.push_back(&watcher);
    if (std::exchange(again_posted_, true)) return;
    boost::asio::post(context_, [this, alive = std::weak_ptr(alive_)] {
        if (!alive.expired()) run_queued();
    });
}

void Poller::wait() {
    epoll_.async_wait(boost::asio::posix::stream_descriptor::wait_read,
                      [this, alive = std::weak_ptr(alive_)](boost::system::error_code error) {
                          if (error || alive.expired()) return;
                          run_events();
                          wait();
                      });
}

void Poller::run_events() {
    const int count =
        ::epoll_wait(epoll_.native_handle(), events_.data(), static_cast<int>(events_.size()), 0);
    if (count <= 0) return;
    const runtime::Turn turn;
    hooks_.before();
    current_ = std::span{events_}.first(static_cast<std::size_t>(count));
    while (!current_.empty()) {
        const epoll_event event = current_.front();
        current_ = current_.subspan(1);
        if (event.data.ptr) static_cast<Watcher*>(event.data.ptr)->on_events(event.events);
    }
    hooks_.after();
}

void Poller::run_queued() {
    again_posted_ = false;
    turns_.clear();
    turns_.swap(again_);  // Who asks again from here on waits for the next round.
    const runtime::Turn turn;
    hooks_.before();
    for (std::size_t i = 0; i < turns_.size(); ++i) {
        Watcher* const watcher = std::exchange(turns_[i], nullptr);
        if (!watcher) continue;
        watcher->queued_ = false;
        watcher->on_events(0);
    }
    hooks_.after();
}

}  // namespace onsale::http
