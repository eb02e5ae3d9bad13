#include "adapter/postgres/client/connection.hpp"

#include <utility>

#include "adapter/postgres/client/server_answer.hpp"

namespace onsale::postgres {

Connection::Connection(std::shared_ptr<ClientContext> context)
    : context_(std::move(context)), socket_(std::make_shared<BorrowedSocket>(context_->loop)) {}

// libpq closes the socket itself when the connection is lost.
bool Connection::read() {
    const bool is_encrypted = context_->config.tls.has_value();
    // A TLS record has up to 16 KiB and one call reads 8. The socket does not become readable for
    // the rest, which OpenSSL has already.
    for (int calls = is_encrypted ? 2 : 1; calls > 0; --calls)
        if (PQconsumeInput(connection_.get()) == 0) break;
    if (is_alive()) return true;
    socket_->give_back();
    return false;
}

// The last words of a server may arrive before the end of the connection.
bool Connection::look() {
    if (!read()) return false;
    (void)PQisBusy(connection_.get());  // Makes libpq look at what it has read.
    return is_alive() && farewell_.empty();
}

bool Connection::is_ready() {
    if (!is_alive() || is_worn_out_ || answers_ != nullptr || !look()) return false;
    return PQtransactionStatus(connection_.get()) == PQTRANS_IDLE &&
           why_not(context_->config.role, server_state()).empty();
}

bool Connection::needs_rollback() const {
    if (!is_alive() || is_worn_out_ || answers_ != nullptr) return false;
    const auto status = PQtransactionStatus(connection_.get());
    return status == PQTRANS_INTRANS || status == PQTRANS_INERROR;
}

void Connection::watch(std::function<void()> lost) {
    socket_->watch([this, lost = std::move(lost)] {
        const auto self = shared_from_this();
        if (is_ready()) return watch(lost);
        drop();
        lost();
    });
}

void Connection::close() {
    closed_ = true;
    drop();
}

void Connection::drop() {
    socket_->give_back();
    connection_.reset();
}

bool Connection::is_alive() const {
    return connection_ && PQstatus(connection_.get()) == CONNECTION_OK;
}

std::string Connection::last_words() const {
    if (!farewell_.empty()) return farewell_;
    std::string words = connection_ ? PQerrorMessage(connection_.get()) : "";
    while (words.ends_with('\n'))
        words.pop_back();
    return words;
}

void Connection::on_notice(void* self, const PGresult* notice) {
    auto& connection = *static_cast<Connection*>(self);
    if (is_farewell(*notice)) connection.farewell_ = words_of(*notice);
    if (connection.answers_ != nullptr && is_warning(*notice))
        connection.answers_->warn(words_of(*notice));
}

}  // namespace onsale::postgres
