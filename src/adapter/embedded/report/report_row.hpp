#pragma once

#include <chrono>
#include <compare>
#include <cstdint>
#include <map>
#include <string>

#include "operate/port/server_reports.hpp"

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

using operate::ReportSums;

using ReportTable = std::map<ReportKey, ReportSums>;

}  // namespace onsale::embedded
