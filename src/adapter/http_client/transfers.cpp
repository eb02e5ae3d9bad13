#include "adapter/http_client/transfers.hpp"

#include <chrono>
#include <stdexcept>
#include <utility>

#include "adapter/http_client/no_sigpipe.hpp"
#include "adapter/http_client/transfer.hpp"

namespace onsale::http_client {
namespace {

// Initialises libcurl once per process. Without threaded resolving, name resolution would block
// the loop.
void require_libcurl() {
    static const bool usable = [] {
        if (curl_global_init(CURL_GLOBAL_DEFAULT) != CURLE_OK) return false;
        constexpr int kNeeded =
            CURL_VERSION_ASYNCHDNS | CURL_VERSION_SSL | CURL_VERSION_UNIX_SOCKETS;
        return (curl_version_info(CURLVERSION_NOW)->features & kNeeded) == kNeeded;
    }();
    if (!usable)
        throw std::runtime_error{
            "the installed libcurl lacks asynchronous name resolution, TLS or unix sockets; "
            "install Debian's libcurl4"};
}

template <class Value>
void set_multi(CURLM* multi, CURLMoption option, Value value) {
    ONSALE_ASSERT(curl_multi_setopt(multi, option, value) == CURLM_OK);
}

}  // namespace

Transfers::Transfers(boost::asio::io_context& loop, Config config)
    : loop_(loop),
      config_(std::move(config)),
      timer_(loop),
      sockets_(loop, [this](int descriptor, int events) { act(descriptor, events); }) {
    require_libcurl();
    multi_.reset(curl_multi_init());
    ONSALE_ASSERT(multi_ != nullptr);
    set_multi(multi_.get(), CURLMOPT_SOCKETFUNCTION, &Transfers::on_socket);
    set_multi(multi_.get(), CURLMOPT_SOCKETDATA, this);
    set_multi(multi_.get(), CURLMOPT_TIMERFUNCTION, &Transfers::on_timer);
    set_multi(multi_.get(), CURLMOPT_TIMERDATA, this);
    set_multi(multi_.get(), CURLMOPT_PIPELINING, static_cast<long>(CURLPIPE_NOTHING));
    set_multi(multi_.get(), CURLMOPT_MAXCONNECTS, static_cast<long>(config_.calls_max));
}

Transfers::~Transfers() {
    const NoSigpipe quiet;
    multi_.reset();
}

std::optional<CallError> Transfers::refusal() const {
    if (closed_) return CallError{.cause = CallCause::kClosed, .words = "the client is closed"};
    if (under_way_.size() < config_.calls_max) return std::nullopt;
    return CallError{.cause = CallCause::kTooManyCalls, .words = "too many calls are under way"};
}

void Transfers::add(Transfer& transfer) {
    const NoSigpipe quiet;
    under_way_.insert(&transfer);
    ONSALE_ASSERT(curl_multi_add_handle(multi_.get(), transfer.easy()) == CURLM_OK);
}

void Transfers::remove(Transfer& transfer) {
    const NoSigpipe quiet;
    under_way_.erase(&transfer);
    curl_multi_remove_handle(multi_.get(), transfer.easy());
}

void Transfers::close() {
    closed_ = true;
    for (Transfer* const transfer : under_way_)
        transfer->abandon();
}

int Transfers::on_socket(CURL*, curl_socket_t descriptor, int what, void* self, void*) {
    static_cast<Transfers*>(self)->sockets_.watch(descriptor, what);
    return 0;
}

int Transfers::on_timer(CURLM*, long wait_ms, void* self) {
    static_cast<Transfers*>(self)->wake_after(wait_ms);
    return 0;
}

// libcurl must not be called from its own callback, so a timeout of 0 also goes through the loop.
void Transfers::wake_after(long wait_ms) {
    if (wait_ms < 0) {
        timer_.cancel();
        return;
    }
    timer_.expires_after(std::chrono::milliseconds{wait_ms});
    timer_.async_wait([weak = weak_from_this()](boost::system::error_code cancelled) {
        if (cancelled) return;
        if (const auto self = weak.lock()) self->act(CURL_SOCKET_TIMEOUT, 0);
    });
}

void Transfers::act(curl_socket_t descriptor, int events) {
    const NoSigpipe quiet;
    int running = 0;
    curl_multi_socket_action(multi_.get(), descriptor, events, &running);
    finish_done();
}

void Transfers::finish_done() {
    int left = 0;
    while (const CURLMsg* const message = curl_multi_info_read(multi_.get(), &left)) {
        if (message->msg != CURLMSG_DONE) continue;
        Transfer* transfer = nullptr;
        curl_easy_getinfo(message->easy_handle, CURLINFO_PRIVATE, &transfer);
        transfer->finish(message->data.result);
    }
}

}  // namespace onsale::http_client
