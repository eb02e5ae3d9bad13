#pragma once

#include <cstddef>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <vector>

#include <boost/asio/awaitable.hpp>
#include <boost/asio/steady_timer.hpp>

#include "adapter/postgres/client/connection.hpp"
#include "adapter/postgres/client/connector.hpp"
#include "base/result.hpp"

namespace onsale::postgres {

class Pool;

// The right to use a connection. Its end gives the connection back: the pool rolls back what was
// begun, and closes a connection with a round under way.
class Lease {
  public:
    Lease(std::shared_ptr<Pool> pool, std::shared_ptr<Connection> connection)
        : pool_(std::move(pool)), connection_(std::move(connection)) {}
    ~Lease();
    Lease(Lease&&) = default;
    Lease& operator=(Lease&&) = delete;

    Connection& connection() const { return *connection_; }

  private:
    std::shared_ptr<Pool> pool_;
    std::shared_ptr<Connection> connection_;
};

// The connections of one client. They are opened when calls wait, up to the limit. While no host
// serves, one connection at a time is tried, with a growing delay, and calls wait until their
// deadlines. If a further try is unlikely to help, they fail at once.
// Thread safety: none; used only on its client's loop.
class Pool : public std::enable_shared_from_this<Pool> {
  public:
    explicit Pool(std::shared_ptr<ClientContext> context);

    // Suspends until a connection is free. First come, first served.
    boost::asio::awaitable<Result<Lease, CallError>> lease(Deadline deadline);
    // Fails those who wait and closes all connections.
    void close();

    std::size_t connections() const { return all_.size() - opening_; }
    std::size_t idle() const { return idle_.size(); }
    std::size_t waiting() const { return waiters_.size(); }

  private:
    friend class Lease;
    using Shared = std::shared_ptr<Connection>;

    struct Waiter {
        std::function<void()> wake;
        Shared connection;
        std::optional<CallError> error;
    };
    class Turn;

    Shared take_idle();
    std::optional<CallError> refusal() const;
    CallError late() const;
    void give_back(const Shared& connection);
    void hand_over(const Shared& connection);
    void roll_back(const Shared& connection);
    void drop(const Shared& connection, bool was_open);
    void fail_waiters(const CallError& error);

    void open_more();
    bool may_open() const;
    void open_one();
    void opened(const Shared& connection, std::optional<CallError> error);
    void rest();
    void open_later();

    std::shared_ptr<ClientContext> context_;
    std::shared_ptr<Connector> connector_;
    std::set<Shared> all_;  // Also those that are being opened.
    std::size_t opening_ = 0;
    std::vector<Shared> idle_;
    std::deque<std::shared_ptr<Waiter>> waiters_;

    int failures_ = 0;  // Since the last login.
    Deadline retry_at_{};
    std::optional<CallError> last_error_;  // Of the last try, if it failed.
    boost::asio::steady_timer retry_;
    bool closed_ = false;
};

}  // namespace onsale::postgres
