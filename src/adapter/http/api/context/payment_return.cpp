#include "adapter/http/api/context/payment_return.hpp"

#include <utility>

namespace onsale::http {

// Uses the configured public URL, never the Host header. Without one it is a path, which is enough
// for Demo Pay because its page is ours.
std::string return_url(const LoopContext& context, const Provider& provider,
                       payment::AttemptName attempt, std::optional<Language> language) {
    const auto number = static_cast<std::uint8_t>(language ? std::to_underlying(*language) + 1 : 0);
    return context.public_url + "/api/payment/return/" + provider.word + "?state=" +
           token::seal(*context.keys,
                       token::PaymentReturn{attempt.order.value, attempt.attempt, number});
}

std::optional<Language> language_in(const token::PaymentReturn& state) {
    if (state.language == std::to_underlying(Language::kEnglish) + 1) return Language::kEnglish;
    if (state.language == std::to_underlying(Language::kKorean) + 1) return Language::kKorean;
    return std::nullopt;
}

}  // namespace onsale::http
