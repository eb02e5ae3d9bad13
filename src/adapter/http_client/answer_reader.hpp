#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "adapter/http_client/call.hpp"

namespace onsale::http_client {

// Collects the parts of an answer and stops at the limits.
class AnswerReader {
  public:
    explicit AnswerReader(std::uint64_t body_max) : body_max_(body_max) {}

    // One line of the head, with its line break. False: the head is too large.
    bool take_line(std::string_view line);
    // A part of the body. False: the body is too large.
    bool take_body(std::string_view bytes);

    // libcurl reports a truncated head as a complete answer.
    bool is_head_complete() const { return part_ == Part::kBody; }
    // Whether the head delimits the body. Without this a truncated answer looks complete, even over
    // TLS.
    bool is_end_marked(unsigned status) const;
    bool is_head_too_large() const { return head_too_large_; }
    bool is_body_too_large() const { return body_too_large_; }
    Answer finish(unsigned status);

  private:
    enum class Part : std::uint8_t { kNothing, kHead, kBody };

    std::uint64_t body_max_;
    Answer answer_;
    std::size_t head_size_ = 0;
    std::size_t lines_ = 0;
    Part part_ = Part::kNothing;
    bool head_too_large_ = false;
    bool body_too_large_ = false;
};

}  // namespace onsale::http_client
