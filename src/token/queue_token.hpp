#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/guest_id.hpp"
#include "token/codec.hpp"

namespace onsale::token {

// Identifies the guest, event and number of a poll without a lookup. The token does not expire.
// When an older key signed it, the caller should sign it again.
struct QueueToken {
    std::uint32_t event = 0;
    GuestId guest;
    std::uint32_t number = 0;

    friend bool operator==(const QueueToken&, const QueueToken&) = default;
};

inline constexpr std::size_t kQueueTokenPayload = 4 + 16 + 4;
inline constexpr std::size_t kQueueTokenLength = sealed_length(kQueueTokenPayload);
static_assert(kQueueTokenLength == 58);

struct OpenedQueueToken {
    QueueToken token;
    bool older_key = false;
};

std::string seal(const Keys& keys, const QueueToken& token);

// Returns std::nullopt unless it is a queue token that we signed with a live key. Does not
// allocate.
std::optional<OpenedQueueToken> open_queue_token(const Keys& keys, std::string_view text);

}  // namespace onsale::token
