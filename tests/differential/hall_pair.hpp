#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "sale/domain/view/sale_view.hpp"
#include "tests/differential/hall_oracle.hpp"
#include "tests/differential/redis_link.hpp"
#include "waiting_room/domain/line/line.hpp"

namespace onsale::differential {

// What the sale store says about seats of one guest.
struct StoreWord {
    sale::HallId hall;
    std::string word;   // PAYING, SOLD, RETURNED, BLOCKED or ENDED.
    std::string guest;  // 16 bytes, or why the seats are blocked.
    seat::Seats seats;
    Instant free_at;
};

// An event with two halls twice: in the C++ domain and in Redis. Every call asks both and throws
// Mismatch where answers or facts differ. What the line's scripts decide is taken from them; what
// follows for the halls is not.
class HallPair {
  public:
    static constexpr sale::HallId kFriday{1};
    static constexpr sale::HallId kSunday{2};

    HallPair(RedisLink& redis, const waiting_room::EventSettings& settings, Instant now);

    const HallOracle& oracle() const { return oracle_; }
    const sale::SaleView& view() const { return view_; }
    // Which answers have been compared: "seat_select seat_taken".
    const std::set<std::string>& answers() const { return answers_; }
    Instant now() const { return now_; }
    Instant line_now() const { return oracle_.line_now(); }
    // The next call is made then, with this random number.
    void set(Instant now, std::uint64_t random);

    // A script of the line; then whoever lost the admission loses the hold.
    Words line(std::string_view script, const Words& arguments);
    void enter(const GuestId& guest);
    void office(waiting_room::FactBody body);
    // Settings that reach a script as arguments: only the C++ domain is told.
    void tell(const sale::Fact& fact);
    void set_rules(sale::HallId hall, const seat::HallRules& rules);

    Words select(const Visitor& visitor, const seat::Seats& seats);
    Words release(const Visitor& visitor);
    Words extend(const Visitor& visitor, std::uint32_t which);
    Words pay(const Visitor& visitor);
    Words decline(const PromisedSeats& hold, Duration grace);
    // A decline of the attempt before the present one, which was told already.
    Words decline_late(const PromisedSeats& hold);
    Words end_payment(const PromisedSeats& hold);
    // Of what is not being paid any more.
    Words end_hold(const PromisedSeats& hold);
    Words reclaim(const PromisedSeats& promised);
    void sweep(sale::HallId hall);
    // With the facts that the C++ domain decides on; or, where it knows no such command because
    // Redis must have lost something, with those that the script says, if they are all legal and
    // followed as they should be. The seats that the script could not do anything about.
    seat::Seats sync(const StoreWord& said, const std::optional<seat::HallFacts>& expected);
    // A message that comes again changes nothing.
    void repeat_last_sync();

    std::string performance(sale::HallId hall) const;

  private:
    using FactBytes = std::vector<std::string>;

    Words ask(std::string_view script, const std::string& performance, Words arguments);
    void read_facts(const Answer& entries);
    void open(sale::HallId hall, const seat::HallPlan& plan, const seat::HallRules& rules);
    Words hall_arguments(sale::HallId hall, const seat::HallRules& rules) const;
    Words promised_arguments(const PromisedSeats& hold, const Words& before);
    void expect(const std::string& what, const Words& expected, const Words& found);
    void expect_facts(const std::string& what, const FactBytes& expected);
    // Holds of those whose admission is over, and what is due in the hall.
    void sweep_after(sale::HallId hall, sale::Facts expected, const std::string& what);
    std::uint64_t turn(sale::HallId hall, seat::SeatIndex seat, const std::string& word);

    RedisLink& redis_;
    HallOracle oracle_;
    sale::SaleView view_;
    waiting_room::Line office_;  // As the sale store keeps it: without places.
    std::uint64_t changes_ = 0;
    std::string fence_;  // Of the lease on admission.
    std::map<sale::HallId, std::uint64_t> versions_;
    std::map<std::pair<sale::HallId, seat::SeatIndex>, std::uint64_t> turns_;  // As in `synced`.
    Instant now_;
    std::uint64_t random_ = 0;
    std::string last_id_ = "0-0";
    sale::Facts found_;
    std::set<std::string> answers_;
    Words last_sync_;
    sale::HallId last_sync_hall_;
};

// Each fact in the journal's bytes.
std::vector<std::string> bytes_of(const sale::Facts& facts);

}  // namespace onsale::differential
