#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "tests/differential/line_pair.hpp"
#include "tests/support/chance.hpp"

namespace onsale::differential {

// One event's life from a seed: settings, guests, and what happens to them, in random order and at
// random times.
class LineStory {
  public:
    LineStory(RedisLink& redis, const LineScripts& scripts, std::uint64_t seed);

    // One more operation. Throws Mismatch.
    void step();
    // In the middle of a draw Redis is ahead of the domain, which draws at once.
    void compare_state() {
        if (drawing_ == 0) pair_->compare_state();
    }
    // What the last operations were, the latest last.
    std::string last_operations() const;

  private:
    void do_something();
    void guests_act();
    void time_acts();
    void operators_act();
    void sale_acts();

    void enter();
    void leave();
    void claim_or_complete();
    void extend();
    void revoke();
    void offer();
    void take();
    void seen();
    void sweep();
    void buy();
    void numbers();
    void change_rules();
    void pull_levers();
    void sell_out();
    void change_phase();
    void change_lifecycle();
    void move_deadlines();
    void scheduler();
    void draw();
    void list();
    void deny();
    void codes();

    void note(std::string words);
    void pass_time();
    GuestId some_guest();
    waiting_room::Number some_number();
    waiting_room::AdmissionId some_admission();
    std::string some_phase();
    Sha256Digest some_code();

    test::Chance chance_;
    std::vector<GuestId> guests_;
    std::vector<Sha256Digest> codes_;       // To enter with.
    std::vector<Sha256Digest> move_codes_;  // To continue on another device with.
    std::unique_ptr<LinePair> pair_;
    std::deque<std::string> log_;
    bool scheduler_ = false;
    bool frozen_ = false;
    bool drawn_ = false;
    std::size_t drawing_ = 0;  // Parts of the draw that are still to come.
    Duration added_{};
};

}  // namespace onsale::differential
