// Compares random operations on a line with the naive implementation: same numbers, standings,
// positions and slots after every step. TestLine also checks that the view agrees, that no position
// rises and that nobody is admitted without a free slot.
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "waiting_room/domain/line/test_line.hpp"
#include "waiting_room/domain/line/test_naive_line.hpp"

namespace onsale::waiting_room {
namespace {

using command::LifecycleAction;

struct Step {
    std::uint32_t kind = 0;
    std::uint32_t guest = 0;
    std::uint32_t amount = 0;
};

std::ostream& operator<<(std::ostream& out, const Step& step) {
    return out << '{' << step.kind << ',' << step.guest << ',' << step.amount << '}';
}

// Short and long durations, and exactly each deadline of the rules.
constexpr std::array<Duration, 10> kTimes = {0s, 1s, 5s, 30s, 60s, 61s, 120s, 180s, 600s, 1800s};

const std::set<std::uint32_t> kListed = {2, 3, 5, 7, 11};

rc::Gen<std::vector<Step>> steps() {
    // Joins, polls and elapsed time are the most frequent operations.
    const auto kind = rc::gen::weightedElement<std::uint32_t>({{12, 0},
                                                               {4, 1},
                                                               {12, 2},
                                                               {6, 3},
                                                               {3, 4},
                                                               {1, 5},
                                                               {14, 6},
                                                               {1, 7},
                                                               {1, 8},
                                                               {1, 9},
                                                               {3, 10},
                                                               {1, 11},
                                                               {1, 12},
                                                               {1, 13},
                                                               {4, 14},
                                                               {4, 15}});
    const auto step =
        rc::gen::build<Step>(rc::gen::set(&Step::kind, kind),
                             rc::gen::set(&Step::guest, rc::gen::inRange<std::uint32_t>(1, 13)),
                             rc::gen::set(&Step::amount, rc::gen::inRange<std::uint32_t>(0, 10)));
    return rc::gen::scale(2.0, rc::gen::container<std::vector<Step>>(step));
}

LineRules random_rules() {
    LineRules rules;
    rules.max_active = *rc::gen::inRange<std::uint32_t>(0, 5);
    rules.admit_per_second = *rc::gen::inRange<std::uint32_t>(1, 4);
    rules.extension = kTimes[*rc::gen::inRange<std::size_t>(0, 9)];
    rules.extensions = *rc::gen::inRange<std::uint32_t>(0, 4);
    return rules;
}

// A line and its naive counterpart, which get the same operations.
class Twins {
  public:
    explicit Twins(const EventSettings& settings, Instant start = kOpensAt)
        : real_(settings, start), naive_(settings.rules) {
        look_at_calendar();
    }

    void take(const Step& step) {
        const std::uint32_t guest = step.guest;
        const Duration time = kTimes[step.amount];
        const bool flag = step.amount % 2 == 0;
        switch (step.kind) {
            case 0:
                RC_ASSERT(real_.enter(guest).has_value() == naive_.enter(guest));
                break;
            case 1:
                static_cast<void>(real_.leave(guest)), naive_.leave(guest);
                break;
            case 2:
                real_.seen(guest), naive_.seen(guest);
                break;
            case 3:
                static_cast<void>(real_.claim(guest)), naive_.claim(guest);
                break;
            case 4:
                static_cast<void>(real_.complete(guest)), naive_.complete(guest);
                break;
            case 5:
                static_cast<void>(real_.revoke(guest, flag)), naive_.revoke(guest, flag);
                break;
            case 6:
                pass(time);
                break;
            case 7:
                real_.freeze(flag), naive_.frozen = flag;
                break;
            case 8:
                if (time > 0s) real_.extend(time), naive_.extend(time);
                break;
            case 9:
                pause(flag);
                break;
            case 10:
                real_.limit(step.amount / 2), naive_.limit(step.amount / 2);
                break;
            case 11:
                stop_admission(flag);
                break;
            case 12:
                real_.stop_joins(flag), naive_.joins_stopped = flag;
                break;
            case 15:
                RC_ASSERT(real_.more_time(guest, step.amount % 4).has_value() ==
                          naive_.more_time(guest, step.amount % 4));
                break;
            case 14:
                move_device(guest, 1 + (guest + step.amount) % 12);
                break;
            default:  // Kind 13 is downtime; kinds are plain numbers.
                be_down(time);
        }
        compare();
    }

    void list_guests() {
        auto guests = std::make_shared<std::vector<GuestId>>();
        for (const std::uint32_t guest : kListed)
            guests->push_back(test_guest(guest));
        RC_ASSERT(real_.operate(command::ListGuests{{}, "listed", guests}).has_value());
    }
    void pass(Duration by) {
        real_.pass(by);
        look_at_calendar();
        naive_.pass(by);
    }
    const TestLine& real() const { return real_; }

