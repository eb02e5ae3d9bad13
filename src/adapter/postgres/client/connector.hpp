#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

#include <boost/asio/awaitable.hpp>

#include "adapter/postgres/client/connection.hpp"

namespace onsale::postgres {

// Finds the host that has the wanted role.
// Thread safety: none; used only on its client's loop.
class Connector : public std::enable_shared_from_this<Connector> {
  public:
    explicit Connector(std::shared_ptr<ClientContext> context) : context_(std::move(context)) {}

    // Suspends. Opens the connection to the first host that serves, and begins with the one that
    // served last. None: it is open. The error is the one that says most.
    boost::asio::awaitable<std::optional<CallError>> connect(
        std::shared_ptr<Connection> connection);

  private:
    boost::asio::awaitable<std::optional<CallError>> connect_to(
        Host host, std::shared_ptr<Connection> connection);

    std::shared_ptr<ClientContext> context_;
    std::size_t served_last_ = 0;
};

// Suspends at most for the time. The error is a text.
boost::asio::awaitable<Result<std::vector<Address>, std::string>> resolve(
    boost::asio::io_context& loop, Host host, std::chrono::milliseconds within);

// Of two hosts' errors the one that an operator should see: "the password is wrong" before "nobody
// listens", for example.
CallError more_telling(CallError one, CallError other);

}  // namespace onsale::postgres
