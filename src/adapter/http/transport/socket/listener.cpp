#include "adapter/http/transport/socket/listener.hpp"

#include <cerrno>
#include <utility>

#include <boost/asio/post.hpp>
#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

#include "adapter/http/transport/message/client_address.hpp"
#include "adapter/http/transport/message/request_id.hpp"
#include "adapter/http/transport/socket/listening_socket.hpp"
#include "base/assert.hpp"

namespace onsale::http {
namespace {

// Maximum number of connections accepted per turn, so that a rush does not delay existing clients.
constexpr int kAcceptBatch = 64;
// Maximum number of clients that a closing listener still accepts. It is more than the backlog
// holds.
constexpr int kLastAcceptsMax = 8192;

// HSTS: browsers use TLS for a year, even when a link says http.
constexpr std::string_view kTlsOnly = "Strict-Transport-Security: max-age=31536000\r\n";

int open_spare() {
    return ::open("/dev/null", O_RDONLY | O_CLOEXEC);
}

}  // namespace

Listener::Listener(boost::asio::io_context& context, const TransportConfig& config,
                   Handler& handler, runtime::Counters& counters, const TimeSource& time)
    : config_(config),
      io_(context),
      counters_(counters),
      time_(time),
      poller_(context, {[this] { begin_round(); }, [this] { end_round(); }}),
      wheel_(time.steady()),
      connections_(config_),
      context_{.config = config_,
               .handler = handler,
               .counters = counters,
               .poller = poller_,
               .wheel = wheel_,
               .owner = connections_,
               .responses = ResponseWriter{time.wall(), config_.tls ? kTlsOnly : ""},
               .now = time.steady()},
      sweep_timer_(context),
      socket_(open_bound_socket(config_)),
      spare_descriptor_(open_spare()),
      port_(bound_port(socket_)) {}

Listener::~Listener() {
    connections_.drop_all();
    stop_accepting();
    if (spare_descriptor_ >= 0) ::close(spare_descriptor_);
}

void Listener::start() {
    begin_listening(config_, socket_);
    started_ = true;
    set_accepting(true);
    schedule_sweep();
}

void Listener::stop_accepting() {
    started_ = false;
    if (socket_ < 0) return;
    set_accepting(false);
    ::close(std::exchange(socket_, -1));
    if (!config_.unix_path.empty()) ::unlink(config_.unix_path.c_str());
}

void Listener::close_after_answers() {
    context_.draining = true;
}

// Closing the socket resets clients that are connected but not accepted yet. A proxy has sent its
// request by then and must not repeat a POST.
void Listener::accept_the_last() {
    for (int taken = 0; started_ && taken < kLastAcceptsMax; ++taken)
        if (!accept_one()) return;
}

void Listener::drain(std::move_only_function<void()> on_done) {
    begin_round();
    accept_the_last();
    stop_accepting();
    on_drained_ = std::move(on_done);
    context_.draining = true;
    drain_until_ = context_.now + config_.drain_deadline;
    connections_.drain_all();
    end_round();
}

void Listener::replace_tls(std::shared_ptr<const TlsContext> tls) {
    ONSALE_ASSERT(config_.tls && tls);
    config_.tls = std::move(tls);
}

void Listener::set_accepting(bool accepting) {
    if (std::exchange(accepting_, accepting) == accepting) return;
    if (accepting) {
        poller_.add(socket_, EPOLLIN, *this);
    } else {
        poller_.remove(socket_, *this);
    }
}

void Listener::on_events(std::uint32_t) {
    for (int taken = 0; taken < kAcceptBatch && accepting_; ++taken) {
        if (!accept_one()) return;
    }
}

bool Listener::accept_one() {
    sockaddr_storage peer{};
    socklen_t size = sizeof peer;
    auto* const peer_address = reinterpret_cast<sockaddr*>(&peer);
    const int socket = ::accept4(socket_, peer_address, &size, SOCK_NONBLOCK | SOCK_CLOEXEC);
    if (socket < 0) {
        if (errno == EINTR || errno == ECONNABORTED) return true;
        if (errno != EAGAIN && errno != EWOULDBLOCK) survive_exhaustion();
        return false;
    }
    ++counters_["connections_accepted_total"];
    const bool local = !config_.unix_path.empty();
    const ClientAddress address = address_of(*peer_address);
    const bool trusted = !local && config_.trusted_proxies.contains(address);
    welcome(socket, {.address = address, .trusted_proxy = trusted, .local = local});
    return true;
}

void Listener::welcome(int socket, const Origin& origin) {
    if (const auto refusal = connections_.admit(origin)) {
        return turn_away(socket, *refusal, origin);
    }
    auto connection = std::make_shared<Connection>(context_, socket, origin);
    connections_.add(connection);
    connection->start();
}

void Listener::turn_away(int socket, Refusal refusal, const Origin& origin) {
    const std::string id = request_id_text(++context_.last_id, {});
    count(counters_, refusal);
    context_.refusals.note(refusal, origin.address, origin.local, id);
    if (!config_.tls) {  // A TLS client could only read it after a handshake, which costs too much.
        std::string& out = context_.late_output;
        context_.responses.append_refusal(out, refusal, id);
        ::send(socket, out.data(), out.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
        out.clear();
        ::shutdown(socket, SHUT_WR);
    }
    ::close(socket);
}

void Listener::survive_exhaustion() {
    ++counters_["accept_failures_total"];
    if (spare_descriptor_ >= 0) {
        ::close(std::exchange(spare_descriptor_, -1));
        const int socket = ::accept4(socket_, nullptr, nullptr, SOCK_CLOEXEC);
        if (socket >= 0) turn_away(socket, Refusal::kServerFull, {});
        spare_descriptor_ = open_spare();
    }
    set_accepting(false);  // Until the next sweep, because retrying immediately would spin.
}

void Listener::schedule_sweep() {
    sweep_timer_.expires_after(DeadlineWheel::kTick);
    sweep_timer_.async_wait([this, alive = std::weak_ptr(alive_)](boost::system::error_code error) {
        if (error || alive.expired()) return;
        sweep();
        schedule_sweep();
    });
}

void Listener::sweep() {
    begin_round();
    context_.responses.set_time(time_.wall());
    if (spare_descriptor_ < 0) spare_descriptor_ = open_spare();
    if (started_) set_accepting(true);
    wheel_.sweep(context_.now);
    context_.refusals.look_at(context_.now);
    if (context_.now >= drain_until_) connections_.drop_all();
    end_round();
}

void Listener::begin_round() {
    context_.now = time_.steady();
}

void Listener::end_round() {
    connections_.bury();
    counters_["connections_open"] = connections_.size();
    if (!context_.draining || connections_.size() > 0 || !on_drained_) return;
    sweep_timer_.cancel();
    boost::asio::post(io_, std::exchange(on_drained_, nullptr));
}

}  // namespace onsale::http
