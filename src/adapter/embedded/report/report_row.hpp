#pragma once

#include <chrono>
#include <compare>
#include <cstdint>
#include <map>
#include <string>

namespace onsale::embedded {

// The key of a row of sums. Days are those of the event's time zone. Amounts of an order as a
// whole, such as order fees and moved money, have neither grade nor price type.
struct ReportKey {
    std::string event;
    std::chrono::sys_days day;
    std::string performance;
    std::string grade;
    std::string price_type;
    std::uint8_t provider = 0;
    std::string currency;

    friend auto operator<=>(const ReportKey&, const ReportKey&) = default;
};

struct ReportSums {
    std::int64_t seats_sold = 0;
    std::int64_t seats_returned = 0;
    std::int64_t gross = 0;  // Sum of bookings, including fees.
    std::int64_t fees = 0;   // Part of the gross.
    std::int64_t refunds = 0;
    // As in the provider's statement: includes charges that bought nothing and were paid back.
    std::int64_t captured = 0;
    std::int64_t paid_back = 0;
    // Full price minus the price paid, summed over booked seats. Not part of the gross.
    std::int64_t discounts = 0;

    friend bool operator==(const ReportSums&, const ReportSums&) = default;
    std::int64_t net() const { return gross - refunds; }
    ReportSums& operator+=(const ReportSums& other) {
        seats_sold += other.seats_sold;
        seats_returned += other.seats_returned;
        gross += other.gross;
        fees += other.fees;
        discounts += other.discounts;
        refunds += other.refunds;
        captured += other.captured;
        paid_back += other.paid_back;
        return *this;
    }
};

using ReportTable = std::map<ReportKey, ReportSums>;

}  // namespace onsale::embedded
