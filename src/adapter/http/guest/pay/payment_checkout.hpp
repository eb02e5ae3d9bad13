#pragma once

#include <string>
#include <vector>

#include <boost/asio/awaitable.hpp>

#include "adapter/http/api/context/loop_context.hpp"

namespace onsale::http {

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
