#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "tests/differential/line_pair.hpp"
#include "tests/support/chance.hpp"

namespace onsale::differential {

// A random history of one event from a seed: settings, guests, and operations in random order and
// at random times.
class LineStory {
  public:
    LineStory(RedisLink& redis, const LineScripts& scripts, std::uint64_t seed);

    // Performs one operation. Throws Mismatch.
    void step();
    // Skipped during a draw: Redis is ahead of the domain, which draws in one step.
    void compare_state() {
        if (drawing_ == 0) pair_->compare_state();
    }
    // The last operations, oldest first.
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
    std::vector<Sha256Digest> codes_;       // Codes for entering.
    std::vector<Sha256Digest> move_codes_;  // Codes for continuing on another device.
    std::unique_ptr<LinePair> pair_;
    std::deque<std::string> log_;
    bool scheduler_ = false;
    bool frozen_ = false;
    bool drawn_ = false;
    std::size_t drawing_ = 0;  // Number of remaining parts of the draw.
    Duration added_{};
};

}  // namespace onsale::differential
