// The part of Connection that parses bytes into requests and writes answers.
#include "adapter/http/transport/message/client_address.hpp"
#include "adapter/http/transport/message/request_id.hpp"
#include "adapter/http/transport/socket/connection.hpp"
#include "base/assert.hpp"

namespace onsale::http {
namespace {

// Answers of pipelined requests are written together, up to this size.
constexpr std::size_t kOutputFlushSize = 256 * 1024;
constexpr int kFirstError = 400;

}  // namespace

class Connection::DirectReply final : public Reply {
  public:
    explicit DirectReply(Connection& connection) : connection_(connection) {}

    void answer(const Answer& answer) override {
        take();
        connection_.be_patient(false);
        connection_.append_answer(connection_.context_.output, answer);
    }

    LaterReply later() override {
        take();
        connection_.be_patient(true);
        connection_.phase_ = Phase::kAwaiting;
        return LaterReply{connection_.shared_from_this()};
    }

    EventStream stream(std::string_view headers) override {
        take();
        connection_.context_.responses.append_stream_head(connection_.context_.output, headers);
        // A HEAD request gets the head only, and no events.
        const bool head_only = connection_.shape_.without_body;
        connection_.phase_ = head_only ? Phase::kFlushing : Phase::kStreaming;
        return EventStream{connection_.shared_from_this()};
    }

    bool taken() const { return taken_; }

  private:
    void take() {
        ONSALE_ASSERT(!taken_);
        taken_ = true;
    }

