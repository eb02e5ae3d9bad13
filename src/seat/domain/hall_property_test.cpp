// Compares random operations on a hall with a naive implementation that scans plain maps: same
// outcomes, states and owners after every step. TestHall also checks that the counts match a
// recount, that fences never decrease and that a view agrees.
#include <array>
#include <iterator>
#include <map>
#include <optional>
#include <set>

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "seat/domain/delay.hpp"
#include "seat/domain/test_hall.hpp"

namespace onsale::seat {
namespace {

constexpr std::uint32_t kGuests = 5;
constexpr std::uint64_t kRandom = 7'000;  // A delay of seven seconds.

struct Step {
    std::uint32_t kind = 0;
    std::uint32_t guest = 0;
    std::uint32_t seat = 0;
    std::uint32_t amount = 0;
};

std::ostream& operator<<(std::ostream& out, const Step& step) {
    return out << '{' << step.kind << ',' << step.guest << ',' << step.seat << ',' << step.amount
               << '}';
}

constexpr std::array<Duration, 8> kTimes = {0s, 1s, 7s, 31s, 180s, 420s, 600s, 1200s};

rc::Gen<std::vector<Step>> steps() {
    const auto number = [](std::uint32_t end) { return rc::gen::inRange<std::uint32_t>(0, end); };
    const auto kind = rc::gen::weightedElement<std::uint32_t>({{10, 0},
                                                               {3, 1},
                                                               {8, 2},
                                                               {5, 3},
                                                               {3, 4},
                                                               {2, 5},
                                                               {5, 6},
                                                               {3, 7},
                                                               {2, 8},
                                                               {2, 9},
                                                               {2, 10},
                                                               {5, 11}});
    const auto step = rc::gen::build<Step>(
        rc::gen::set(&Step::kind, kind), rc::gen::set(&Step::guest, number(kGuests)),
        rc::gen::set(&Step::seat, number(10)), rc::gen::set(&Step::amount, number(8)));
    return rc::gen::scale(2.0, rc::gen::container<std::vector<Step>>(step));
}

struct NaiveSeat {
    SeatState state = SeatState::kFree;
    std::optional<std::uint32_t> owner;
    std::uint32_t takings = 0;
    std::optional<Instant> free_at;
};

struct NaiveHold {
    std::set<std::uint32_t> seats;
    Instant deadline;
    bool paying = false;
};

// A second implementation of the rules, without optimization. One admission per guest and hold.
class NaiveHall {
  public:
    std::map<std::uint32_t, NaiveSeat> seats;
    std::map<std::uint32_t, NaiveHold> holds;
    std::map<std::pair<std::uint32_t, std::uint32_t>, Instant> not_before;
    Instant now = kStart;

