#include "token/visitor_token.hpp"

#include "base/bytes.hpp"
#include "token/key/random.hpp"

namespace onsale::token {

VisitorToken new_visitor(Instant now) {
    const auto minutes = std::chrono::floor<std::chrono::minutes>(now).time_since_epoch().count();
    VisitorToken visitor{.id = {}, .issued_minute = static_cast<std::uint32_t>(minutes)};
    random_bytes(visitor.id);
    return visitor;
}

std::string seal(const Keys& keys, const VisitorToken& token) {
    std::string payload;
    ByteWriter writer{payload};
    writer.bytes(token.id.data(), token.id.size());
    writer.fixed(token.issued_minute);
    return seal(keys, Purpose::kVisitor, payload);
}

std::optional<OpenedVisitorToken> open_visitor_token(const Keys& keys, std::string_view text) {
    std::array<std::uint8_t, kVisitorTokenPayload> payload;
    const auto signed_by = unseal(keys, Purpose::kVisitor, text, payload);
    if (!signed_by) return std::nullopt;
    OpenedVisitorToken opened{.token = {}, .older_key = *signed_by == SignedBy::kOlderKey};
    ByteReader reader{{reinterpret_cast<const char*>(payload.data()), payload.size()}};
    reader.bytes(opened.token.id.data(), opened.token.id.size());
    opened.token.issued_minute = reader.fixed<std::uint32_t>();
    return opened;
}

}  // namespace onsale::token
