#include "adapter/redis/protocol/refusal.hpp"

#include <algorithm>
#include <charconv>
#include <string_view>

#include "adapter/redis/protocol/word_table.hpp"

namespace onsale::redis {
namespace {

// A script also fails with these codes if one of its commands is rejected. Even then nothing was
// changed: Redis checks these conditions at a script's first write and not after it, so no script
// stops halfway. (NOPERM is not listed for this reason: it can stop a script anywhere.)
constexpr Word<Refusal::Kind> kCodes[] = {
    {"NOSCRIPT", Refusal::Kind::kNoScript},  {"CLUSTERDOWN", Refusal::Kind::kElsewhere},
    {"READONLY", Refusal::Kind::kElsewhere}, {"MASTERDOWN", Refusal::Kind::kElsewhere},
    {"TRYAGAIN", Refusal::Kind::kBusy},      {"LOADING", Refusal::Kind::kBusy},
    {"BUSY", Refusal::Kind::kBusy},          {"OOM", Refusal::Kind::kFinal},
    {"NOREPLICAS", Refusal::Kind::kFinal},   {"MISCONF", Refusal::Kind::kFinal},
    {"NOAUTH", Refusal::Kind::kFinal},       {"WRONGPASS", Refusal::Kind::kFinal},
};

// Parses "3999 127.0.0.1:6381". Text that cannot be parsed is an ordinary error, not a redirection.
std::optional<Refusal> redirection(Refusal::Kind kind, std::string_view arguments) {
    const auto space = arguments.find(' ');
    if (space == arguments.npos) return std::nullopt;
    const std::string_view digits = arguments.substr(0, space);
    std::uint16_t slot = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), slot);
    const auto node = parse_endpoint(arguments.substr(space + 1));
    if (error != std::errc{} || end != digits.data() + digits.size()) return std::nullopt;
    if (slot >= kSlotCount || !node) return std::nullopt;
    return Refusal{kind, Slot{slot}, *node};
}

}  // namespace

std::optional<Refusal> refusal_in(const Reply& reply) {
    if (!reply.is_error()) return std::nullopt;
    const std::string_view code = reply.error_code();
    const std::string_view rest =
        std::string_view{reply.text}.substr(std::min(code.size() + 1, reply.text.size()));
    if (code == "MOVED") return redirection(Refusal::Kind::kMoved, rest);
    if (code == "ASK") return redirection(Refusal::Kind::kAsk, rest);
    const auto kind = meaning_of(kCodes, code);
    if (!kind) return std::nullopt;
    return Refusal{*kind, {}, {}};
}

}  // namespace onsale::redis
