#include "payment/domain/order.hpp"

#include <algorithm>

namespace onsale::payment {
namespace {

void take_earlier(std::optional<Instant>& earliest, const std::optional<Instant>& other) {
    if (other && (!earliest || *other < *earliest)) earliest = other;
}

bool in_flight(const Refund& refund) {
    return refund.state == RefundState::kSent || refund.state == RefundState::kUnknown;
}

}  // namespace

const Charge* Order::find_charge(std::string_view payment_key) const {
    const auto found = std::ranges::find(charges, payment_key, &Charge::payment_key);
    return found == charges.end() ? nullptr : &*found;
}

const KeptCall* Order::find_call(CallKind kind, std::uint64_t key) const {
    const auto found = std::ranges::find_if(
        calls, [&](const KeptCall& kept) { return kept.kind == kind && kept.call.key == key; });
    return found == calls.end() ? nullptr : &*found;
}

std::int64_t Order::refundable(ChargeIndex charge) const {
    std::int64_t rest = charges[charge.value].amount.amount;
    for (const Refund& refund : refunds)
        if (refund.charge == charge && refund.state != RefundState::kFailed)
            rest -= refund.quote.amount.amount;
    return rest;
}

std::int64_t Order::balance(ChargeIndex charge) const {
    std::int64_t rest = charges[charge.value].amount.amount;
    for (const Refund& refund : refunds)
        if (refund.charge == charge && refund.state == RefundState::kDone)
            rest -= refund.quote.amount.amount;
    return rest;
}

bool Order::given_back(SeatIndex seat) const {
    return std::ranges::any_of(refunds, [&](const Refund& refund) {
        return std::ranges::find(refund.quote.seats, seat) != refund.quote.seats.end();
    });
}

bool Order::refunded(SeatIndex seat) const {
    return std::ranges::any_of(refunds, [&](const Refund& refund) {
        return refund.state == RefundState::kDone &&
               std::ranges::find(refund.quote.seats, seat) != refund.quote.seats.end();
    });
}

bool Order::must_wait(const Refund& refund) const {
    return refund.state == RefundState::kRequested &&
           std::ranges::any_of(refunds, [&](const Refund& other) {
               return other.charge == refund.charge && in_flight(other);
           });
}

std::optional<Instant> Order::paid_at() const {
    const auto paid = std::ranges::find(history, OrderState::kPaid, &Step::to);
    return paid == history.end() ? std::nullopt : std::optional{paid->at};
}

std::optional<Instant> Order::due() const {
    std::optional<Instant> earliest;
    if (state == OrderState::kPaying && confirming) earliest = deadline;
    if (inquiry) take_earlier(earliest, inquiry->next_at);
    for (const Refund& refund : refunds)
        if (!must_wait(refund)) take_earlier(earliest, refund.next_at);
    return earliest;
}

}  // namespace onsale::payment
