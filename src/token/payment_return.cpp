#include "token/payment_return.hpp"

#include <array>
#include <span>

#include "base/bytes.hpp"

namespace onsale::token {

std::string seal(const Keys& keys, const PaymentReturn& state) {
    std::string payload;
    ByteWriter writer{payload};
    writer.fixed(state.order);
    writer.fixed(state.attempt);
    writer.fixed(state.language);
    return seal(keys, Purpose::kPaymentReturn, payload);
}

std::optional<PaymentReturn> open_payment_return(const Keys& keys, std::string_view text) {
    std::array<std::uint8_t, kPaymentReturnPayload> payload{};
    const std::span<std::uint8_t> without_language{payload.data(), payload.size() - 1};
    if (!unseal(keys, Purpose::kPaymentReturn, text, payload) &&
        !unseal(keys, Purpose::kPaymentReturn, text, without_language))
        return std::nullopt;
    ByteReader reader{{reinterpret_cast<const char*>(payload.data()), payload.size()}};
    PaymentReturn state;
    state.order = reader.fixed<std::uint64_t>();
    state.attempt = reader.fixed<std::uint8_t>();
    state.language = reader.fixed<std::uint8_t>();
    return state;
}

}  // namespace onsale::token
