#include "adapter/embedded/report/reports.hpp"

namespace onsale::embedded {
namespace {

constexpr int kVersion = 2;  // Version 2 adds discounts.

constexpr const char* kTables =
    "CREATE TABLE booking(number TEXT PRIMARY KEY, order_code TEXT NOT NULL, event TEXT NOT NULL,"
    " performance TEXT NOT NULL, guest TEXT NOT NULL, provider INTEGER NOT NULL,"
    " payment TEXT NOT NULL, currency TEXT NOT NULL, order_fees INTEGER NOT NULL,"
    " amount INTEGER NOT NULL, booked_at INTEGER NOT NULL) WITHOUT ROWID;"
    "CREATE TABLE booking_seat(booking TEXT NOT NULL, seat TEXT NOT NULL, grade TEXT NOT NULL,"
    " price_type TEXT NOT NULL, price INTEGER NOT NULL, fees INTEGER NOT NULL,"
    " refund INTEGER NOT NULL, returned_at INTEGER, PRIMARY KEY(booking, seat)) WITHOUT ROWID;"
    "CREATE TABLE sums(event TEXT NOT NULL, day INTEGER NOT NULL, performance TEXT NOT NULL,"
    " grade TEXT NOT NULL, price_type TEXT NOT NULL, provider INTEGER NOT NULL,"
    " currency TEXT NOT NULL, seats_sold INTEGER NOT NULL, seats_returned INTEGER NOT NULL,"
    " gross INTEGER NOT NULL, fees INTEGER NOT NULL, refunds INTEGER NOT NULL,"
    " captured INTEGER NOT NULL, paid_back INTEGER NOT NULL, discounts INTEGER NOT NULL,"
    " PRIMARY KEY(event, day, performance, grade, price_type, provider, currency)) WITHOUT ROWID;";

constexpr const char* kAddSums =
    "INSERT INTO sums VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14,"
    " ?15)"
    " ON CONFLICT DO UPDATE SET seats_sold = seats_sold + excluded.seats_sold,"
    " seats_returned = seats_returned + excluded.seats_returned, gross = gross + excluded.gross,"
    " fees = fees + excluded.fees, refunds = refunds + excluded.refunds,"
    " captured = captured + excluded.captured, paid_back = paid_back + excluded.paid_back,"
    " discounts = discounts + excluded.discounts";

constexpr const char* kReadSums =
    "SELECT event, day, performance, grade, price_type, provider, currency, seats_sold,"
    " seats_returned, gross, fees, refunds, captured, paid_back, discounts FROM sums ";

void read_into(ReportTable& table, Statement& query) {
    const auto text = [&](int column) { return std::string{query.bytes(column)}; };
    while (query.step())
        table.emplace(ReportKey{.event = text(0),
                                .day = std::chrono::sys_days{std::chrono::days{query.integer(1)}},
                                .performance = text(2),
                                .grade = text(3),
                                .price_type = text(4),
                                .provider = static_cast<std::uint8_t>(query.integer(5)),
                                .currency = text(6)},
                      ReportSums{.seats_sold = query.integer(7),
                                 .seats_returned = query.integer(8),
                                 .gross = query.integer(9),
                                 .fees = query.integer(10),
                                 .refunds = query.integer(11),
                                 .captured = query.integer(12),
                                 .paid_back = query.integer(13),
                                 .discounts = query.integer(14)});
}

}  // namespace

Reports::Reports(const Storage& storage, sale::ZoneOffsets zones)
    : Consumer(storage, kReportsFile, kVersion, kTables), zones_(std::move(zones)) {}

void Reports::prepare_statements() {
    add_sums_ = database().prepare(kAddSums);
    add_booking_ = database().prepare(
        "INSERT INTO booking VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)");
    add_seat_ =
        database().prepare("INSERT INTO booking_seat VALUES(?1, ?2, ?3, ?4, ?5, ?6, 0, NULL)");
    refund_seat_ = database().prepare(
        "UPDATE booking_seat SET refund = refund + ?3 WHERE booking = ?1 AND seat = ?2");
    return_seat_ = database().prepare(
        "UPDATE booking_seat SET returned_at = ?3 WHERE booking = ?1 AND seat = ?2");
}

void Reports::take(const sale::Message& message) {
    switch (message.type) {
        case sale::MessageType::kBookingCompleted:
            return book(message);
        case sale::MessageType::kPaymentConfirmed:
            return add(message, {}, {.captured = message.amount});
        case sale::MessageType::kPaymentRefunded:
            return refund(message);
        case sale::MessageType::kReservationCancelled:
            return give_back(message);
        case sale::MessageType::kReservationCreated:
        case sale::MessageType::kReservationConfirmed:
        case sale::MessageType::kSeatReturned:
            return;
    }
}

void Reports::book(const sale::Message& message) {
    add_booking_->bind_text(1, message.booking)
        .bind_text(2, message.order)
        .bind_text(3, message.event)
        .bind_text(4, message.performance)
        .bind_text(5, message.guest)
        .bind(6, message.provider)
        .bind_text(7, message.payment)
        .bind_text(8, message.currency)
        .bind(9, message.order_fees)
        .bind(10, message.amount)
        .bind(11, to_ms(message.at));
    run(*add_booking_);
    for (const sale::MessageSeat& seat : message.seats) {
        add_seat_->bind_text(1, message.booking)
            .bind_text(2, seat.id)
            .bind_text(3, seat.grade)
            .bind_text(4, seat.price_type)
            .bind(5, seat.price)
            .bind(6, seat.fees);
        run(*add_seat_);
        add(message, seat,
            {.seats_sold = 1,
             .gross = seat.price + seat.fees,
             .fees = seat.fees,
             .discounts = seat.discount});
    }
    if (message.order_fees != 0)
        add(message, {}, {.gross = message.order_fees, .fees = message.order_fees});
}

void Reports::refund(const sale::Message& message) {
    add(message, {}, {.paid_back = message.amount});
    if (message.booking.empty()) return;  // The payment bought nothing.
    std::int64_t of_order = message.amount;
    for (const sale::MessageSeat& seat : message.seats) {
        change_seat(*refund_seat_, message.booking, seat.id, seat.refund);
        add(message, seat, {.refunds = seat.refund});
        of_order -= seat.refund;
    }
    if (of_order != 0) add(message, {}, {.refunds = of_order});
}

void Reports::give_back(const sale::Message& message) {
    if (message.booking.empty()) return;  // The order was never paid.
    for (const sale::MessageSeat& seat : message.seats) {
        change_seat(*return_seat_, message.booking, seat.id, to_ms(message.at));
        add(message, seat, {.seats_returned = 1});
    }
}

void Reports::change_seat(Statement& update, const std::string& booking, const std::string& seat,
                          std::int64_t value) {
    update.bind_text(1, booking).bind_text(2, seat).bind(3, value);
    run(update);
    if (sqlite3_changes(database().handle()) != 1)
        throw BadMessage{"there is no seat " + seat + " in a booking " + booking};
}

void Reports::add(const sale::Message& message, const sale::MessageSeat& seat,
                  const ReportSums& sums) {
    const Instant local = message.at + zones_(message.zone, message.at);
    const auto day = std::chrono::floor<std::chrono::days>(local).time_since_epoch().count();
    add_sums_->bind_text(1, message.event)
        .bind(2, day)
        .bind_text(3, message.performance)
        .bind_text(4, seat.grade)
        .bind_text(5, seat.price_type)
        .bind(6, message.provider)
        .bind_text(7, message.currency)
        .bind(8, sums.seats_sold)
        .bind(9, sums.seats_returned)
        .bind(10, sums.gross)
        .bind(11, sums.fees)
        .bind(12, sums.refunds)
        .bind(13, sums.captured)
        .bind(14, sums.paid_back)
        .bind(15, sums.discounts);
    run(*add_sums_);
}

ReportTable read_report(const Storage& storage, const ReportQuery& query) {
    Database database{storage, kReportsFile, Database::Mode::kReadOnly};
    if (!begin_reading(database)) return {};
    auto rows =
        database.prepare(std::string{kReadSums} + "WHERE event = ?1 AND day BETWEEN ?2 AND ?3");
    rows.bind_text(1, query.event)
        .bind(2, query.from.time_since_epoch().count())
        .bind(3, query.to.time_since_epoch().count());
    ReportTable table;
    read_into(table, rows);
    return table;
}

}  // namespace onsale::embedded