    Connection& connection_;
    bool taken_ = false;
};

void Connection::consume(std::span<char> fresh) {
    std::span<char> bytes = fresh;
    RequestAssembly assembly;
    if (pending_) {
        pending_->bytes.append(fresh.data(), fresh.size());
        pending_->body_received += fresh.size();
        bytes = std::span{pending_->bytes}.subspan(pending_->begin);
        assembly = pending_->assembly;
    }
    const char* const first = bytes.data();
    const bool had_pending = pending_ != nullptr;
    bool starved = false;
    consuming_ = true;
    consume_all(bytes, assembly, starved);
    consuming_ = false;
    if (phase_ == Phase::kReceiving || phase_ == Phase::kAwaiting) {
        keep(bytes, assembly, starved, !had_pending || bytes.data() != first);
    } else {
        pending_.reset();
    }
    send_out(context_.output);
}

void Connection::consume_all(std::span<char>& bytes, RequestAssembly& assembly, bool& starved) {
    while (!bytes.empty() && phase_ == Phase::kReceiving && unsent_.empty()) {
        switch (assembly.advance(bytes, context_.limits, context_.head)) {
            case RequestAssembly::State::kNeedMore:
                bytes = bytes.first(assembly.settle(bytes.size()));
                starved = true;
                return;
            case RequestAssembly::State::kRefused:
                return refuse(context_.output, assembly.refusal());
            case RequestAssembly::State::kComplete:
                dispatch(bytes, assembly);
                bytes = bytes.subspan(assembly.used());
                assembly = {};
                if (context_.output.size() > kOutputFlushSize) send_out(context_.output);
        }
    }
}

void Connection::dispatch(std::span<const char> bytes, const RequestAssembly& assembly) {
    const RequestHead& head = context_.head;
    shape_ = {.http_1_0 = head.http_1_0,
              .keep_alive = head.keep_alive,
              .without_body = head.method == Method::kHead};
    Request request{.method = head.method,
                    .path = head.path,
                    .query = head.query,
                    .headers = head.headers(),
                    .body = assembly.body(bytes),
                    .client = origin_.address,
                    .secure = channel_.is_tls(),
                    .local = origin_.local,
                    .id = ++context_.last_id};
    request_id_ = request.id;
    if (origin_.trusted_proxy) {
        request.client =
            context_.config.trusted_proxies.client_of(origin_.address, request.headers);
        request.secure = request.secure || forwarded_as_https(request.headers);
        request.given_id = given_request_id(request.headers);
        given_id_.assign(request.given_id);
    }
    served_ = true;
    ++context_.counters["requests_total"];
    DirectReply reply{*this};
    context_.handler.handle(request, reply);
    ONSALE_ASSERT(reply.taken());
}

void Connection::keep(std::span<const char> bytes, const RequestAssembly& assembly, bool starved,
                      bool new_request) {
    if (bytes.empty()) return pending_.reset();
    if (!pending_) {
        pending_ = std::make_unique<Pending>();
        pending_->bytes.assign(bytes.data(), bytes.size());
    } else {
        pending_->begin = static_cast<std::size_t>(bytes.data() - pending_->bytes.data());
        pending_->bytes.resize(pending_->begin + bytes.size());
        // Erasing only when the rest is the smaller part keeps the total cost of all moves linear.
        if (pending_->begin >= bytes.size()) {
            pending_->bytes.erase(0, pending_->begin);
            pending_->begin = 0;
        }
    }
    pending_->assembly = assembly;
    pending_->ready = !starved;
    if (starved) note_progress(new_request);
}

void Connection::note_progress(bool new_request) {
    const TransportConfig& config = context_.config;
    const RequestAssembly& assembly = pending_->assembly;
    if (new_request) {
        // The deadline of the first request starts at accept, so that connecting early gains no
        // time.
        pending_->due = (served_ ? context_.now : mark_) + config.head_deadline;
        pending_->head_seen = pending_->continue_sent = false;
    }
    if (!assembly.head_complete()) return;
    if (!pending_->head_seen) {
        pending_->head_seen = true;
        pending_->body_since = context_.now;
        pending_->body_received = 0;
        pending_->due = context_.now + config.body_grace;
    }
    if (assembly.wants_continue() && !pending_->continue_sent) {
        pending_->continue_sent = true;
        context_.output += kContinue;
    }
}

void Connection::append_answer(std::string& out, const Answer& answer) {
    shape_.keep_alive = shape_.keep_alive && !context_.draining;
    if (answer.status < kFirstError) [[likely]] {
        context_.responses.append(out, answer, shape_);
    } else {
        const std::string id = request_id_text(request_id_, given_id_);
        context_.responses.append(out, answer, shape_, id);
    }
    phase_ = shape_.keep_alive ? Phase::kReceiving : Phase::kFlushing;
}

void Connection::refuse(std::string& out, Refusal refusal) {
    const std::string id = request_id_text(++context_.last_id, {});
    count(context_.counters, refusal);
    context_.refusals.note(refusal, origin_.address, origin_.local, id);
    context_.responses.append_refusal(out, refusal, id);
    phase_ = Phase::kFlushing;
    lingers_ = true;
}

void Connection::answer(const Answer& answer) {
    if (phase_ != Phase::kAwaiting) return;
    // Answered before the handler returned: the reading loop continues and writes it.
    if (consuming_) return append_answer(context_.output, answer);
    append_answer(context_.late_output, answer);
    mark_ = context_.now;
    unsent_.append(context_.late_output);
    empty(context_.late_output);
    // Writes in the next round. Many requests that wait for one commit are answered together, and a
    // client that has several of them is woken once. Reading more here is not allowed either:
    // another connection up the call stack may be using the shared buffers.
    context_.poller.run_again(*this);
    arm();
}

void Connection::abandon() {
    if (phase_ == Phase::kAwaiting) drop();
}

bool Connection::send(std::string_view bytes) {
    if (phase_ != Phase::kStreaming) return false;
    if (consuming_) {  // The head of the stream is still in the output buffer.
        context_.output += bytes;
        return true;
    }
    const std::string_view rest = unsent_.empty() ? write_some(bytes) : bytes;
    if (phase_ == Phase::kClosed) return false;
    if (unsent_.size() - unsent_at_ + rest.size() > context_.config.stream_unsent_max) {
        ++context_.counters["slow_streams_dropped_total"];
        drop();
        return false;
    }
    unsent_.append(rest);
    arm();
    return true;
}

void Connection::close() {
    if (phase_ != Phase::kStreaming) return;
    phase_ = Phase::kFlushing;
    if (!consuming_ && unsent_.empty()) end();
}

}  // namespace onsale::http
