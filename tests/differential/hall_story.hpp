#pragma once

#include <cstdint>
#include <deque>
#include <set>
#include <string>
#include <vector>

#include "tests/differential/hall_pair.hpp"
#include "tests/support/chance.hpp"

namespace onsale::differential {

// A random history of two halls. Guests come, select seats, and pay or do not pay. The sale store
// sells, refunds, blocks and, after a loss, repeats its messages. Operators freeze, stop and change
// rules. Time passes.
class HallStory {
  public:
    HallStory(RedisLink& redis, std::uint64_t seed);

    // Performs and compares one operation. Throws Mismatch.
    void step();
    void compare_state();
    std::string last_operations() const;
    const std::set<std::string>& answers() const { return pair_.answers(); }

  private:
    void note(const std::string& what);
    void pass_time();
    Duration until_something();
    sale::HallId a_hall() { return chance_.one_in(3) ? HallPair::kSunday : HallPair::kFriday; }
    const GuestId& a_guest() { return guests_[chance_.below(guests_.size())]; }
    // A visitor, in most cases with its live admission.
    Visitor a_visitor();
    Visitor a_holder(seat::Visit::State state);
    seat::Seats some_seats(sale::HallId hall, std::size_t count);
    PromisedSeats hold_of(const Visitor& visitor) const;

    void line_step();
    void enter();
    void office_step();
    void set_rules();
    void set_limits();
    void select();
    void release();
    void extend();
    void pay();
    void remember(const PromisedSeats& hold);
    bool outlived(const PromisedSeats& hold) const;
    void unpay();
    void sell();
    void refund();
    void reclaim();
    void block();
    void lose_something();
    void check_word(const StoreWord& said, const seat::Seats& busy) const;
    std::optional<seat::HallFacts> decided(const StoreWord& said) const;
    void sync(StoreWord said);

    test::Chance chance_;
    RedisLink& redis_;
    std::vector<GuestId> guests_;
    // True if the house blocks all seats, so that the event is sometimes sold out.
    bool takes_all_;
    HallPair pair_;
    std::vector<PromisedSeats> past_;  // Payments that have begun, with their fences at that time.
    std::deque<std::string> notes_;
};

}  // namespace onsale::differential
