#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include <boost/asio/awaitable.hpp>

#include "adapter/postgres/client/borrowed_socket.hpp"
#include "adapter/postgres/client/client_context.hpp"
#include "adapter/postgres/client/connection_options.hpp"
#include "adapter/postgres/client/handles.hpp"
#include "adapter/postgres/protocol/round.hpp"

namespace onsale::postgres {

// One connection to one server, for one transaction at a time.
// Thread safety: none; used only on its client's loop.
class Connection : public std::enable_shared_from_this<Connection> {
  public:
    explicit Connection(std::shared_ptr<ClientContext> context);
    ~Connection() { close(); }
    Connection(const Connection&) = delete;
    Connection& operator=(const Connection&) = delete;

    // Suspends until the login has succeeded. None: the connection is ready for rounds. May be
    // called again after an error, for another address.
    boost::asio::awaitable<std::optional<CallError>> open(Address address, Deadline deadline);
    // Suspends until all answers have arrived. At the deadline the connection is closed: what it
    // has sent may still be done.
    // REQUIRES: one round at a time.
    boost::asio::awaitable<Answers> exchange(Round round, Deadline deadline);

    // Reads what has arrived meanwhile. True: a new transaction may begin.
    bool is_ready();
    // True: only a ROLLBACK is missing.
    bool needs_rollback() const;
    // Calls `lost` once if the connection is lost while nothing is asked of it.
    void watch(std::function<void()> lost);
    // Ends a round under way. May be called at any time.
    void close();

  private:
    // How a step of the login ended, or what ended a round before its last answer.
    using Failure = std::optional<CallError>;

    boost::asio::awaitable<Failure> log_in(Address address, Deadline deadline);
    Failure start(const Address& address);
    Failure refusal() const;
    Failure set_up(const Address& address);

    boost::asio::awaitable<Failure> drive(const Round& round, RoundAnswers& answers,
                                          Deadline deadline);
    bool send(const Round& round, RoundAnswers& answers);
    bool send(const Command& command, RoundAnswers& answers);
    bool prepare(const Command& command, RoundAnswers& answers);
    void take_answers(RoundAnswers& answers);
    bool read();
    bool look();
    void drop();

    ServerState server_state() const;
    bool is_alive() const;
    std::string last_words() const;

    static void on_notice(void* self, const PGresult* notice);

    std::shared_ptr<ClientContext> context_;
    std::shared_ptr<BorrowedSocket> socket_;
    ConnectionHandle connection_;
    std::map<std::string_view, std::string_view> prepared_;  // Name and text.
    RoundAnswers* answers_ = nullptr;                        // Of the round under way.
    std::string farewell_;      // Why the server ends the connection, if nothing was asked.
    bool is_worn_out_ = false;  // Serves no further transaction.
    bool closed_ = false;
};

}  // namespace onsale::postgres
