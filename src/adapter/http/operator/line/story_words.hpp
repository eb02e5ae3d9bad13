#pragma once

#include <array>

#include "operate/domain/message.hpp"

namespace onsale::http {

// What can happen to a guest, in words for a service desk.
inline constexpr auto kStoryWords = std::to_array<operate::Wording>({
    {"entered", "Entered the line with number {#number}."},
    {"place_restored", "Came back with number {#number}, which a failed server had lost."},
    {"drawn", "The draw gave number {#number} the place {#place}."},
    {"went_away", "Was silent: keeps the place and is passed over until back."},
    {"came_back", "Is back."},
    {"left", "Left the line."},
    {"let_in", "Was let in."},
    {"came_in", "Came in."},
    {"more_time", "Asked for more time and got it."},
    {"did_not_come", "Did not come in time, and loses the turn."},
    {"moved", "Continues on another device."},
    {"place_ended_left", "The place is over: the guest left."},
    {"place_ended_silent", "The place is over: the guest was silent for too long."},
    {"admission_ended", "The time inside is over."},
    {"admission_completed", "Was done inside."},
    {"place_revoked", "An operator took the place away."},
    {"barred", "An operator barred the guest from this line."},
    {"unbarred", "An operator let the guest join this line again."},
    {"seats_taken", "Took {seats} of {performance}."},
    {"seats_dropped", "Gave {seats} of {performance} back."},
    {"seats_expired", "Lost {seats} of {performance}: the time to keep them was over."},
    {"seats_abandoned", "Lost {seats} of {performance}: they were not paid."},
    {"seats_sold", "Bought {seats} of {performance}."},
    {"seats_refunded", "Returned {seats} of {performance}."},
    {"order_opened", "Order {order} was opened."},
    {"payment_requested",
     "Attempt {#attempt} to pay order {order}: {#amount} {currency} with {provider}."},
    {"payment_confirmed", "The provider was asked to charge attempt {#attempt} of order {order}."},
    {"payment_declined", "The payment of order {order} was declined ({reason})."},
    {"payment_unknown", "What became of the payment of order {order} was not known."},
    {"charged", "{#amount} {currency} were charged for order {order}."},
    {"order_paid", "Order {order} is paid."},
    {"booked", "Order {order} is booking {booking}."},
    {"order_ended", "Order {order} ended ({reason})."},
    {"refund_requested", "{#amount} {currency} of order {order} go back ({reason})."},
    {"refund_done", "A refund of order {order} is done."},
    {"refund_failed", "The provider refused a refund of order {order}."},
    {"refund_unknown", "What became of a refund of order {order} was not known."},
});

using StoryCode = operate::CodeIn<kStoryWords>;

}  // namespace onsale::http
