#pragma once

#include <algorithm>
#include <utility>

#include "adapter/embedded/report/reports.hpp"
#include "sale/domain/state.hpp"

namespace onsale::embedded {

inline ReportSums& operator+=(ReportSums& sums, const ReportSums& more) {
    sums.seats_sold += more.seats_sold;
    sums.seats_returned += more.seats_returned;
    sums.gross += more.gross;
    sums.fees += more.fees;
    sums.discounts += more.discounts;
    sums.refunds += more.refunds;
    sums.captured += more.captured;
    sums.paid_back += more.paid_back;
    return sums;
}

class Recount {
  public:
    using Order = payment::Order;

    Recount(const sale::State& state, const sale::ZoneOffsets& zones)
        : state_(state), zones_(zones) {}

    void count(const Order& order) {
        for (const payment::Charge& charge : order.charges)
            sums(order, charge, charge.at).captured += charge.amount.amount;
        if (order.booked) count_booking(order, order.charges[order.booked->value]);
        for (const payment::Refund& refund : order.refunds)
            if (refund.state == payment::RefundState::kDone) count_refund(order, refund);
    }
    ReportTable take() { return std::move(table_); }

  private:
    void count_booking(const Order& order, const payment::Charge& charge) {
        const Instant at = *order.paid_at();
        for (const payment::QuoteLine& line : order.quote.lines)
            sums(order, charge, at, &line) += {.seats_sold = 1,
                                               .gross = line.price + line.fees,
                                               .fees = line.fees,
                                               .discounts = discount_of(order, line)};
        sums(order, charge, at) +=
            {.gross = order.quote.order_fees, .fees = order.quote.order_fees};
    }

    void count_refund(const Order& order, const payment::Refund& refund) {
        const payment::Charge& charge = order.charges[refund.charge.value];
        std::int64_t of_order = refund.quote.amount.amount;
        sums(order, charge, refund.done_at).paid_back += of_order;
        if (refund.charge != order.booked) return;
        for (const payment::QuoteLine& line : order.quote.lines) {
            const auto& seats = refund.quote.seats;
            if (std::ranges::find(seats, line.chosen.seat) == seats.end()) continue;
            const std::int64_t of_seat = line.price + line.fees - kept(refund.quote, line);
            sums(order, charge, refund.done_at, &line) += {.seats_returned = 1, .refunds = of_seat};
            of_order -= of_seat;
        }
        sums(order, charge, refund.done_at).refunds += of_order;
    }

    static std::int64_t kept(const payment::RefundQuote& quote, const payment::QuoteLine& line) {
        std::int64_t sum = 0;
        for (const payment::Deduction& deduction : quote.deductions)
            if (deduction.seat == line.chosen.seat) sum += deduction.amount;
        return sum;
    }

    const payment::GradePrices& grade_of(const Order& order, const payment::QuoteLine& line) const {
        return state_.orders().terms(order).prices.grades[line.chosen.grade.value];
    }
    std::int64_t discount_of(const Order& order, const payment::QuoteLine& line) const {
        return payment::discount(grade_of(order, line), line.price);
    }

    ReportSums& sums(const Order& order, const payment::Charge& charge, Instant at,
                     const payment::QuoteLine* line = nullptr) {
        const auto& event = state_.room().find(order.event)->settings();
        const Instant local = at + zones_(event.time_zone, at);
        ReportKey key;
        key.event = event.key;
        key.day = std::chrono::floor<std::chrono::days>(local);
        key.performance = state_.halls().find(order.performance)->performance;
        key.provider = order.attempts[charge.attempt - 1u].provider.value;
        key.currency = charge.amount.currency.text();
        if (line != nullptr) {
            const payment::GradePrices& grade = grade_of(order, *line);
            key.grade = grade.grade;
            key.price_type = grade.types[line->chosen.type.value].name;
        }
        return table_[key];
    }

    const sale::State& state_;
    const sale::ZoneOffsets& zones_;
    ReportTable table_;
};

// The reports that the orders lead to, computed from the orders themselves.
inline ReportTable recount(const sale::State& state, const sale::ZoneOffsets& zones) {
    Recount counting{state, zones};
    for (const payment::Order& order : state.orders().orders())
        counting.count(order);
    ReportTable table = counting.take();
    std::erase_if(table, [](const auto& row) { return row.second == ReportSums{}; });
    return table;
}

}  // namespace onsale::embedded
