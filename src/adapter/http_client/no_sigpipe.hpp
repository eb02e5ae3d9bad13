#pragma once

#include <ctime>

#include <pthread.h>
#include <signal.h>

namespace onsale::http_client {

// While it exists, the calling thread gets no SIGPIPE. OpenSSL writes with write(), which raises
// the signal when the server has closed the connection. The disposition of the process stays as it
// is: a command whose output is piped must still end when its reader does.
class NoSigpipe {
  public:
    NoSigpipe() {
        sigemptyset(&pipe_);
        sigaddset(&pipe_, SIGPIPE);
        pthread_sigmask(SIG_BLOCK, &pipe_, &before_);
    }
    ~NoSigpipe() {
        if (sigismember(&before_, SIGPIPE) != 0) return;
        const timespec at_once{};
        (void)sigtimedwait(&pipe_, nullptr, &at_once);  // Consumes a pending SIGPIPE.
        pthread_sigmask(SIG_SETMASK, &before_, nullptr);
    }
    NoSigpipe(const NoSigpipe&) = delete;
    NoSigpipe& operator=(const NoSigpipe&) = delete;

  private:
    sigset_t pipe_;
    sigset_t before_;
};

}  // namespace onsale::http_client
