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

// Null where there is none of that name.
const Provider* find_provider(const LoopContext& context, std::string_view word);
const Provider* find_provider(const LoopContext& context, payment::ProviderId id);

// Whether guests of the event may pay with it at all: nobody pays for a real event with pretended
// money.
bool may_pay_with(const Provider& provider, const waiting_room::EventSettings& event);

// The named one, or without a name the first that takes payments now; null where the event has no
// such one.
const Provider* choose_provider(const LoopContext& context, waiting_room::EventId event,
                                std::string_view word);

// Where the provider's page sends the guest's browser back to, with the state that names the
// attempt and the language in which the guest goes on; without one the browser chooses.
std::string return_url(const LoopContext& context, const Provider& provider,
                       payment::AttemptName attempt, std::optional<Language> language = {});
// The language in a state that return_url has sealed.
std::optional<Language> language_in(const token::PaymentReturn& state);

// sale::confirm_payment with this loop's orders and providers.
boost::asio::awaitable<sale::OrderOutcome> confirm_payment(LoopContext& context,
                                                           sale::command::ConfirmPayment confirm,
                                                           std::string approval);

// Asks a provider what became of an attempt, unless the order knows already.
boost::asio::awaitable<sale::OrderOutcome> ask_about(LoopContext& context,
                                                     payment::PaymentGateway& gateway,
                                                     payment::AttemptName name);

// The order by which a refusal is ORDER_BEING_PAID, as details: the way back to its page. Empty
// where this process keeps no orders, or where it is of another performance.
boost::asio::awaitable<std::string> being_paid_details(LoopContext& context,
                                                       sale::command::ShowOpenOrder show);

// Asks as each of these guests until one of them owns the order: a browser may have shown to be
// several, and to none of the others does the order exist.
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
