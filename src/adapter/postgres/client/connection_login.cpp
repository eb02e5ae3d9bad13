#include <algorithm>
#include <string>
#include <vector>

#include "adapter/postgres/client/connection.hpp"
#include "adapter/postgres/client/password.hpp"
#include "adapter/postgres/protocol/sqlstate.hpp"

namespace onsale::postgres {

using boost::asio::awaitable;
using Wish = BorrowedSocket::Wish;
using Wake = BorrowedSocket::Wake;

namespace {

bool is_on(const char* setting) {
    return setting != nullptr && std::string_view{setting} == "on";
}

CallError not_connected(const Address& address, std::string_view why) {
    return CallError::unavailable(
        CallCause::kNotConnected,
        address.host.name + ":" + std::to_string(address.host.port) + " " + std::string{why});
}

}  // namespace

awaitable<std::optional<CallError>> Connection::open(Address address, Deadline deadline) {
    const auto self = shared_from_this();
    auto error = co_await log_in(std::move(address), deadline);
    if (closed_) error = CallError::unavailable(CallCause::kClosed, "the client was closed");
    if (error) drop();
    co_return error;
}

awaitable<Connection::Failure> Connection::log_in(Address address, Deadline deadline) {
    if (auto error = start(address)) co_return error;
    for (auto next = PGRES_POLLING_WRITING; next != PGRES_POLLING_OK;) {
        // libpq may open another socket in PQconnectPoll, so this one is borrowed for one wait.
        if (!socket_->borrow(PQsocket(connection_.get())))
            co_return not_connected(address, "the socket cannot be watched");
        const auto wish = next == PGRES_POLLING_READING ? Wish::kRead : Wish::kWrite;
        const auto wake = co_await socket_->wait(wish, deadline);
        if (!connection_) co_return CallError::unavailable(CallCause::kClosed);
        socket_->give_back();
        if (wake != Wake::kReady) co_return not_connected(address, "did not log us in in time");
        next = PQconnectPoll(connection_.get());
        if (next == PGRES_POLLING_FAILED) co_return refusal();
    }
    co_return set_up(address);
}

Connection::Failure Connection::start(const Address& address) {
    if (closed_) return CallError::unavailable(CallCause::kClosed);
    const auto password = read_password(context_->config.password_file);
    if (!password) return CallError::unavailable(CallCause::kAuthentication, password.error());
    const auto options = connection_options(context_->config, address, *password);
    std::vector<const char*> keywords;
    std::vector<const char*> values;
    for (const auto& [keyword, value] : options) {
        keywords.push_back(keyword.c_str());
        values.push_back(value.c_str());
    }
    keywords.push_back(nullptr);
    values.push_back(nullptr);
    connection_.reset(PQconnectStartParams(keywords.data(), values.data(), 0));
    if (!connection_) return not_connected(address, "cannot be called: no memory");
    PQsetNoticeReceiver(connection_.get(), &Connection::on_notice, this);
    PQsetErrorVerbosity(connection_.get(), PQERRORS_VERBOSE);
    if (PQstatus(connection_.get()) == CONNECTION_BAD) return refusal();
    return std::nullopt;
}

Connection::Failure Connection::refusal() const {
    CallError error = connect_error(last_words());
    if (PQconnectionNeedsPassword(connection_.get()) == 1) error.cause = CallCause::kAuthentication;
    return error;
}

Connection::Failure Connection::set_up(const Address& address) {
    if (const auto reason = why_not(context_->config.role, server_state()); !reason.empty())
        return not_connected(address, reason);
    if (PQsetnonblocking(connection_.get(), 1) != 0 ||
        PQenterPipelineMode(connection_.get()) != 1 ||
        !socket_->borrow(PQsocket(connection_.get())))
        return not_connected(address, last_words());
    return std::nullopt;
}

// PostgreSQL 14 and later report both settings at the login and when they change.
ServerState Connection::server_state() const {
    return {.is_standby = is_on(PQparameterStatus(connection_.get(), "in_hot_standby")),
            .is_read_only =
                is_on(PQparameterStatus(connection_.get(), "default_transaction_read_only"))};
}

}  // namespace onsale::postgres
