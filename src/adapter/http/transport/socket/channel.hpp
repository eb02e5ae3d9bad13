#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

typedef struct ssl_st SSL;

namespace onsale::http {

class TlsContext;

enum class IoState : std::uint8_t { kDone, kBlocked, kEnded, kFailed };

struct IoOutcome {
    IoState state = IoState::kFailed;
    std::size_t size = 0;
    bool drained = false;  // No more data to read until the next readable edge.
};

// A non-blocking byte stream over one owned socket, plain or TLS.
class Channel {
  public:
    // Takes ownership of the socket. If the TLS session cannot be created, the first use returns
    // kFailed.
    Channel(int socket, const TlsContext* tls);
    ~Channel() { close(); }
    Channel(const Channel&) = delete;
    Channel& operator=(const Channel&) = delete;

    IoOutcome read(std::span<char> into);
    IoOutcome write(std::string_view bytes);

    // Signals the end of our output to the peer. Reading stays possible.
    void shutdown_write();
    void close();

    int socket() const { return socket_; }
    bool is_tls() const { return wants_tls_; }

  private:
    struct FreeSession {
        void operator()(SSL* session) const;
    };
    IoOutcome tls_outcome(int result) const;

    int socket_;
    bool wants_tls_;
    std::unique_ptr<SSL, FreeSession> session_;
};

}  // namespace onsale::http
