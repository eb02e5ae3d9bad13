#include "adapter/http/transport/socket/poller.hpp"

#include <algorithm>
#include <cerrno>
#include <system_error>
#include <utility>

#include <boost/asio/post.hpp>

#include "runtime/completion_budget.hpp"
#include "runtime/foreground_work.hpp"

namespace onsale::http {
namespace {

int make_epoll() {
    const int descriptor = ::epoll_create1(EPOLL_CLOEXEC);
    if (descriptor < 0) throw std::system_error(errno, std::system_category(), "epoll_create1");
    return descriptor;
}

}  // namespace

Poller::Poller(boost::asio::io_context& context, Hooks hooks)
    : hooks_(std::move(hooks)),
      context_(context),
      epoll_(context, make_epoll()),
      entrance_(epoll_.native_handle()) {
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
    if (watcher.queued_) std::ranges::replace(queue_, &watcher, nullptr);
}

void Poller::queue(Watcher& watcher, std::uint32_t events) {
    watcher.untold_ |= events;
    if (!std::exchange(watcher.queued_, true)) queue_.push_back(&watcher);
    if (!queue_posted_) post_queued();
}

void Poller::post_queued() {
    queue_posted_ = true;
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
    const runtime::ForegroundWork turn;
    hooks_.before();
    current_ = std::span{events_}.first(static_cast<std::size_t>(count));
    while (!current_.empty()) {
        const epoll_event event = current_.front();
        current_ = current_.subspan(1);
        auto* const watcher = static_cast<Watcher*>(event.data.ptr);
        if (!watcher) continue;
        if (watcher->patient_) {
            queue(*watcher, event.events);
        } else {
            runtime::CompletionBudget::note_memory_request();
            watcher->on_events(event.events);
        }
    }
    hooks_.after();
}

void Poller::run_queued() {
    const runtime::ForegroundWork turn;
    hooks_.before();
    const std::size_t at_once = runtime::CompletionBudget::next_limit();
    for (std::size_t left = std::min(queue_.size(), at_once); left > 0; --left) {
        Watcher* const watcher = queue_.front();
        queue_.pop_front();
        if (!watcher) continue;
        watcher->queued_ = false;
        watcher->on_events(std::exchange(watcher->untold_, 0));
    }
    hooks_.after();
    queue_posted_ = false;
    if (!queue_.empty()) post_queued();
}

}  // namespace onsale::http
