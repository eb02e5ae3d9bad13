#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <boost/asio/awaitable.hpp>

#include "adapter/http/api/context/loop_context.hpp"
#include "adapter/http/api/error/api_error.hpp"
#include "token/payment_return.hpp"

namespace onsale::http {

// Null when there is no such provider.
const Provider* find_provider(const LoopContext& context, std::string_view word);
const Provider* find_provider(const LoopContext& context, payment::ProviderId id);

// The named provider, or without a name the first one that takes payments now; null when the event
// has no such provider.
const Provider* choose_provider(const LoopContext& context, waiting_room::EventId event,
                                std::string_view word);

// The URL to which the provider's page returns the guest's browser. Its state names the attempt and
// the language in which the guest continues; without a language the browser's preference decides.
std::string return_url(const LoopContext& context, const Provider& provider,
                       payment::AttemptName attempt, std::optional<Language> language = {});
// The language in a state that return_url has sealed.
std::optional<Language> language_in(const token::PaymentReturn& state);

// Calls sale::confirm_payment with this loop's orders and providers.
boost::asio::awaitable<sale::OrderOutcome> confirm_payment(LoopContext& context,
                                                           sale::command::ConfirmPayment confirm,
                                                           std::string approval);

// Asks the provider for the outcome of an attempt, unless the order already has it.
boost::asio::awaitable<sale::OrderOutcome> ask_about(LoopContext& context,
                                                     payment::PaymentGateway& gateway,
                                                     payment::AttemptName name);

// Asks as each of these guests until one of them owns the order. A browser may present several
// identities, and for a guest that is not its owner the order does not exist.
template <class Outcome, class Ask>
boost::asio::awaitable<Outcome> ask_as_owner(std::vector<GuestId> guests, Ask ask) {
    Outcome outcome = fail(sale::PayRefusal{sale::PayError::kUnknownOrder});
    for (const GuestId& guest : guests) {
        outcome = co_await ask(guest);
        if (outcome || outcome.error().error != sale::PayError::kUnknownOrder) break;
    }
    co_return outcome;
}

}  // namespace onsale::http