    bool select(std::uint32_t guest, const std::set<std::uint32_t>& wanted) {
        const bool open = holds.contains(guest);
        if (open && holds[guest].deadline <= now) return false;
        if (open && holds[guest].seats == wanted) return true;
        if (open && holds[guest].paying) return false;
        for (const std::uint32_t seat : wanted) {
            if (open && holds[guest].seats.contains(seat)) continue;
            if (seats[seat].state != SeatState::kFree) return false;
            if (not_before.contains({guest, seat}) && not_before[{guest, seat}] > now) return false;
        }
        if (!open) holds[guest] = {{}, now + 600s, false};
        for (const std::uint32_t seat : std::set{holds[guest].seats})
            if (!wanted.contains(seat)) give_back(guest, seat, now + 7s);
        for (const std::uint32_t seat : wanted)
            if (holds[guest].seats.insert(seat).second)
                seats[seat] = {SeatState::kHeld, guest, seats[seat].takings + 1, {}};
        return true;
    }
    bool has_run(std::uint32_t guest, std::uint32_t count) {
        std::uint32_t run = 0;
        for (std::uint32_t seat = 0; seat < 10; ++seat) {
            const auto again = not_before.find({guest, seat});
            const bool may = again == not_before.end() || again->second <= now;
            run = may && seats[seat].state == SeatState::kFree ? run + 1 : 0;
            if (run == count) return true;
        }
        return false;
    }
    bool release(std::uint32_t guest) {
        if (!holds.contains(guest) || holds[guest].paying) return false;
        end_hold(guest, now + 7s);
        return true;
    }
    bool start_paying(std::uint32_t guest) {
        if (!holds.contains(guest)) return false;
        if (!holds[guest].paying && holds[guest].deadline <= now) return false;
        holds[guest].paying = true;
        mark(guest, SeatState::kPaying);
        return true;
    }
    bool decline(std::uint32_t guest) {
        if (!holds.contains(guest)) return false;
        NaiveHold& hold = holds[guest];
        if (hold.paying) hold.deadline = std::max(hold.deadline, now + 180s);
        hold.paying = false;
        mark(guest, SeatState::kHeld);
        return true;
    }
    bool abandon(std::uint32_t guest) {
        if (!holds.contains(guest) || !holds[guest].paying) return false;
        end_hold(guest, now + 7s);
        return true;
    }
    // `promised` maps each seat to its number of takings at the time of the hold.
    bool sell(std::uint32_t guest, const std::map<std::uint32_t, std::uint32_t>& promised) {
        bool all_sold = true;
        for (const auto& [seat, takings] : promised) {
            const NaiveSeat& now_is = seats[seat];
            if (now_is.takings != takings) return false;
            all_sold = all_sold && now_is.state == SeatState::kSold;
        }
        if (all_sold) return true;
        for (const auto& [seat, takings] : promised)
            if (seats[seat].state == SeatState::kSold) return false;
        std::set<std::uint32_t> sold;
        for (const auto& [seat, takings] : promised)
            sold.insert(seat);
        if (holds.contains(guest)) {
            std::set<std::uint32_t> common;
            std::ranges::set_intersection(holds[guest].seats, sold,
                                          std::inserter(common, common.end()));
            if (!common.empty() && common != holds[guest].seats) return false;
            if (!common.empty()) holds.erase(guest);
        }
        for (const auto& [seat, takings] : promised)
            seats[seat] = {SeatState::kSold, guest, takings, {}};
        return true;
    }
    bool refund(std::uint32_t guest, const std::map<std::uint32_t, std::uint32_t>& promised) {
        for (const auto& [seat, takings] : promised)
            if (seats[seat].state != SeatState::kSold || seats[seat].owner != guest ||
                seats[seat].takings != takings)
                return false;
        for (const auto& [seat, takings] : promised)
            seats[seat] = {SeatState::kReturned, {}, takings + 1, now + 60s};
        return true;
    }
    bool block(std::uint32_t seat) {
        if (seats[seat].owner) return false;
        seats[seat] = {SeatState::kBlocked, {}, seats[seat].takings + 1, {}};
        return true;
    }
    bool unblock(std::uint32_t seat) {
        if (seats[seat].state != SeatState::kBlocked) return false;
        seats[seat].state = SeatState::kFree;
        return true;
    }
    // The writer wakes up. Seats returned in this tick become free in a later tick at the earliest.
    void pass(Duration by, const auto& delay_of) {
        now += by;
        std::vector<std::uint32_t> back;
        for (const auto& [seat, state] : seats)
            if (state.state == SeatState::kReturned && *state.free_at <= now) back.push_back(seat);
        std::set<std::pair<Instant, GuestId>> due;
        std::map<GuestId, std::uint32_t> names;
        for (const auto& [guest, hold] : holds)
            if (!hold.paying && hold.deadline <= now) {
                due.emplace(hold.deadline, test_guest(guest));
                names[test_guest(guest)] = guest;
            }
        std::uint64_t index = 0;
        for (const auto& [deadline, guest] : due)
            end_hold(names[guest], now + delay_of(index++));
        for (const std::uint32_t seat : back)
            seats[seat].state = SeatState::kFree, seats[seat].free_at.reset();
    }

  private:
    void give_back(std::uint32_t guest, std::uint32_t seat, Instant free_at) {
        holds[guest].seats.erase(seat);
        seats[seat] = {SeatState::kReturned, {}, seats[seat].takings, free_at};
        not_before[{guest, seat}] = now + 600s;
    }
    void end_hold(std::uint32_t guest, Instant free_at) {
        for (const std::uint32_t seat : std::set{holds[guest].seats})
            give_back(guest, seat, free_at);
        holds.erase(guest);
    }
    void mark(std::uint32_t guest, SeatState state) {
        for (const std::uint32_t seat : holds[guest].seats)
            seats[seat].state = state;
    }
};

// A hall and its naive counterpart, which get the same operations. Only row A is used.
class Twins {
  public:
    Twins() { real_.random = kRandom; }

