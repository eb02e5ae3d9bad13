#include "adapter/redis/call/stream_id.hpp"

#include <charconv>

namespace onsale::redis {
namespace {

std::optional<std::uint64_t> parse_number(std::string_view text) {
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
    return value;
}

}  // namespace

std::string to_string(StreamId id) {
    return std::to_string(id.ms) + '-' + std::to_string(id.sequence);
}

std::optional<StreamId> parse_stream_id(std::string_view text) {
    const auto dash = text.find('-');
    if (dash == text.npos) return std::nullopt;
    const auto ms = parse_number(text.substr(0, dash));
    const auto sequence = parse_number(text.substr(dash + 1));
    if (!ms || !sequence) return std::nullopt;
    return StreamId{*ms, *sequence};
}

}  // namespace onsale::redis
