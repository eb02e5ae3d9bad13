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

// A message of the sale store about seats of one guest.
struct StoreWord {
    sale::HallId hall;
    std::string word;   // PAYING, SOLD, RETURNED, BLOCKED or ENDED.
    std::string guest;  // 16 bytes, or the reason why the seats are blocked.
    seat::Seats seats;
    Instant free_at;
};

// One event with two halls, kept both in the C++ domain and in Redis. Every call runs on both and
// throws Mismatch if answers or facts differ. Decisions of the line's scripts are accepted as they
// are; their consequences for the halls are compared.
class HallPair {
  public:
    static constexpr sale::HallId kFriday{1};
    static constexpr sale::HallId kSunday{2};

    HallPair(RedisLink& redis, const waiting_room::EventSettings& settings, Instant now);

    const HallOracle& oracle() const { return oracle_; }
    const sale::SaleView& view() const { return view_; }
    // The answers compared so far, for example "seat_select seat_taken".
    const std::set<std::string>& answers() const { return answers_; }
    Instant now() const { return now_; }
    Instant line_now() const { return oracle_.line_now(); }
    // Sets the time and the random number of the next call.
    void set(Instant now, std::uint64_t random);

    // Calls a script of the line, and then a sweep that releases the holds of guests who lost their
    // admission.
    Words line(std::string_view script, const Words& arguments);
    void enter(const GuestId& guest);
    void office(waiting_room::FactBody body);
    // Applies settings that scripts get as arguments. Only the C++ domain stores them.
    void tell(const sale::Fact& fact);
    void set_rules(sale::HallId hall, const seat::HallRules& rules);

    Words select(const Visitor& visitor, const seat::Seats& seats);
    Words release(const Visitor& visitor);
    Words extend(const Visitor& visitor, std::uint32_t which);
    Words pay(const Visitor& visitor);
    Words decline(const PromisedSeats& hold, Duration grace);
    // A decline of the previous payment attempt, which was reported before.
    Words decline_late(const PromisedSeats& hold);
    Words end_payment(const PromisedSeats& hold);
    // Ends a hold that is no longer being paid for.
    Words end_hold(const PromisedSeats& hold);
    Words reclaim(const PromisedSeats& promised);
    void sweep(sale::HallId hall);
    // Compares with the facts that the C++ domain decides. If the domain has no such command,
    // because Redis must have lost data, accepts the facts of the script if they are all legal and
    // have the right consequences. Returns the seats that the script could not change.
    seat::Seats sync(const StoreWord& said, const std::optional<seat::HallFacts>& expected);
    // A repeated message must change nothing.
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
    // Checks the release of holds whose admission has ended, and the work that is due in the hall.
    void sweep_after(sale::HallId hall, sale::Facts expected, const std::string& what);
    std::uint64_t turn(sale::HallId hall, seat::SeatIndex seat, const std::string& word);

    RedisLink& redis_;
    HallOracle oracle_;
    sale::SaleView view_;
    waiting_room::Line office_;  // The copy of the sale store, which has no places.
    std::uint64_t changes_ = 0;
    std::string fence_;  // Fence of the lease on admission.
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

// Each fact in its journal encoding.
std::vector<std::string> bytes_of(const sale::Facts& facts);

}  // namespace onsale::differential
