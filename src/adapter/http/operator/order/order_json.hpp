#pragma once

#include <string>

#include <boost/json/object.hpp>

#include "adapter/http/api/context/loop_context.hpp"
#include "payment/codec/quote_json.hpp"
#include "sale/domain/command.hpp"

namespace onsale::http {

// An order and what is known around it, as this loop sees it now.
struct KnownOrder {
    const LoopContext& context;
    const sale::OrderCopy& copy;

    const payment::Order& order() const { return copy.order; }
    const sale::HallView* hall() const;
    payment::SeatName seat_name() const;
    std::string provider_name(payment::ProviderId provider) const;
    // Of the line's seat: its grade in the hall, and the price type that was chosen.
    std::string grade_of(const payment::QuoteLine& line) const;
    std::string type_of(const payment::QuoteLine& line) const;
    std::string event_key() const;
    std::string performance() const;
    std::string time_text(Instant at) const;
};

// Everything about an order, for operators: with the provider's names of payments, and the whole
// story in words, every step with when and who. Guests only by their opaque ids.
boost::json::object order_details(const KnownOrder& known);

// The steps of an order in words, in order: [{"at","who","what"}].
boost::json::array order_story(const KnownOrder& known);

}  // namespace onsale::http
