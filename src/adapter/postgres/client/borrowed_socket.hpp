#pragma once

#include <cstdint>
#include <functional>
#include <memory>

#include <boost/asio/awaitable.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/steady_timer.hpp>

#include "adapter/postgres/protocol/deadline.hpp"

namespace onsale::postgres {

// Waits for a socket that libpq opens and closes. The loop borrows its descriptor and must give it
// back before libpq closes it or replaces it by another.
// REQUIRES: owned by a shared_ptr; one wait at a time.
class BorrowedSocket : public std::enable_shared_from_this<BorrowedSocket> {
  public:
    enum class Wish : std::uint8_t { kRead, kWrite, kReadOrWrite };
    enum class Wake : std::uint8_t { kReady, kDeadline, kEnded };

    explicit BorrowedSocket(boost::asio::io_context& loop) : descriptor_(loop), timer_(loop) {}
    ~BorrowedSocket() { give_back(); }
    BorrowedSocket(const BorrowedSocket&) = delete;
    BorrowedSocket& operator=(const BorrowedSocket&) = delete;

    // Returns false if the loop cannot watch it.
    bool borrow(int descriptor);
    // Ends a wait with kEnded.
    void give_back();

    // Suspends. May also wake without a reason.
    boost::asio::awaitable<Wake> wait(Wish wish, Deadline deadline);
    // `readable` is called when there is something to read and nobody waits, until it is called or
    // the next wait begins.
    void watch(std::function<void()> readable);

  private:
    using Descriptor = boost::asio::posix::stream_descriptor;

    void start(Descriptor::wait_type direction, bool& under_way);
    void wake();

    Descriptor descriptor_;
    boost::asio::steady_timer timer_;
    std::function<void()> readable_;
    std::uint64_t borrowings_ = 0;  // Tells the handlers of an earlier borrowing.
    bool reading_ = false;
    bool writing_ = false;
    bool waiting_ = false;
    bool ready_ = false;
};

}  // namespace onsale::postgres
