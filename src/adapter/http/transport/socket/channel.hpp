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
    bool drained = false;  // Nothing more is there to read until the next readable edge.
};

// A non-blocking byte stream over one owned socket, plain or TLS. Never waits.
class Channel {
  public:
    // Takes the socket. A TLS session that cannot be made shows as kFailed at the first use.
    Channel(int socket, const TlsContext* tls);
    ~Channel() { close(); }
    Channel(const Channel&) = delete;
    Channel& operator=(const Channel&) = delete;

    IoOutcome read(std::span<char> into);
    IoOutcome write(std::string_view bytes);

    // Tells the peer that nothing more follows; reading stays possible.
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
