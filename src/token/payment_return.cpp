#include "token/payment_return.hpp"

#include <array>

#include "base/bytes.hpp"

namespace onsale::token {

std::string seal(const Keys& keys, const PaymentReturn& state) {
    std::string payload;
    ByteWriter writer{payload};
    writer.fixed(state.order);
    writer.fixed(state.attempt);
    return seal(keys, Purpose::kPaymentReturn, payload);
}

std::optional<PaymentReturn> open_payment_return(const Keys& keys, std::string_view text) {
    std::array<std::uint8_t, kPaymentReturnPayload> payload;
    if (!unseal(keys, Purpose::kPaymentReturn, text, payload)) return std::nullopt;
    ByteReader reader{{reinterpret_cast<const char*>(payload.data()), payload.size()}};
    PaymentReturn state;
    state.order = reader.fixed<std::uint64_t>();
    state.attempt = reader.fixed<std::uint8_t>();
    return state;
}

}  // namespace onsale::token
