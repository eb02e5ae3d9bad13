#include "adapter/http_client/sockets.hpp"

#include <utility>

#include <boost/asio/error.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <curl/curl.h>
#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

namespace onsale::http_client {

namespace asio = boost::asio;
using boost::system::error_code;

struct Sockets::Socket {
    asio::posix::stream_descriptor descriptor;
    int name;       // Descriptor as known to libcurl.
    bool borrowed;  // Opened by libcurl itself; `descriptor` is a duplicate.
    int wanted = 0;
    int waiting = 0;
};

Sockets::Sockets(asio::io_context& loop, OnReady on_ready)
    : loop_(loop), on_ready_(std::move(on_ready)) {}

Sockets::~Sockets() = default;

int Sockets::open(int family, int type, int protocol) {
    const int descriptor = ::socket(family, type | SOCK_CLOEXEC, protocol);
    if (descriptor >= 0 && !adopt(descriptor, descriptor, false)) return -1;
    return descriptor;
}

void Sockets::close(int descriptor) {
    sockets_.erase(descriptor);
}

bool Sockets::adopt(int descriptor, int own, bool borrowed) {
    asio::posix::stream_descriptor watched{loop_};
    error_code error;
    watched.assign(own, error);
    if (error) {
        ::close(own);
        return false;
    }
    sockets_.insert_or_assign(
        descriptor, std::make_shared<Socket>(Socket{std::move(watched), descriptor, borrowed}));
    return true;
}

// libcurl also asks for descriptors that it did not get from open(): its resolver threads report
// over a pair of sockets. It closes those itself, so a duplicate is watched.
void Sockets::watch(int descriptor, int what) {
    auto found = sockets_.find(descriptor);
    if (what == CURL_POLL_REMOVE) {
        if (found == sockets_.end()) return;
        found->second->wanted = 0;
        error_code ignored;
        // An idle connection must not keep the loop running.
        found->second->descriptor.cancel(ignored);
        if (found->second->borrowed) sockets_.erase(found);
        return;
    }
    if (found == sockets_.end()) {
        const int duplicate = ::fcntl(descriptor, F_DUPFD_CLOEXEC, 0);
        if (duplicate < 0 || !adopt(descriptor, duplicate, true)) return;
        found = sockets_.find(descriptor);
    }
    found->second->wanted = what;
    wait(Shared{found->second});
}

void Sockets::wait(const Shared& socket) {
    wait(socket, CURL_POLL_IN);
    wait(socket, CURL_POLL_OUT);
}

void Sockets::wait(const Shared& socket, int direction) {
    if ((socket->wanted & direction) == 0 || (socket->waiting & direction) != 0) return;
    socket->waiting |= direction;
    using Descriptor = asio::posix::stream_descriptor;
    const auto type = direction == CURL_POLL_IN ? Descriptor::wait_read : Descriptor::wait_write;
    // The socket is destroyed before this object, so `this` is valid while the lock succeeds.
    socket->descriptor.async_wait(
        type, [this, direction, weak = std::weak_ptr{socket}](error_code error) {
            const auto events = error ? CURL_CSELECT_ERR : direction;
            const bool cancelled = error == asio::error::operation_aborted;
            if (const auto alive = weak.lock()) on_event(alive, direction, cancelled ? 0 : events);
        });
}

// The bits of CURL_POLL_ and CURL_CSELECT_ for reading and writing are the same.
void Sockets::on_event(const Shared& socket, int direction, int events) {
    static_assert(CURL_POLL_IN == CURL_CSELECT_IN && CURL_POLL_OUT == CURL_CSELECT_OUT);
    socket->waiting &= ~direction;
    if (events != 0 && (socket->wanted & direction) != 0) on_ready_(socket->name, events);
    // The descriptor may have been closed or reused.
    const auto found = sockets_.find(socket->name);
    if (found != sockets_.end() && found->second == socket) wait(socket);
}

}  // namespace onsale::http_client
