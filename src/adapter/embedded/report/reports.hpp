#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "adapter/embedded/outbox/consumer.hpp"
#include "adapter/embedded/report/report_row.hpp"
#include "sale/domain/rule/moment.hpp"

namespace onsale::embedded {

constexpr std::string_view kReportsFile = "reports.db";

// Bookings as rows, and sums by day, performance, grade, price type and provider, built from the
// messages.
// Thread safety: none.
class Reports : public Consumer {
  public:
    Reports(const Storage& storage, sale::ZoneOffsets zones);

  private:
    void take(const sale::Message& message) override;
    void prepare_statements() override;
    void book(const sale::Message& message);
    void refund(const sale::Message& message);
    void give_back(const sale::Message& message);
    // Throws BadMessage if the booking does not contain the seat.
    void change_seat(Statement& update, const std::string& booking, const std::string& seat,
                     std::int64_t value);
    void add(const sale::Message& message, const sale::MessageSeat& seat, const ReportSums& sums);

    sale::ZoneOffsets zones_;
    std::optional<Statement> add_sums_;
    std::optional<Statement> add_booking_;
    std::optional<Statement> add_seat_;
    std::optional<Statement> refund_seat_;
    std::optional<Statement> return_seat_;
};

struct ReportQuery {
    std::string event;
    std::chrono::sys_days from;
    std::chrono::sys_days to;  // The last day of the report.
};

// May be called from any thread while the courier runs. Throws SqliteError.
ReportTable read_report(const Storage& storage, const ReportQuery& query);

}  // namespace onsale::embedded
