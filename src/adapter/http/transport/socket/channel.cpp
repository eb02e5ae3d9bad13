#include "adapter/http/transport/socket/channel.hpp"

#include <algorithm>
#include <cerrno>
#include <climits>

#include <openssl/err.h>
#include <openssl/ssl.h>
#include <sys/socket.h>
#include <unistd.h>

#include "adapter/http/transport/socket/tls_context.hpp"

namespace onsale::http {
namespace {

bool would_block() {
    return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR;
}

int tls_size(std::size_t size) {
    return static_cast<int>(std::min<std::size_t>(size, INT_MAX));
}

}  // namespace

void Channel::FreeSession::operator()(SSL* session) const {
    SSL_free(session);
}

Channel::Channel(int socket, const TlsContext* tls) : socket_(socket), wants_tls_(tls != nullptr) {
    if (tls) session_.reset(tls->new_session(socket));
}

IoOutcome Channel::read(std::span<char> into) {
    if (wants_tls_) {
        if (!session_) return {};
        ERR_clear_error();
        return tls_outcome(SSL_read(session_.get(), into.data(), tls_size(into.size())));
    }
    const ssize_t got = ::recv(socket_, into.data(), into.size(), 0);
    if (got > 0) {
        const auto size = static_cast<std::size_t>(got);
        return {IoState::kDone, size, size < into.size()};
    }
    if (got == 0) return {IoState::kEnded};
    return {would_block() ? IoState::kBlocked : IoState::kFailed};
}

IoOutcome Channel::write(std::string_view bytes) {
    if (wants_tls_) {
        if (!session_) return {};
        ERR_clear_error();
        return tls_outcome(SSL_write(session_.get(), bytes.data(), tls_size(bytes.size())));
    }
    const ssize_t put = ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (put >= 0) return {IoState::kDone, static_cast<std::size_t>(put)};
    return {would_block() ? IoState::kBlocked : IoState::kFailed};
}

IoOutcome Channel::tls_outcome(int result) const {
    if (result > 0) return {IoState::kDone, static_cast<std::size_t>(result)};
    switch (SSL_get_error(session_.get(), result)) {
        case SSL_ERROR_WANT_READ:
        case SSL_ERROR_WANT_WRITE:
            return {IoState::kBlocked};
        case SSL_ERROR_ZERO_RETURN:
            return {IoState::kEnded};
    }
    return {IoState::kFailed};
}

void Channel::shutdown_write() {
    if (session_ && SSL_is_init_finished(session_.get())) {
        ERR_clear_error();
        // Only sends our close_notify; we do not wait for the peer's.
        SSL_shutdown(session_.get());
    }
    ::shutdown(socket_, SHUT_WR);
}

void Channel::close() {
    if (socket_ < 0) return;
    session_.reset();
    ::close(socket_);
    socket_ = -1;
}

}  // namespace onsale::http