    void take(const Step& step) {
        const std::uint32_t guest = step.guest;
        switch (step.kind) {
            case 0:
                select(guest, step.seat, 1 + step.amount % 4);
                break;
            case 1:
                RC_ASSERT(real_.release(guest).has_value() == naive_.release(guest));
                break;
            case 2:
                pass(kTimes[step.amount]);
                break;
            case 3:
                RC_ASSERT(real_.start_paying(guest).has_value() == naive_.start_paying(guest));
                break;
            case 4:
                RC_ASSERT(real_.decline(guest).has_value() == naive_.decline(guest));
                break;
            case 5:
                RC_ASSERT(real_.abandon(guest).has_value() == naive_.abandon(guest));
                break;
            case 6:
                sell(guest);
                break;
            case 7:
                refund(guest);
                break;
            case 8:
                RC_ASSERT(real_.block({id(step.seat)}).has_value() == naive_.block(step.seat));
                break;
            case 9:
                RC_ASSERT(real_.unblock({id(step.seat)}).has_value() == naive_.unblock(step.seat));
                break;
            case 11:
                select_best(guest, 1 + step.amount % 4);
                break;
            default:  // Kind 10 uses another guest's proof; kinds are plain numbers.
                sell_as(guest, (guest + 1) % kGuests);
        }
        compare();
    }
    const TestHall& real() const { return real_; }

  private:
    static std::string id(std::uint32_t seat) { return "A" + std::to_string(seat + 1); }

    void select(std::uint32_t guest, std::uint32_t first, std::uint32_t count) {
        std::set<std::uint32_t> wanted;
        Seats seats;
        for (std::uint32_t i = 0; i < count; ++i)
            wanted.insert((first + i) % 10);
        for (const std::uint32_t seat : wanted)
            seats.push_back({seat});
        // A new hold gets a new admission, so it has its own deadline.
        if (!naive_.holds.contains(guest)) ++admissions_;
        const auto held = real_.select(guest, seats, admissions_);
        RC_ASSERT(held.has_value() == naive_.select(guest, wanted));
        if (!held) return;
        RC_ASSERT(held->deadline == naive_.holds[guest].deadline);
        promised_[guest] = *held;
    }
    void select_best(std::uint32_t guest, std::uint32_t count) {
        if (!naive_.holds.contains(guest)) ++admissions_;
        const auto held =
            real_.select_best(guest, {.count = count, .grades = grade_set(0)}, admissions_);
        if (!held) {
            const HallError error = held.error().error;
            if (error == HallError::kNotTogether || error == HallError::kNotEnough)
                RC_ASSERT(!naive_.has_run(guest, count));
            return;
        }
        std::set<std::uint32_t> seats;
        for (const FencedSeat& one : held->seats)
            seats.insert(one.seat.value);
        RC_ASSERT(seats.size() == count);
        RC_ASSERT(naive_.select(guest, seats));
        promised_[guest] = *held;
    }
    std::map<std::uint32_t, std::uint32_t> promise(std::uint32_t guest) {
        std::map<std::uint32_t, std::uint32_t> promise;
        for (const FencedSeat& one : promised_[guest].seats)
            promise[one.seat.value] = one.fence;
        return promise;
    }
    void sell(std::uint32_t guest) {
        if (!promised_.contains(guest)) return;
        const bool sold = real_.sell(guest, promised_[guest]).has_value();
        RC_ASSERT(sold == naive_.sell(guest, promise(guest)));
    }
    // Seats owned by one guest are never sold to another, whatever proof the other presents.
    void sell_as(std::uint32_t guest, std::uint32_t owner) {
        if (!naive_.holds.contains(owner)) return;
        RC_ASSERT(!real_.sell(guest, promised_[owner]).has_value());
    }
    void refund(std::uint32_t guest) {
        if (!promised_.contains(guest)) return;
        const bool refunded = real_.refund(guest, promised_[guest], 60s).has_value();
        RC_ASSERT(refunded == naive_.refund(guest, promise(guest)));
    }
    void pass(Duration by) {
        real_.pass(by);
        naive_.pass(by, [](std::uint64_t index) {
            return return_delay(HallRules{}, derived(kRandom, index));
        });
    }
    void compare() {
        for (std::uint32_t value = 0; value < 10; ++value) {
            const SeatIndex seat{value};
            const NaiveSeat& naive = naive_.seats[value];
            RC_ASSERT(static_cast<int>(real_.hall().state(seat)) == static_cast<int>(naive.state));
            RC_ASSERT(real_.hall().fence(seat) == naive.takings);
            const auto owner = naive.owner ? std::optional{test_guest(*naive.owner)} : std::nullopt;
            RC_ASSERT(real_.hall().owner(seat) == owner);
        }
    }

    TestHall real_;
    NaiveHall naive_;
    std::map<std::uint32_t, HeldSeats> promised_;
    std::uint64_t admissions_ = 0;
};

}  // namespace

TEST(HallProperty, AHallLivesLikeTheNaiveOne) {
    EXPECT_TRUE(rc::check([] {
        Twins twins;
        for (const Step& step : *steps())
            twins.take(step);
        RC_ASSERT(twins.real().saved() == twins.real().replayed());
        RC_ASSERT(twins.real().saved() == twins.real().reloaded());
    }));
}

}  // namespace onsale::seat
