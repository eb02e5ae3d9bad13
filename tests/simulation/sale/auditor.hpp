#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>

#include "base/time.hpp"
#include "sale/domain/state.hpp"
#include "sale/domain/view/sale_view.hpp"
#include "tests/simulation/sale/order_ledger.hpp"
#include "tests/simulation/sale/seat_book.hpp"
#include "waiting_room/domain/room_view.hpp"

namespace onsale::sim {

// Reads every published fact and maintains the state in plain lists. Fails if a fact should not
// have been published. After each batch the state of the engine must equal the lists.
class Auditor {
  public:
    explicit Auditor(const Bank& bank) : orders_(bank) {}

    // `released`: the batch contains an operator's release of returned seats.
    void read(const sale::Facts& facts, Instant now, bool released);
    // `ticked`: nothing that was due may be left.
    void check(const sale::State& state, Instant now, bool ticked) const;
    // Compares the views of readers with views that are built from the state. A new process builds
    // its views again.
    void check_views(const sale::State& state) const;
    void renew_views(const sale::State& state);

    const std::map<sale::HallId, SeatBook>& halls() const { return halls_; }
    const SeatBook* hall(sale::HallId id) const;
    const OrderLedger& orders() const { return orders_; }
    const waiting_room::RoomView& room() const { return room_; }
    const sale::SaleView& view() const { return view_; }
    Instant line_time(waiting_room::EventId event, Instant now) const;
    waiting_room::EventId event_of(sale::HallId hall) const { return events_.at(hall); }
    const sale::SaleSettings& settings(waiting_room::EventId event) const {
        return view_.settings(event);
    }
    std::size_t bookings() const { return numbers_.size(); }
    // The live admission of the guest, or nullopt.
    std::optional<waiting_room::AdmissionId> admission(waiting_room::EventId event,
                                                       const GuestId& guest) const;
    std::optional<waiting_room::Number> place(waiting_room::EventId event,
                                              const GuestId& guest) const;
    // The latest end of a hold that begins under this live admission.
    Instant holds_until(sale::HallId id, waiting_room::AdmissionId admission) const;
    bool over_limit(waiting_room::EventId event, sale::HallId hall, const GuestId& guest,
                    std::size_t seats) const;

  private:
    using Clock = waiting_room::LineClock;

    void read(const waiting_room::Fact& fact);
    void read(const sale::fact::HallOpened& fact);
    void read(const sale::fact::HallChanged& fact);
    void read(const payment::Fact& fact);
    void read(const sale::fact::BookingMade& fact);
    void read(const sale::fact::SettingsSet& fact);
    void read(const sale::fact::LeversSet&) {}

    void check_kept(waiting_room::EventId event, waiting_room::Number number);
    void expect_release(waiting_room::EventId event, waiting_room::Number number);
    void note_end(const waiting_room::Fact& fact);
    void expect_more_time(waiting_room::EventId event,
                          const waiting_room::fact::AdmissionExtended& more);
    void check_more_time(sale::HallId id, const seat::fact::SeatsHeld& held);
    void expect_end(sale::HallId id, const seat::fact::SeatsSold& sold);
    void check_hold(sale::HallId id, const seat::fact::SeatsHeld& held) const;
    void check_sale(sale::HallId id, const seat::fact::SeatsSold& sold);
    void check_give_back(sale::HallId id, const seat::fact::SeatsRefunded& refunded);
    void check_request(payment::OrderId id, const payment::fact::PaymentRequested& request) const;
    void check_bought() const;
    void check_sold_out(const sale::State& state) const;

    OrderLedger orders_;
    std::map<sale::HallId, SeatBook> halls_;
    std::map<sale::HallId, waiting_room::EventId> events_;
    waiting_room::RoomView room_;
    sale::SaleView view_;
    std::map<waiting_room::EventId, Clock> clocks_;
    // The place numbers of guests, and the guests of numbers.
    std::map<std::pair<waiting_room::EventId, GuestId>, waiting_room::Number> places_;
    std::map<std::pair<waiting_room::EventId, waiting_room::Number>, GuestId> guests_;
    std::map<waiting_room::EventId, std::uint32_t> joined_;
    // When the last admission of a number ends without any hold, as it was granted.
    std::map<std::pair<waiting_room::EventId, waiting_room::Number>, Instant> own_ends_;
    std::map<payment::OrderId, std::string> numbers_;
    // The highest limit so far; zero if there was ever no limit.
    std::map<waiting_room::EventId, std::uint32_t> highest_limit_;
    // Facts that must still follow in the batch.
    std::set<payment::OrderId> to_sell_;
    std::set<payment::OrderId> to_book_;
    std::set<std::pair<payment::OrderId, std::uint16_t>> to_give_back_;
    std::set<std::pair<waiting_room::EventId, waiting_room::Number>> to_let_go_;
    std::set<std::pair<sale::HallId, GuestId>> to_release_;
    std::map<std::pair<sale::HallId, GuestId>, Instant> to_extend_;
    Instant now_;
    bool released_ = false;
};

}  // namespace onsale::sim
