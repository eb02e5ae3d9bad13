#include "tests/simulation/script.hpp"

#include <algorithm>
#include <iterator>

#include <fmt/format.h>

namespace onsale::sim {

using namespace std::chrono_literals;
using namespace waiting_room::command;
using embedded::Command;
using waiting_room::EventId;

namespace {

constexpr std::size_t kGuests = 16;
constexpr std::uint32_t kEventsMax = 3;
constexpr std::size_t kCodes = 6;
constexpr int kStepsPerSeed = 220;

GuestId guest_named(std::size_t name) {
    const Sha256Digest digest = sha256(fmt::format("guest {}", name));
    GuestId guest;
    std::copy_n(digest.begin(), guest.bytes.size(), guest.bytes.begin());
    return guest;
}

}  // namespace

Script::Script(World& world, std::uint64_t seed) : world_(world), chance_(seed) {
    for (std::size_t name = 0; name < kGuests; ++name)
        guests_.push_back({guest_named(name)});
}

void Script::play(int steps) {
    world_.run({create_event()}, true);
    for (int i = 0; i < steps; ++i)
        step();
    world_.check_replay();
}

void Script::step() {
    const std::size_t luck = chance_.below(100);
    if (luck < 42) return guests_act();
    if (luck < 66) return time_passes();
    if (luck < 72) return long_time_passes();
    if (luck < 84) return operator_acts();
    if (luck < 86) return world_.step_wall(between(-2h, 2h));
    if (luck < 92) return housekeeper_acts();
    if (luck < 95) return accident();
    if (luck < 97) return restart();
    if (luck < 98) return backups();
    Guest& guest = guests_[chance_.below(guests_.size())];
    guest.present = !guest.present;
}

void Script::guests_act() {
    std::vector<Command> commands;
    for (std::size_t left = 1 + chance_.below(5); left > 0; --left)
        commands.push_back(guest_command());
    if (chance_.one_in(3)) std::ranges::move(move_device(), std::back_inserter(commands));
    world_.log([&] { return fmt::format("{} guest commands", commands.size()); });
    world_.run(commands, chance_.one_in(2));
}

void Script::time_passes() {
    const Duration by = some_time();
    world_.log([&] { return fmt::format("{} ms pass", by.count()); });
    world_.pass(by);
    if (chance_.one_in(3)) world_.note_alive();
    world_.run(chance_.one_in(3) ? std::vector<Command>{} : polls(), !chance_.one_in(5));
}

// Several minutes pass, during which present guests poll.
void Script::long_time_passes() {
    for (std::size_t left = 1 + chance_.below(12); left > 0; --left) {
        world_.pass(between(10s, 100s));
        world_.log([&] { return std::string{"a minute passes"}; });
        if (chance_.one_in(2)) world_.note_alive();
        world_.run(polls(), true);
    }
}

void Script::operator_acts() {
    std::vector<Command> commands;
    if (events_ < kEventsMax && chance_.one_in(4))
        commands.push_back(create_event());
    else
        commands.push_back(operator_command(any_event()));
    // Guests act in the same batch.
    for (std::size_t left = chance_.below(3); left > 0; --left)
        commands.push_back(guest_command());
    world_.log([&] { return fmt::format("operator command {}", commands.front().index()); });
    world_.run(commands, chance_.one_in(2));
}

void Script::accident() {
    switch (chance_.below(4)) {
        case 0:
        case 1:
            world_.log([] { return std::string{"the plug will be pulled"}; });
            return world_.plan_crash(1 + chance_.below(25));
        case 2:
            world_.log([] { return std::string{"a sync will fail"}; });
            return world_.plan_sync_failure(chance_.below(3));
        default:
            world_.log([&] { return fmt::format("disk has space: {}", !world_.has_space()); });
            return world_.has_space() ? world_.fill_disk(chance_.below(20'000))
                                      : world_.make_space();
    }
}

void Script::restart() {
    const auto end = static_cast<World::End>(chance_.below(3));
    const Duration downtime = chance_.one_in(3) ? between(0s, 200ms) : between(0s, 1h);
    if (chance_.one_in(4)) world_.step_wall(between(-1h, 1h));
    if (!world_.has_space() && chance_.one_in(2)) world_.make_space();
    world_.restart(end, downtime, chance_.below(1'000'000));
    if (chance_.one_in(4)) world_.plan_crash(1 + chance_.below(25));
}

// Plans crashes during this work more often than the other steps would.
void Script::housekeeper_acts() {
    if (chance_.one_in(4)) world_.plan_crash(1 + chance_.below(12));
    if (chance_.one_in(2)) return world_.snapshot(batches_meanwhile());
    world_.checkpoint(batches_meanwhile());
}

std::deque<World::Batch> Script::batches_meanwhile() {
    std::deque<World::Batch> batches;
    std::uint64_t at = 0;
    for (std::size_t left = chance_.below(3); left > 0; --left) {
        std::vector<Command> commands;
        for (std::size_t more = 1 + chance_.below(3); more > 0; --more)
            commands.push_back(guest_command());
        at += 1 + chance_.below(12);
        batches.push_back({at, std::move(commands), chance_.one_in(2)});
    }
    return batches;
}

void Script::backups() {
    if (!world_.has_backup() || chance_.one_in(3)) return world_.back_up();
    const auto end = static_cast<World::End>(chance_.below(3));
    world_.restore(end, between(0s, 30min), chance_.below(1'000'000));
    events_ = static_cast<std::uint32_t>(world_.model().lines().size());
}

Command Script::guest_command() {
    const EventId event = any_event();
    const GuestId guest = guests_[chance_.below(guests_.size())].id;
    const std::size_t luck = chance_.below(100);
    if (luck < 52) return enter(event, guest);
    if (luck < 60) {
        const Number number = any_number(event);
        return Leave{event, number, any_holder(event, number)};
    }
    if (luck < 78) {
        const auto admission = any_admission(event);
        return Claim{event, admission, any_holder(event, number_of(admission))};
    }
    if (luck < 84) return Complete{event, any_admission(event)};
    if (luck < 88) {
        const auto admission = any_admission(event);
        return Extend{event, admission, any_holder(event, number_of(admission)),
                      static_cast<std::uint32_t>(chance_.below(4))};
    }
    if (luck < 92) return CheckEligibility{event, guest, any_code(), {"p0", "p1"}};
    if (luck < 94) return Revoke{event, guest, chance_.one_in(4)};
    // Two tabs of one browser poll at the same time.
    const Number number = any_number(event);
    return embedded::Seen{event, {number, any_number(event), number}};
}

Command Script::enter(EventId event, const GuestId& guest) {
    Enter enter{event, guest, {}, {}};
    if (chance_.one_in(2)) enter.code = any_code();
    if (chance_.one_in(2)) enter.claimed_phases = {fmt::format("p{}", chance_.below(3))};
    return enter;
}

std::vector<Command> Script::polls() {
    std::vector<Command> commands;
    for (std::uint32_t event = 1; event <= world_.model().lines().size(); ++event) {
        embedded::Seen seen{EventId{event}, {}};
        for (const Guest& guest : guests_)
            if (guest.present && !chance_.one_in(8))
                if (const auto number = world_.model().lines()[event - 1].living(guest.id))
                    seen.numbers.push_back(*number);
        if (!seen.numbers.empty()) commands.push_back(std::move(seen));
    }
    return commands;
}

EventId Script::any_event() {
    // Sometimes an event that does not exist.
    if (chance_.one_in(50)) return EventId{events_ + 1};
    return EventId{1 + static_cast<std::uint32_t>(chance_.below(events_))};
}

Number Script::any_number(EventId event) {
    const auto& lines = world_.model().lines();
    std::vector<Number> issued;
    if (event.value <= lines.size())
        for (std::uint32_t value = 1; value <= lines[event.value - 1].places.size(); ++value)
            if (lines[event.value - 1].places[value - 1].standing != Standing::kNone)
                issued.push_back(Number{value});
    // Sometimes a number that was not issued.
    const std::size_t chosen = chance_.below(issued.size() + 2);
    if (chosen < issued.size()) return issued[chosen];
    return Number{issued.empty()
                      ? 0
                      : issued.back().value + static_cast<std::uint32_t>(chosen - issued.size())};
}

waiting_room::AdmissionId Script::any_admission(EventId event) {
    const auto* const view = world_.view().find(event);
    const Number number = any_number(event);
    if (view == nullptr || view->ledger().size() == 0 || chance_.one_in(6))
        return admission_id(number, static_cast<std::uint8_t>(1 + chance_.below(2)));
    std::vector<waiting_room::AdmissionId> live;
    for (const auto& [admitted, admission] : view->ledger())
        live.push_back(admission_id(admitted, admission.attempt));
    std::ranges::sort(live);
    return live[chance_.below(live.size())];
}

Sha256Digest Script::any_code() {
    return sha256(fmt::format("code {}", chance_.below(kCodes)));
}

std::vector<GuestId> Script::some_guests() {
    std::vector<GuestId> some;
    for (std::size_t left = chance_.below(8); left > 0; --left)
        some.push_back(guests_[chance_.below(guests_.size())].id);
    return some;
}

Duration Script::between(Duration low, Duration high) {
    const auto span = static_cast<std::size_t>((high - low).count());
    return low + Duration{static_cast<long long>(chance_.below(span + 1))};
}

Duration Script::some_time() {
    switch (chance_.below(6)) {
        case 0:
            return between(10ms, 200ms);
        case 1:
        case 2:
            return between(100ms, 5s);
        case 3:
            return between(1s, 60s);
        case 4:
            return std::chrono::seconds{60 * (1 + chance_.below(3))};  // Hits deadlines exactly.
        default:
            return between(1s, 20min);
    }
}

Totals run_seed(std::uint64_t seed, std::ostream* log) {
    World world{seed, log};
    Script script{world, seed};
    script.play(kStepsPerSeed);
    test::Chance luck{seed + 1};
    if (luck.one_in(2)) world.damage([&](std::size_t limit) { return luck.below(limit); });
    return world.totals();
}

}  // namespace onsale::sim
