#include "adapter/http/transport/socket/connection.hpp"

#include <algorithm>

#include "base/assert.hpp"

namespace onsale::http {
namespace {

// Maximum number of reads before other connections get their turn.
constexpr int kReadsPerTurn = 4;
// Many clients send a whole large upload before they read the answer. Reading and discarding it
// lets them see the answer. Silence, a slow upload or an endless one ends the lingering, so that it
// cannot be abused to hold a connection.
constexpr Duration kLingerSilence{2'000};
constexpr Duration kLingerTime{15'000};
constexpr std::size_t kLingerBytesMax = 64 * 1024 * 1024;
// The client of an event stream is expected to send nothing.
constexpr std::size_t kStreamInputMax = 1024 * 1024;
constexpr Duration kBodyCheckInterval{1'000};
// A larger output buffer is freed after use.
constexpr std::size_t kOutputKeptMax = 1024 * 1024;
constexpr std::uint64_t kMsPerSecond = 1'000;
// A client that connected this recently is about to send a request, even while the listener drains.
constexpr Duration kNewcomerTime{1'000};

}  // namespace

Connection::Connection(ConnectionContext& context, int socket, const Origin& origin)
    : context_(context),
      channel_(socket, context.config.tls.get()),
      origin_(origin),
      mark_(context.now) {}

void Connection::start() {
    constexpr std::uint32_t kEvents = EPOLLIN | EPOLLOUT | EPOLLRDHUP | EPOLLET;
    if (!context_.poller.add(channel_.socket(), kEvents, *this)) return drop();
    arm();
}

void Connection::on_events(std::uint32_t events) {
    if (events & (EPOLLERR | EPOLLHUP)) return drop();
    if (events & EPOLLRDHUP) peer_finished_ = true;
    // TLS may need either direction of the socket to make progress in either direction.
    if ((events & (EPOLLIN | EPOLLRDHUP)) != 0 || channel_.is_tls()) readable_ = true;
    if (!unsent_.empty()) flush_unsent();
    proceed();
}

void Connection::proceed() {
    for (int turn = 0; turn < kReadsPerTurn; ++turn) {
        if (phase_ == Phase::kStreaming || phase_ == Phase::kLingering) discard_input();
        if (phase_ != Phase::kReceiving || !unsent_.empty()) return arm();
        if (pending_ && pending_->ready) {
            consume({});
        } else if (!readable_ || !receive()) {
            return arm();
        }
    }
    if (phase_ != Phase::kClosed) context_.poller.run_again(*this);
    arm();
}

bool Connection::receive() {
    const IoOutcome got = channel_.read(context_.scratch);
    switch (got.state) {
        case IoState::kDone:
            // If the end of input is already known, no further edge will report it.
            if (got.drained && !peer_finished_) readable_ = false;
            context_.counters["received_bytes_total"] += got.size;
            consume(std::span{context_.scratch}.first(got.size));
            return true;
        case IoState::kBlocked:
            readable_ = false;
            return false;
        case IoState::kEnded:
        case IoState::kFailed:
            drop();
            return false;
    }
    return false;
}

void Connection::discard_input() {
    const bool lingering = phase_ == Phase::kLingering;
    const std::size_t most = lingering ? kLingerBytesMax : kStreamInputMax;
    for (int turn = 0; readable_ && turn < kReadsPerTurn; ++turn) {
        const IoOutcome got = channel_.read(context_.scratch);
        discarded_ += got.size;
        if (got.state == IoState::kBlocked) {
            readable_ = false;
        } else if (got.state != IoState::kDone || discarded_ > most) {
            return drop();
        } else if (lingering) {
            mark_ = std::min(context_.now + kLingerSilence, linger_until_);
        }
    }
    if (readable_) context_.poller.run_again(*this);
}

std::string_view Connection::write_some(std::string_view bytes) {
    while (!bytes.empty()) {
        const IoOutcome put = channel_.write(bytes);
        if (put.state == IoState::kBlocked) break;
        if (put.state != IoState::kDone) {
            drop();
            return {};
        }
        mark_ = context_.now;
        context_.counters["sent_bytes_total"] += put.size;
        bytes.remove_prefix(put.size);
    }
    return bytes;
}

void Connection::send_out(std::string& out) {
    if (phase_ != Phase::kClosed && !out.empty()) {
        mark_ = context_.now;
        const std::string_view rest = unsent_.empty() ? write_some(out) : std::string_view{out};
        unsent_.append(rest);
    }
    empty(out);
    if (phase_ == Phase::kFlushing && unsent_.empty()) end();
}

void Connection::empty(std::string& buffer) {
    buffer.clear();
    if (buffer.capacity() > kOutputKeptMax) buffer.shrink_to_fit();
}

void Connection::flush_unsent() {
    const std::string_view rest = write_some(std::string_view{unsent_}.substr(unsent_at_));
    if (phase_ == Phase::kClosed) return;
    unsent_at_ = unsent_.size() - rest.size();
    if (!rest.empty()) return;
    unsent_ = {};
    unsent_at_ = 0;
    if (phase_ == Phase::kFlushing) end();
}

void Connection::end() {
    // Closing with unread input would make the kernel reset the connection, and the client might
    // lose the answer.
    channel_.shutdown_write();
    if (!lingers_ && !readable_) return drop();
    phase_ = Phase::kLingering;
    mark_ = context_.now + kLingerSilence;
    linger_until_ = context_.now + kLingerTime;
    readable_ = true;
    context_.poller.run_again(*this);
    arm();
}

void Connection::drop() {
    if (phase_ == Phase::kClosed) return;
    phase_ = Phase::kClosed;
    context_.poller.remove(channel_.socket(), *this);
    DeadlineWheel::remove(*this);
    channel_.close();
    if (!consuming_) pending_.reset();  // The handler may still use its bytes.
    unsent_ = {};
    context_.owner.on_closed(*this);
}

void Connection::drain() {
    ONSALE_ASSERT(!consuming_);
    if (phase_ == Phase::kStreaming) return close();
    if (!unsent_.empty()) flush_unsent();  // An answer may be waiting for its turn.
    if (phase_ != Phase::kReceiving || !unsent_.empty()) return;
    readable_ = true;  // A request may have arrived whose event was not delivered yet.
    proceed();
    if (phase_ != Phase::kReceiving || !unsent_.empty() || pending_) return;
    const bool is_new = !served_ && context_.now < mark_ + kNewcomerTime;
    is_new ? arm() : drop();
}

void Connection::arm() {
    if (phase_ != Phase::kClosed) context_.wheel.set(*this, due());
}

Duration Connection::due() const {
    if (phase_ == Phase::kLingering) return mark_;
    if (!unsent_.empty()) return mark_ + context_.config.write_stall_timeout;
    if (phase_ != Phase::kReceiving) return DeadlineWheel::kNever;
    if (pending_ && !pending_->ready) return pending_->due;
    if (!served_)
        return mark_ + (context_.draining ? kNewcomerTime : context_.config.head_deadline);
    return context_.now + context_.config.idle_timeout;
}

void Connection::on_deadline(Duration now) {
    if (phase_ == Phase::kLingering) return drop();
    if (!unsent_.empty()) {
        ++context_.counters["write_timeouts_total"];
        return drop();
    }
    if (phase_ != Phase::kReceiving) return;
    if (pending_ && pending_->ready) return arm();  // It is queued for processing.
    if (!pending_) {
        ++context_.counters["idle_timeouts_total"];
        return drop();
    }
    if (pending_->head_seen && !body_is_slow(now)) {
        pending_->due = now + kBodyCheckInterval;
        return arm();
    }
    refuse(context_.late_output, Refusal::kRequestTimeout);
    send_out(context_.late_output);
    arm();
}

bool Connection::body_is_slow(Duration now) const {
    const auto elapsed_ms = static_cast<std::uint64_t>((now - pending_->body_since).count());
    const std::uint64_t wanted =
        elapsed_ms * context_.config.body_bytes_per_second_min / kMsPerSecond;
    return pending_->body_received < wanted;
}

}  // namespace onsale::http
