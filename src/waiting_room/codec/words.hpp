#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

#include "waiting_room/domain/command.hpp"
#include "waiting_room/domain/event.hpp"
#include "waiting_room/domain/fact.hpp"
#include "waiting_room/domain/line/line_view.hpp"

namespace onsale::waiting_room {

// The wire word of each enumerator, indexed by its value.
template <class Enum>
inline constexpr std::array<std::string_view, 0> kWords = {};

template <>
inline constexpr std::array<std::string_view, 6> kWords<Lifecycle> = {
    "draft", "lobby", "open", "paused", "closed", "archived"};
template <>
inline constexpr std::array<std::string_view, 5> kWords<command::LifecycleAction> = {
    "open", "pause", "resume", "close", "archive"};
template <>
inline constexpr std::array<std::string_view, 2> kWords<OrderPolicy> = {"fifo", "lobby-shuffle"};
template <>
inline constexpr std::array<std::string_view, 3> kWords<Identity> = {"visitor", "account", "site"};
template <>
inline constexpr std::array<std::string_view, 4> kWords<Eligibility> = {"everybody", "list", "code",
                                                                        "claim"};
template <>
inline constexpr std::array<std::string_view, 5> kWords<EndReason> = {
    "left", "silent", "admission_ended", "completed", "revoked"};
template <>
inline constexpr std::array<std::string_view, 8> kWords<QueueStatus> = {
    "lobby", "waiting", "paused", "admitted", "closed", "expired", "sold_out", "moved"};

template <class Enum>
constexpr std::string_view to_word(Enum value) {
    return kWords<Enum>[static_cast<std::size_t>(value)];
}

template <class Enum>
constexpr std::optional<Enum> from_word(std::string_view word) {
    const auto found = std::ranges::find(kWords<Enum>, word);
    if (found == kWords<Enum>.end()) return std::nullopt;
    return static_cast<Enum>(found - kWords<Enum>.begin());
}

}  // namespace onsale::waiting_room
