#include "adapter/postgres/client/borrowed_socket.hpp"

#include <utility>

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/use_awaitable.hpp>

namespace onsale::postgres {

namespace asio = boost::asio;
using asio::awaitable;
using boost::system::error_code;

bool BorrowedSocket::borrow(int descriptor) {
    give_back();
    if (descriptor < 0) return false;
    error_code error;
    descriptor_.assign(descriptor, error);
    return !error;
}

void BorrowedSocket::give_back() {
    ++borrowings_;
    reading_ = writing_ = false;
    readable_ = nullptr;
    if (!descriptor_.is_open()) return;
    (void)descriptor_.release();
    if (waiting_) timer_.cancel();
}

awaitable<BorrowedSocket::Wake> BorrowedSocket::wait(Wish wish, Deadline deadline) {
    const auto self = shared_from_this();
    if (!descriptor_.is_open()) co_return Wake::kEnded;
    const std::uint64_t borrowing = borrowings_;
    readable_ = nullptr;
    ready_ = false;
    waiting_ = true;
    timer_.expires_at(deadline);
    if (wish != Wish::kWrite) start(Descriptor::wait_read, reading_);
    if (wish != Wish::kRead) start(Descriptor::wait_write, writing_);
    const auto [cancelled] = co_await timer_.async_wait(asio::as_tuple(asio::use_awaitable));
    waiting_ = false;
    if (borrowings_ != borrowing) co_return Wake::kEnded;
    if (ready_) co_return Wake::kReady;
    co_return cancelled ? Wake::kEnded : Wake::kDeadline;
}

void BorrowedSocket::watch(std::function<void()> readable) {
    if (!descriptor_.is_open()) return;
    readable_ = std::move(readable);
    start(Descriptor::wait_read, reading_);
}

// A wait may stay under way while its direction is not wanted. It then wakes for nothing.
void BorrowedSocket::start(Descriptor::wait_type direction, bool& under_way) {
    if (std::exchange(under_way, true)) return;
    descriptor_.async_wait(
        direction, [self = shared_from_this(), &under_way, borrowing = borrowings_](error_code) {
            if (self->borrowings_ != borrowing) return;
            under_way = false;
            self->wake();
        });
}

void BorrowedSocket::wake() {
    if (waiting_) {
        ready_ = true;
        timer_.cancel();
    } else if (readable_) {
        std::exchange(readable_, nullptr)();
    }
}

}  // namespace onsale::postgres
