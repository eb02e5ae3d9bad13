#include "adapter/http/transport/message/chunked_body.hpp"

#include <algorithm>
#include <cstring>
#include <string_view>

#include "adapter/http/transport/message/hex_digit.hpp"

namespace onsale::http {
namespace {

// Six digits allow 16 MiB, more than every body limit. More digits (also leading zeros) are
// invalid.
constexpr std::uint8_t kSizeDigitsMax = 6;

// For all chunks of one request. Known extensions need a few dozen bytes.
constexpr std::uint16_t kExtensionBytesMax = 1024;
constexpr std::string_view kSpaces = " \t";
// An extension must not end with one of these.
constexpr std::string_view kUnfinished = "; \t=";

// All characters except control characters are allowed in an extension.
bool is_extension_text(char c) {
    const auto byte = static_cast<unsigned char>(c);
    return (byte >= 0x20 && byte != 0x7f) || c == '\t';
}

}  // namespace

ChunkedBody::Progress ChunkedBody::decode(std::span<const char> raw, char* out,
                                          std::size_t body_max) {
    Progress progress;
    while (progress.used < raw.size() && at_ != At::kDone) {
        if (at_ == At::kData) {
            const auto size = std::min<std::size_t>(chunk_left_, raw.size() - progress.used);
            std::memmove(out + progress.produced, raw.data() + progress.used, size);
            progress.used += size;
            progress.produced += size;
            chunk_left_ -= static_cast<std::uint32_t>(size);
            if (chunk_left_ == 0) at_ = At::kDataCr;
            continue;
        }
        if (!take_framing(raw[progress.used++])) {
            progress.state = ChunkState::kMalformed;
            return progress;
        }
        if (total_ > body_max) {
            progress.state = ChunkState::kTooLarge;
            return progress;
        }
    }
    if (at_ == At::kDone) progress.state = ChunkState::kDone;
    return progress;
}

bool ChunkedBody::take_framing(char c) {
    switch (at_) {
        case At::kSize:
            return take_size(c);
        case At::kBeforeExtension:
        case At::kExtension:
            return take_extension(c);
        case At::kSizeLf:
            at_ = chunk_left_ == 0 ? At::kLastCr : At::kData;
            total_ += chunk_left_;
            return c == '\n';
        case At::kDataCr:
            at_ = At::kDataLf;
            return c == '\r';
        case At::kDataLf:
            at_ = At::kSize;
            digits_ = 0;
            return c == '\n';
        case At::kLastCr:
            at_ = At::kLastLf;
            return c == '\r';
        case At::kLastLf:
            at_ = At::kDone;
            return c == '\n';
        case At::kData:
        case At::kDone:
            break;
    }
    return false;
}

bool ChunkedBody::take_size(char c) {
    if (c == '\r' && digits_ > 0) {
        at_ = At::kSizeLf;
        return true;
    }
    const bool extended = c == ';' || kSpaces.find(c) != kSpaces.npos;
    if (extended && digits_ > 0) {
        at_ = At::kBeforeExtension;
        return take_extension(c);
    }
    const int value = hex_digit(c);
    if (value < 0 || digits_ == kSizeDigitsMax) return false;
    chunk_left_ = chunk_left_ * 16 + static_cast<std::uint32_t>(value);
    ++digits_;
    return true;
}

bool ChunkedBody::take_extension(char c) {
    if (c == '\r') {
        const bool finished = kUnfinished.find(extension_last_) == kUnfinished.npos;
        const bool ends = at_ == At::kExtension && finished;
        at_ = At::kSizeLf;
        return ends;
    }
    if (!is_extension_text(c) || extension_bytes_ == kExtensionBytesMax) return false;
    ++extension_bytes_;
    extension_last_ = c;
    if (at_ == At::kExtension) return true;
    if (c == ';') at_ = At::kExtension;
    return c == ';' || kSpaces.find(c) != kSpaces.npos;
}

}  // namespace onsale::http
