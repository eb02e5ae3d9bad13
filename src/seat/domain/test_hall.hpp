#pragma once

#include <algorithm>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/sha256.hpp"
#include "seat/domain/fact_bytes.hpp"
#include "seat/domain/hall_rules.hpp"

namespace onsale::seat {

using namespace std::chrono_literals;

constexpr Instant kStart = instant_from_ms(1'800'000'000'000);

inline GuestId test_guest(std::uint32_t name) {
    const Sha256Digest digest = sha256("guest " + std::to_string(name));
    GuestId guest;
    std::copy_n(digest.begin(), guest.bytes.size(), guest.bytes.begin());
    return guest;
}

// Row A: ten seats of grade "R". Row B: ten seats of grade "S", an aisle after the fifth. Row C:
// the accessible seat C1 with companion C2, then the accessible seat C3 without a companion. FLOOR:
// six standing units. Seat indexes: A1 is 0, B1 is 10, C1 is 20, FLOOR-1 is 23; 29 in total.
inline HallPlan test_plan() {
    HallPlan plan;
    plan.name = "Small hall";
    plan.grades = {{"R", "Royal", "#aa0000"}, {"S", "Standard", ""}};
    Section section{"1", "Ground floor", {{"A", 0, {}}, {"B", 1, {}}, {"C", 2, {}}}, {}};
    for (int number = 1; number <= 10; ++number) {
        const std::string label = std::to_string(number);
        section.rows[0].seats.push_back({"A" + label, label, "R", {number * 50, 0}});
        section.rows[1].seats.push_back({"B" + label, label, "S", {number * 50, 90}});
    }
    section.rows[1].seats[4].aisle_after = true;
    section.rows[2].seats = {{"C1", "1", "S", {0, 180}, true},
                             {"C2", "2", "S", {50, 180}, false, "C1"},
                             {"C3", "3", "S", {100, 180}, true}};
    section.areas.push_back({"FLOOR", "Floor", "S", {250, 300}, 6});
    plan.sections.push_back(std::move(section));
    return plan;
}

// Drives a hall as the writer does, in virtual time. Tests name guests by small numbers and seats
// by their ids. Every step throws when an invariant is violated: the counts match a recount, a seat
// has an owner exactly when its state requires one, fences never decrease, and a view with the same
// facts agrees.
class TestHall {
  public:
    explicit TestHall(const HallRules& rules = {}, const HallPlan& plan = test_plan())
        : seating_(std::make_shared<Seating>(plan)),
          rules_(rules),
          hall_(seating_, rules),
          view_(seating_),
          fences_(seating_->size()) {}

    const Hall& hall() const { return hall_; }
    const SeatMap& view() const { return view_; }
    Instant now() const { return now_; }
    std::uint64_t random = 0;

    Seats seats(const std::vector<std::string>& ids) const {
        Seats found;
        for (const std::string& id : ids)
            found.push_back(seating_->find(id).value());
        return found;
    }
    std::vector<std::string> ids(const Seats& seats) const {
        std::vector<std::string> found;
        for (const SeatIndex seat : seats)
            found.push_back(seating_->id(seat));
        return found;
    }
    std::vector<std::string> ids(const HeldSeats& held) const {
        std::vector<std::string> found;
        for (const FencedSeat& one : held.seats)
            found.push_back(seating_->id(one.seat));
        return found;
    }
    SeatState state(std::string_view id) const { return hall_.state(seating_->find(id).value()); }
    Fence fence(std::string_view id) const { return hall_.fence(seating_->find(id).value()); }

    // Advances the time; the writer wakes once, at the end.
    void pass(Duration by) {
        now_ += by;
        tick();
    }
    void tick() { apply(decide_deadlines(hall_, now_, random)); }

