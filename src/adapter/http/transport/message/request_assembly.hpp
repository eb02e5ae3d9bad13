#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "adapter/http/transport/message/chunked_body.hpp"
#include "adapter/http/transport/message/head_parser.hpp"

namespace onsale::http {

struct AssemblyLimits {
    HeadLimits head;
    std::size_t body_max;
};

// Parse state of the request at the start of a buffer. Small and copyable: a connection keeps it
// only between two reads of the same request.
class RequestAssembly {
  public:
    enum class State : std::uint8_t { kNeedMore, kComplete, kRefused };

    // Parses the request from its first byte. `bytes` may be at another address in each call, but
    // must contain what settle() kept plus the bytes that arrived since. A chunked body is decoded
    // in place, so `bytes` changes. When complete, `head` and body() are valid.
    State advance(std::span<char> bytes, const AssemblyLimits& limits, RequestHead& head);

    // REQUIRES: complete.
    std::string_view body(std::span<const char> bytes) const {
        return {bytes.data() + head_size_, body_size_};
    }
    // Offset of the next request. REQUIRES: complete.
    std::size_t used() const { return used_; }

    // Number of bytes of the buffer to keep for the next advance(). REQUIRES: need more.
    std::size_t settle(std::size_t size) const {
        return chunked_ && head_size_ > 0 ? head_size_ + body_size_ : size;
    }

    bool head_complete() const { return head_size_ > 0; }
    bool wants_continue() const { return expects_continue_ && body_size_ == 0; }
    Refusal refusal() const { return refusal_; }

  private:
    State refuse(Refusal refusal);
    State read_head(std::string_view bytes, const AssemblyLimits& limits, RequestHead& head);
    State read_chunks(std::span<char> bytes, const AssemblyLimits& limits);

    std::size_t head_size_ = 0;
    std::size_t body_size_ = 0;
    // With a Content-Length: size of head and body, known as soon as the head is.
    std::size_t used_ = 0;
    ChunkedBody chunks_;
    Refusal refusal_ = Refusal::kHeadMalformed;
    bool chunked_ = false;
    bool expects_continue_ = false;
};

}  // namespace onsale::http
