#pragma once

#include <optional>
#include <string>

#include "adapter/http/api/context/loop_context.hpp"
#include "adapter/http/api/error/api_error.hpp"
#include "token/payment_return.hpp"

namespace onsale::http {

// The URL to which the provider's page returns the guest's browser. Its state names the attempt and
// the language in which the guest continues; without a language the browser's preference decides.
std::string return_url(const LoopContext& context, const Provider& provider,
                       payment::AttemptName attempt, std::optional<Language> language = {});
// The language in a state that return_url has sealed.
std::optional<Language> language_in(const token::PaymentReturn& state);

}  // namespace onsale::http
