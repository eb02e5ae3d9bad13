// Feeds arbitrary bytes to the request reader and checks two invariants. The result for every
// prefix of the head is "need more" or the final outcome, and a request that arrives in pieces
// gives the same result as in one piece.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "adapter/http/transport/message/head_parser.hpp"
#include "adapter/http/transport/message/request_assembly.hpp"
#include "base/assert.hpp"

namespace {

using namespace onsale::http;

constexpr HeadLimits kHeadLimits{.head_max = 512, .target_max = 128};
constexpr AssemblyLimits kLimits{.head = kHeadLimits, .body_max = 256};

bool inside(std::string_view part, std::string_view whole) {
    return part.empty() || (part.data() >= whole.data() &&
                            part.data() + part.size() <= whole.data() + whole.size());
}

void check_views(const RequestHead& head, std::string_view bytes) {
    const std::string_view text = bytes.substr(0, head.size);
    ONSALE_ASSERT(text.ends_with("\r\n\r\n"));
    ONSALE_ASSERT(inside(head.path, text) && inside(head.query, text));
    for (const Header& header : head.headers()) {
        ONSALE_ASSERT(inside(header.name, text) && inside(header.value, text));
        ONSALE_ASSERT(!header.name.empty());
        ONSALE_ASSERT(header.value.find_first_of(std::string_view{"\r\n\0", 3}) ==
                      std::string_view::npos);
    }
}

void check_prefixes(std::string_view bytes) {
    static RequestHead head;
    const HeadOutcome whole = parse_head(bytes, kHeadLimits, head);
    if (whole.state == HeadState::kParsed) check_views(head, bytes);
    for (std::size_t size = 0; size < bytes.size(); ++size) {
        const HeadOutcome part = parse_head(bytes.substr(0, size), kHeadLimits, head);
        if (part.state == HeadState::kNeedMore) continue;
        ONSALE_ASSERT(part.state == whole.state);
        ONSALE_ASSERT(part.state == HeadState::kParsed || part.refusal == whole.refusal);
    }
}

struct Reading {
    RequestAssembly::State state = RequestAssembly::State::kNeedMore;
    Refusal refusal = Refusal::kHeadMalformed;
    std::string body;
    std::string rest;

    bool operator==(const Reading&) const = default;
};

Reading read_in_pieces(std::string_view bytes, std::size_t piece) {
    static RequestHead head;
    RequestAssembly assembly;
    Reading reading;
    std::string buffer;
    while (!bytes.empty() && reading.state == RequestAssembly::State::kNeedMore) {
        const std::size_t size = std::min(piece, bytes.size());
        buffer += bytes.substr(0, size);
        bytes.remove_prefix(size);
        reading.state = assembly.advance(buffer, kLimits, head);
        if (reading.state == RequestAssembly::State::kNeedMore) {
            buffer.resize(assembly.settle(buffer.size()));
        }
    }
    if (reading.state == RequestAssembly::State::kRefused) reading.refusal = assembly.refusal();
    if (reading.state == RequestAssembly::State::kComplete) {
        reading.body = assembly.body(buffer);
        reading.rest = buffer.substr(assembly.used()) + std::string{bytes};
    }
    return reading;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view bytes{reinterpret_cast<const char*>(data), size};
    check_prefixes(bytes);
    const Reading whole = read_in_pieces(bytes, std::max<std::size_t>(size, 1));
    ONSALE_ASSERT(read_in_pieces(bytes, 1) == whole);
    ONSALE_ASSERT(read_in_pieces(bytes, 7) == whole);
    return 0;
}