    void compare() const {
        const Line& line = real_.line();
        RC_ASSERT(line.book().issued_count() == naive_.guests().size());
        RC_ASSERT(line.ledger().size() == naive_.active());
        const bool drawn = line.settings().order == OrderPolicy::kFifo || line.book().draw();
        for (std::size_t i = 0; i < naive_.guests().size(); ++i) {
            const Number number{static_cast<std::uint32_t>(i) + 1};
            const Standing standing = naive_.guests()[i].standing;
            RC_ASSERT(static_cast<int>(line.book().standing(number)) == static_cast<int>(standing));
            if (drawn && keeps_place(standing))
                RC_ASSERT(line.book().position(number) == naive_.position(i));
        }
        for (std::uint32_t guest = 1; guest <= 12; ++guest) {
            const auto index = naive_.living(guest);
            const auto number = line.find(test_guest(guest));
            RC_ASSERT(number.has_value() == index.has_value());
            if (number) RC_ASSERT(number->value == *index + 1);
        }
    }

  private:
    void look_at_calendar() {
        const Line& line = real_.line();
        naive_.admits = real_.now() >= kOpensAt && !paused_ && !admission_stopped_;
        if (!line.settings().phases.empty()) look_at_phases(real_.now() - kOpensAt);
        if (!line.book().draw()) return;
        for (std::size_t i = 0; i < naive_.guests().size(); ++i) {
            const Number number{static_cast<std::uint32_t>(i) + 1};
            naive_.set_place(i, line.book().place_of(number).value);
        }
    }
    // Computes the windows of phased_settings() independently.
    void look_at_phases(Duration open_for) {
        const bool first = open_for < 3min;
        const bool second = open_for >= 4min && open_for < 9min;
        naive_.admits = naive_.admits && (first || second);
        naive_.may_be_let_in.reset();
        if (!first) naive_.may_be_let_in = listed_;
        naive_.may_join = naive_.may_be_let_in;
        if (open_for >= 9min) naive_.may_join = std::set<std::uint32_t>{};
    }
    void move_device(std::uint32_t from, std::uint32_t to) {
        const bool offered = real_.offer(from, ++codes_).has_value();
        const bool moved = offered && real_.take(to, codes_).has_value();
        RC_ASSERT(moved == naive_.move(from, to));
        if (moved && listed_.erase(from) > 0) listed_.insert(to);
    }
    void pause(bool paused) {
        const bool done = real_.change(paused ? LifecycleAction::kPause : LifecycleAction::kResume);
        if (done) paused_ = paused;
        look_at_calendar();
        naive_.settle();
    }
    void stop_admission(bool stopped) {
        real_.stop_admission(stopped);
        admission_stopped_ = stopped;
        look_at_calendar();
        naive_.settle();
    }
    void be_down(Duration gap) {
        real_.resume_after(gap);
        look_at_calendar();
        naive_.down(gap);
    }

    TestLine real_;
    NaiveLine naive_;
    std::set<std::uint32_t> listed_ = kListed;
    std::uint32_t codes_ = 0;
    bool admission_stopped_ = false;
    bool paused_ = false;
};

// Everybody for three minutes, nobody for one minute, listed guests for five minutes.
EventSettings phased_settings() {
    EventSettings settings = test_settings(random_rules());
    settings.phases.resize(2);
    settings.phases[0].id = "all";
    settings.phases[0].from = kOpensAt;
    settings.phases[0].to = kOpensAt + 3min;
    settings.phases[1].id = "listed";
    settings.phases[1].from = kOpensAt + 4min;
    settings.phases[1].to = kOpensAt + 9min;
    settings.phases[1].who = Eligibility::kList;
    return settings;
}

void live(Twins& twins) {
    for (const Step& step : *steps())
        twins.take(step);
    RC_ASSERT(twins.real().replayed() == twins.real().saved());
}

}  // namespace

TEST(LineProperty, AnOpenLineLivesLikeTheNaiveOne) {
    EXPECT_TRUE(rc::check([] {
        Twins twins{test_settings(random_rules())};
        live(twins);
    }));
}

TEST(LineProperty, AShuffledLobbyLivesLikeTheNaiveOne) {
    EXPECT_TRUE(rc::check([] {
        EventSettings settings = test_settings(random_rules());
        settings.order = OrderPolicy::kLobbyShuffle;
        Twins twins{settings, kOpensAt - 5min};
        live(twins);
    }));
}

TEST(LineProperty, PhasesLiveLikeTheNaiveLine) {
    EXPECT_TRUE(rc::check([] {
        Twins twins{phased_settings()};
        twins.list_guests();
        live(twins);
    }));
}

}  // namespace onsale::waiting_room