    HoldOutcome select(std::uint32_t guest, const std::vector<std::string>& ids,
                       std::uint64_t admission = 1) {
        return select(guest, seats(ids), admission);
    }
    HoldOutcome select(std::uint32_t guest, Seats chosen, std::uint64_t admission) {
        return hold(command::Select{test_guest(guest), {admission}, std::move(chosen), random});
    }
    HoldOutcome select_best(std::uint32_t guest, const Wish& wish, std::uint64_t admission = 1) {
        return hold(command::SelectBest{test_guest(guest), {admission}, wish, random});
    }
    HoldOutcome start_paying(std::uint32_t guest) {
        return hold(command::StartPaying{test_guest(guest)});
    }
    HoldOutcome decline(std::uint32_t guest) {
        return hold(command::DeclinePayment{test_guest(guest), now_ + std::chrono::minutes{3}});
    }
    SeatsOutcome abandon(std::uint32_t guest) {
        return act(command::AbandonPayment{test_guest(guest), random});
    }
    SeatsOutcome release(std::uint32_t guest) {
        return act(command::Release{test_guest(guest), random});
    }
    SeatsOutcome sell(std::uint32_t guest, const HeldSeats& held) {
        return act(command::Sell{test_guest(guest), held.seats});
    }
    SeatsOutcome refund(std::uint32_t guest, const HeldSeats& held,
                        std::optional<Duration> free_after) {
        return act(command::Refund{test_guest(guest), held.seats, free_after});
    }
    SeatsOutcome block(const std::vector<std::string>& ids, std::string reason = "house",
                       std::string owner = "promoter") {
        return operate(command::BlockSeats{seats(ids), std::move(reason), std::move(owner)});
    }
    SeatsOutcome unblock(const std::vector<std::string>& ids) {
        return operate(command::UnblockSeats{seats(ids)});
    }
    SeatsOutcome release_returned(const std::vector<std::string>& ids) {
        return operate(command::ReleaseReturned{seats(ids)});
    }
    template <class Command>
    SeatsOutcome operate(const Command& command) {
        return settle(decide(hall_, command));
    }

    std::string saved() const { return bytes_of(hall_); }
    // The state after replaying the whole journal.
    std::string replayed() const {
        Hall again{seating_, rules_};
        ByteReader in{journal_};
        while (!in.at_end()) {
            const Instant now = instant_from_ms(in.zigzag());
            again.evolve(load_hall_fact(in).value(), now);
        }
        return bytes_of(again);
    }
    // Saves, loads and saves again.
    std::string reloaded() const {
        const std::string bytes = saved();
        ByteReader in{bytes};
        const Hall again{seating_, in};
        if (!in.ok() || !in.at_end()) throw std::logic_error{"the snapshot is not read whole"};
        if (again.map().counts() != hall_.map().counts()) throw std::logic_error{"counts"};
        return bytes_of(again);
    }

  private:
    template <class Command>
    HoldOutcome hold(const Command& command) {
        return settle(decide(hall_, command, now_));
    }
    template <class Command>
    SeatsOutcome act(const Command& command) {
        return settle(decide(hall_, command, now_));
    }
    template <class Decision>
    decltype(Decision::outcome) settle(Decision decision) {
        if (!decision.outcome && !decision.facts.empty())
            throw std::logic_error{"a refusal has facts"};
        apply(decision.facts);
        return std::move(decision.outcome);
    }
    void apply(const HallFacts& facts) {
        ByteWriter out{journal_};
        for (const HallFact& fact : facts) {
            out.zigzag(to_ms(now_));
            save(out, fact);
            hall_.evolve(fact, now_);
            view_.apply(fact);
            inspect();
        }
    }
    void inspect() {
        StateCounts recount;
        std::vector<StateCounts> by_grade(seating_->grade_count());
        for (std::uint32_t value = 0; value < seating_->size(); ++value) {
            const SeatIndex seat{value};
            const SeatState state = hall_.state(seat);
            ++recount[state], ++by_grade[seating_->grade(seat)][state];
            const bool owned = state == SeatState::kHeld || state == SeatState::kPaying ||
                               state == SeatState::kSold;
            require(hall_.owner(seat).has_value() == owned, "owner and state disagree");
            require(hall_.free().contains(seat) == (state == SeatState::kFree), "free bits");
            require((hall_.block(seat) != nullptr) == (state == SeatState::kBlocked), "blocks");
            require(hall_.fence(seat) >= fences_[value], "a fence fell");
            require(view_.state(seat) == state, "the view disagrees");
            fences_[value] = hall_.fence(seat);
        }
        require(recount == hall_.map().counts(), "the counts are not a recount");
        require(view_.version() == hall_.map().version(), "the versions differ");
        for (std::size_t grade = 0; grade < by_grade.size(); ++grade)
            require(by_grade[grade] == hall_.map().counts(static_cast<GradeIndex>(grade)),
                    "the counts of a grade are not a recount");
    }
    static void require(bool holds, const char* what) {
        if (!holds) throw std::logic_error{what};
    }
    static std::string bytes_of(const Hall& hall) {
        std::string bytes;
        ByteWriter out{bytes};
        hall.save(out);
        return bytes;
    }

    std::shared_ptr<const Seating> seating_;
    HallRules rules_;
    Hall hall_;
    SeatMap view_;
    std::vector<Fence> fences_;
    Instant now_ = kStart;
    std::string journal_;
};

}  // namespace onsale::seat
