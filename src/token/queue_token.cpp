#include "token/queue_token.hpp"

#include <array>

#include "base/bytes.hpp"

namespace onsale::token {

std::string seal(const Keys& keys, const QueueToken& token) {
    std::string payload;
    ByteWriter writer{payload};
    writer.fixed(token.event);
    writer.bytes(token.guest.bytes.data(), token.guest.bytes.size());
    writer.fixed(token.number);
    return seal(keys, Purpose::kQueue, payload);
}

std::optional<OpenedQueueToken> open_queue_token(const Keys& keys, std::string_view text) {
    std::array<std::uint8_t, kQueueTokenPayload> payload;
    const auto signed_by = unseal(keys, Purpose::kQueue, text, payload);
    if (!signed_by) return std::nullopt;
    OpenedQueueToken opened{.token = {}, .older_key = *signed_by == SignedBy::kOlderKey};
    ByteReader reader{{reinterpret_cast<const char*>(payload.data()), payload.size()}};
    opened.token.event = reader.fixed<std::uint32_t>();
    reader.bytes(opened.token.guest.bytes.data(), opened.token.guest.bytes.size());
    opened.token.number = reader.fixed<std::uint32_t>();
    return opened;
}

}  // namespace onsale::token
