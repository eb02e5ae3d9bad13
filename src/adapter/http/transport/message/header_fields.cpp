#include "adapter/http/transport/message/header_fields.hpp"

#include <algorithm>

#include "adapter/http/transport/message/head_parser.hpp"

namespace onsale::http {
namespace {

// 18 digits always fit into 64 bits. The body limit is far below.
constexpr std::size_t kLengthDigitsMax = 18;

bool is_host_char(char c) {
    if ((c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')) return true;
    return std::string_view{"-._~%!$&'()*+;=:[]"}.contains(c);
}

}  // namespace

std::optional<Refusal> HeaderFields::note(const Header& header, RequestHead& head) {
    // The length of the name excludes most headers before any character is compared.
    switch (header.name.size()) {
        case 4:
            if (equals_ignoring_case(header.name, "host")) return note_host(header.value);
            break;
        case 6:
            if (equals_ignoring_case(header.name, "expect")) return note_expect(header.value, head);
            break;
        case 10:
            if (equals_ignoring_case(header.name, "connection")) note_connection(header.value);
            break;
        case 14:
            if (equals_ignoring_case(header.name, "content-length")) {
                return note_length(header.value, head);
            }
            break;
        case 17:
            if (equals_ignoring_case(header.name, "transfer-encoding")) {
                return note_transfer_encoding(header.value, head);
            }
            break;
    }
    return std::nullopt;
}

std::optional<Refusal> HeaderFields::conclude(RequestHead& head) const {
    if (!has_host_ && !head.http_1_0) return Refusal::kHostRequired;
    head.keep_alive = !wants_close_ && (!head.http_1_0 || wants_keep_alive_);
    return std::nullopt;
}

std::optional<Refusal> HeaderFields::note_host(std::string_view value) {
    if (has_host_ || value.empty()) return Refusal::kHostRequired;
    if (!std::ranges::all_of(value, is_host_char)) return Refusal::kHostRequired;
    has_host_ = true;
    return std::nullopt;
}

std::optional<Refusal> HeaderFields::note_length(std::string_view value, RequestHead& head) {
    // A repeated length is refused even when equal: a proxy in front may have used another one.
    if (has_length_ || has_transfer_encoding_) return Refusal::kLengthConflict;
    if (value.empty() || value.size() > kLengthDigitsMax) return Refusal::kLengthInvalid;
    std::uint64_t length = 0;
    for (const char digit : value) {
        if (digit < '0' || digit > '9') return Refusal::kLengthInvalid;
        length = length * 10 + static_cast<std::uint64_t>(digit - '0');
    }
    has_length_ = true;
    head.content_length = length;
    head.framing = length == 0 ? Framing::kNone : Framing::kLength;
    return std::nullopt;
}

std::optional<Refusal> HeaderFields::note_transfer_encoding(std::string_view value,
                                                            RequestHead& head) {
    if (has_length_) return Refusal::kLengthConflict;
    if (head.http_1_0 || has_transfer_encoding_ || !equals_ignoring_case(value, "chunked")) {
        return Refusal::kTransferEncodingRefused;
    }
    has_transfer_encoding_ = true;
    head.framing = Framing::kChunked;
    return std::nullopt;
}

std::optional<Refusal> HeaderFields::note_expect(std::string_view value, RequestHead& head) {
    if (head.http_1_0) return std::nullopt;  // Expect was introduced in HTTP/1.1.
    if (!equals_ignoring_case(value, "100-continue")) return Refusal::kExpectationFailed;
    head.expects_continue = true;
    return std::nullopt;
}

void HeaderFields::note_connection(std::string_view value) {
    while (!value.empty()) {
        const std::size_t comma = std::min(value.find(','), value.size());
        const std::string_view option = trimmed(value.substr(0, comma));
        wants_close_ |= equals_ignoring_case(option, "close");
        wants_keep_alive_ |= equals_ignoring_case(option, "keep-alive");
        value.remove_prefix(std::min(comma + 1, value.size()));
    }
}

}  // namespace onsale::http
