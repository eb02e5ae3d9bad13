#pragma once

#include <array>
#include <string_view>

#include "base/words.hpp"
#include "waiting_room/domain/command.hpp"
#include "waiting_room/domain/event.hpp"
#include "waiting_room/domain/fact.hpp"
#include "waiting_room/domain/line/line_view.hpp"

namespace onsale::waiting_room::command {

constexpr auto words_of(LifecycleAction) {
    return std::to_array<std::string_view>({"open", "pause", "resume", "close", "archive"});
}

}  // namespace onsale::waiting_room::command

namespace onsale::waiting_room {

// The wire words of the enumerators, in their order.
constexpr auto words_of(Lifecycle) {
    return std::to_array<std::string_view>(
        {"draft", "lobby", "open", "paused", "closed", "archived"});
}
constexpr auto words_of(OrderPolicy) {
    return std::to_array<std::string_view>({"fifo", "lobby-shuffle"});
}
constexpr auto words_of(Identity) {
    return std::to_array<std::string_view>({"visitor", "account", "site"});
}
constexpr auto words_of(Eligibility) {
    return std::to_array<std::string_view>({"everybody", "list", "code", "claim"});
}
constexpr auto words_of(EndReason) {
    return std::to_array<std::string_view>(
        {"left", "silent", "admission_ended", "completed", "revoked"});
}
constexpr auto words_of(QueueStatus) {
    return std::to_array<std::string_view>(
        {"lobby", "waiting", "paused", "admitted", "closed", "expired", "sold_out", "moved"});
}

}  // namespace onsale::waiting_room
