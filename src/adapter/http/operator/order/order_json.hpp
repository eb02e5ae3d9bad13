#pragma once

#include <string>

#include <boost/json/object.hpp>

#include "adapter/http/api/context/loop_context.hpp"
#include "payment/codec/quote_json.hpp"
#include "sale/domain/command.hpp"

namespace onsale::http {

// An order and its context, as this loop sees it now.
struct KnownOrder {
    const LoopContext& context;
    const sale::OrderCopy& copy;

    const payment::Order& order() const { return copy.order; }
    const sale::HallView* hall() const;
    payment::SeatName seat_name() const;
    std::string provider_name(payment::ProviderId provider) const;
    // Grade of the line's seat in the hall, and the chosen price type.
    std::string grade_of(const payment::QuoteLine& line) const;
    std::string type_of(const payment::QuoteLine& line) const;
    std::string event_key() const;
    std::string performance() const;
    std::string time_text(Instant at) const;
};

// The sum of the refunds that are done.
std::int64_t refunded(const payment::Order& order);

// All details of an order for operators: the provider's payment names and the full story, every
// step with time and actor. Guests appear only by their opaque ids.
boost::json::object order_details(const KnownOrder& known);

}  // namespace onsale::http
