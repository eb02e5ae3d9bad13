#include "adapter/http/transport/message/request_assembly.hpp"

namespace onsale::http {

RequestAssembly::State RequestAssembly::refuse(Refusal refusal) {
    refusal_ = refusal;
    return State::kRefused;
}

RequestAssembly::State RequestAssembly::advance(std::span<char> bytes, const AssemblyLimits& limits,
                                                RequestHead& head) {
    const std::string_view text{bytes.data(), bytes.size()};
    const bool had_head = head_complete();
    if (!had_head) {
        const State state = read_head(text, limits, head);
        if (state != State::kComplete) return state;
    }
    if (chunked_) {
        const State state = read_chunks(bytes, limits);
        if (state != State::kComplete) return state;
    } else {
        const std::size_t arrived = bytes.size() - head_size_;
        if (bytes.size() < used_) {
            expects_continue_ = expects_continue_ && arrived == 0;
            return State::kNeedMore;
        }
    }
    // The buffer may have moved since the head was parsed, so its views must be recreated.
    if (had_head) parse_head(text.substr(0, head_size_), limits.head, head);
    if (!chunked_) body_size_ = used_ - head_size_;
    return State::kComplete;
}

RequestAssembly::State RequestAssembly::read_head(std::string_view bytes,
                                                  const AssemblyLimits& limits, RequestHead& head) {
    const HeadOutcome outcome = parse_head(bytes, limits.head, head);
    if (outcome.state == HeadState::kNeedMore) return State::kNeedMore;
    if (outcome.state == HeadState::kRefused) return refuse(outcome.refusal);
    if (head.content_length > limits.body_max) return refuse(Refusal::kBodyTooLarge);
    head_size_ = head.size;
    chunked_ = head.framing == Framing::kChunked;
    expects_continue_ = head.expects_continue && head.framing != Framing::kNone;
    used_ = head_size_ + static_cast<std::size_t>(head.content_length);
    return State::kComplete;
}

RequestAssembly::State RequestAssembly::read_chunks(std::span<char> bytes,
                                                    const AssemblyLimits& limits) {
    // Raw bytes follow the decoded ones. Decoding moves bytes only towards the front.
    const std::size_t raw_at = head_size_ + body_size_;
    char* const out = bytes.data() + raw_at;
    const auto step = chunks_.decode(bytes.subspan(raw_at), out, limits.body_max);
    expects_continue_ = expects_continue_ && step.used == 0;
    body_size_ += step.produced;
    used_ = raw_at + step.used;
    switch (step.state) {
        case ChunkState::kNeedMore:
            return State::kNeedMore;
        case ChunkState::kDone:
            return State::kComplete;
        case ChunkState::kMalformed:
            return refuse(Refusal::kChunkMalformed);
        case ChunkState::kTooLarge:
            return refuse(Refusal::kBodyTooLarge);
    }
    return State::kComplete;
}

}  // namespace onsale::http
