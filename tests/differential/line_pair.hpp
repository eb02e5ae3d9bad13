#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "adapter/redis/script/line_change.hpp"
#include "tests/differential/line_oracle.hpp"
#include "tests/differential/line_scripts.hpp"
#include "tests/differential/redis_link.hpp"

namespace onsale::differential {

// One line, kept both in the C++ domain and in Redis. Every call runs on both and throws Mismatch
// if answers, facts or times differ.
class LinePair {
  public:
    LinePair(RedisLink& redis, const LineScripts& scripts, waiting_room::EventId event,
             std::shared_ptr<const waiting_room::EventSettings> settings, Instant now);

    const waiting_room::Line& line() const { return oracle_.line(); }
    Instant now() const { return oracle_.now(); }
    void set_now(Instant now) {
        oracle_.set_now(now);
        server_clock_ = now;
    }
    // Moves the server's clock to before the last fact. The time of the line must not move back.
    void set_clock_back() {
        if (last_fact_at_ == now()) server_clock_ = now() - std::chrono::seconds{5};
    }
    const NumberBlock& block() { return oracle_.block(); }

    void enter(const std::vector<Entering>& batch);
    void leave(const waiting_room::command::Leave& leave);
    void claim(const waiting_room::command::Claim& claim);
    void extend(const waiting_room::command::Extend& extend);
    void complete(waiting_room::AdmissionId admission);
    void revoke(const waiting_room::command::Revoke& revoke);
    void offer(const waiting_room::command::OfferPlace& offer);
    void take(const waiting_room::command::TakePlace& take);
    void seen(const std::vector<waiting_room::Number>& numbers, Duration covers);
    void admit(std::uint32_t limit);
    void sweep(std::uint32_t from, std::uint32_t size);
    // Changes by operators and by the calendar.
    void set(waiting_room::FactBody body);
    void list_guests(const std::string& phase, const std::vector<GuestId>& guests);
    void bar_guests(const std::vector<GuestId>& guests, bool bar);
    void issue_codes(const std::string& phase, std::uint32_t uses,
                     const std::vector<Sha256Digest>& codes);
    // The effect of the hall's scripts on an admission.
    void keep(waiting_room::Number number, waiting_room::Keep keep, Instant deadline);

    // The draw of a lobby in three parts. Other operations may run between them.
    void begin_draw();
    void draw_some(std::size_t count);
    void finish_draw();

    // Assigns a block of `size` numbers after discarding `gap` numbers.
    void hand_out(std::uint32_t gap, std::uint32_t size);
    // Another process takes over and has no block of numbers yet.
    void lose_server();
    void start_scheduler();
    void stop_scheduler();
    void stale_admit();
    // Renews the lease with the current fence. A renewal with an older fence must fail.
    void renew();

    void compare_state();

  private:
    Words call_of(std::string_view script, const Words& arguments) const {
        return RedisLink::script_call(scripts_.digest(script), keys_, arguments);
    }
    Answer ask(std::string_view script, Words arguments, const Words& expected);
    std::vector<waiting_room::DrawMember> read_members();
    void apply(redis::LineChange change);
    void compare_facts(const Answer& read, std::string_view script);

    RedisLink& redis_;
    const LineScripts& scripts_;
    Words keys_;
    LineOracle oracle_;
    Instant server_clock_;
    Instant last_fact_at_;
    std::string last_id_ = "0-0";
    std::uint64_t changes_ = 0;
    std::uint64_t fence_ = 0;
    bool scheduler_ = false;
    std::shared_ptr<const waiting_room::Draw> draw_;
    std::uint32_t places_drawn_ = 0;
};

}  // namespace onsale::differential
