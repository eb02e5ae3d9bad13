#pragma once

#include <vector>

#include <boost/asio/awaitable.hpp>

#include "base/guest_id.hpp"
#include "sale/domain/command.hpp"

namespace onsale::http {

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
