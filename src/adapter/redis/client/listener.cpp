#include "adapter/redis/client/listener.hpp"

#include <utility>

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/use_awaitable.hpp>

#include "adapter/redis/client/log_in.hpp"
#include "adapter/redis/protocol/refusal.hpp"
#include "adapter/redis/protocol/reply_parser.hpp"
#include "base/assert.hpp"

namespace onsale::redis {

namespace asio = boost::asio;
using asio::awaitable;
using Clock = std::chrono::steady_clock;

namespace {

// A channel may be idle for hours. A server that is silent for two intervals is considered dead.
constexpr std::chrono::seconds kPingInterval{1};
// Maximum bytes queued for a server that does not read. Beyond this the connection is closed.
constexpr std::size_t kUnsentBytesMax = 4u << 20;

}  // namespace

Listener::Listener(Caller caller, Slot slot, Channels channels, ListenHandlers handlers)
    : caller_(std::move(caller)),
      slot_(slot),
      kind_(channels),
      handlers_(std::move(handlers)),
      timer_(caller_.context->loop) {}

void Listener::start() {
    asio::co_spawn(caller_.context->loop, run(),
                   [self = shared_from_this()](const std::exception_ptr&) { self->close(); });
}

void Listener::close() {
    closed_ = true;
    timer_.cancel();
    if (const auto stream = std::exchange(stream_, nullptr)) stream->close();
}

bool Listener::subscribe(const std::string& channel) {
    ONSALE_ASSERT(kind_ == Channels::kClusterWide || slot_of(channel) == slot_);
    if (channels_.size() >= kChannelsMax) return false;
    if (channels_.insert(channel).second) send("SUBSCRIBE", channel);
    return true;
}

void Listener::unsubscribe(const std::string& channel) {
    if (channels_.erase(channel) == 0 || !stream_) return;
    ++leaving_[channel];
    send("UNSUBSCRIBE", channel);
}

awaitable<void> Listener::run() {
    for (int failures = 1; !closed_; ++failures) {
        if (co_await listen()) failures = 1;
        if (closed_) co_return;
        caller_.topology->refresh();
        const auto& backoff = caller_.context->config.connection.reconnect;
        timer_.expires_after(backoff.delay(failures, caller_.context->jitter()));
        (void)co_await timer_.async_wait(asio::as_tuple(asio::use_awaitable));
    }
}

// Returns true if there was a connection.
awaitable<bool> Listener::listen() {
    const auto master = caller_.topology->master_of(slot_);
    if (!master) co_return false;
    const auto stream = std::make_shared<Stream>(caller_.context->loop, caller_.context->tls);
    if (const auto refused = co_await log_in(caller_.context, stream, *master)) co_return false;
    if (closed_) {
        stream->close();
        co_return false;
    }
    ++caller_.context->counters["redis_resubscriptions_total"];
    stream_ = stream;
    heard_at_ = Clock::now();
    unsent_.clear();
    leaving_.clear();
    writing_ = false;
    for (const std::string& channel : channels_)
        send("SUBSCRIBE", channel);
    watch();
    co_await read_until_lost();
    stream->close();
    if (stream_ == stream) stream_ = nullptr;
    co_return true;
}

awaitable<void> Listener::read_until_lost() {
    const auto stream = stream_;
    ReplyParser parser;
    for (;;) {
        const auto bytes = co_await stream->read();
        if (!bytes || stream_ != stream) co_return;
        heard_at_ = Clock::now();
        parser.feed(*bytes);
        for (auto reply = parser.next();; reply = parser.next()) {
            if (!reply) co_return;
            if (!*reply) break;
            if (!deliver(**reply) || stream_ != stream) co_return;
        }
    }
}

// Returns false if this connection can no longer be used.
bool Listener::deliver(const Reply& push) {
    const auto refusal = refusal_in(push);
    if (refusal && refusal->kind == Refusal::Kind::kMoved && !refusal->node.host.empty())
        caller_.topology->learn(refusal->slot, refusal->node);
    if (push.is_error()) return false;
    if (push.items.size() < 3) return true;  // The answer to PING.
    std::string_view what = push.items[0].text;
    if (kind_ == Channels::kSharded && what.starts_with('s')) what.remove_prefix(1);
    const std::string& channel = push.items[1].text;
    if (what == "unsubscribe") return !is_told_to_leave(channel);
    if (!channels_.contains(channel)) return true;
    if (what == "subscribe") handlers_.listening(channel);
    if (what == "message") handlers_.message(channel, push.items[2].text);
    return true;
}

// Returns true if the server ended the subscription. A node does so when it gives a slot away.
bool Listener::is_told_to_leave(const std::string& channel) {
    const auto own = leaving_.find(channel);
    if (own == leaving_.end()) return true;
    if (--own->second == 0) leaving_.erase(own);
    return false;
}

void Listener::watch() {
    timer_.expires_after(kPingInterval);
    timer_.async_wait([self = shared_from_this(), stream = stream_](const Stream::Error& error) {
        if (error || self->stream_ != stream) return;
        if (Clock::now() - self->heard_at_ > 2 * kPingInterval) return stream->close();
        self->send(Command{"PING", {}}.encode());
        self->watch();
    });
}

void Listener::send(std::string_view word, const std::string& channel) {
    const std::string prefix = kind_ == Channels::kSharded ? "S" : "";
    if (stream_) send(Command{prefix + std::string{word}, {channel}}.encode());
}

void Listener::send(std::string bytes) {
    if (unsent_.size() + bytes.size() > kUnsentBytesMax) return stream_->close();
    unsent_ += bytes;
    flush();
}

void Listener::flush() {
    if (writing_ || unsent_.empty()) return;
    writing_ = true;
    stream_->write(std::exchange(unsent_, {}),
                   [self = shared_from_this(), stream = stream_](const Stream::Error& error) {
                       if (error || self->stream_ != stream) return;
                       self->writing_ = false;
                       self->flush();
                   });
}

}  // namespace onsale::redis
