#pragma once

#include <memory>
#include <string>
#include <vector>

#include "adapter/embedded/engine/engine.hpp"
#include "adapter/embedded/journal/snapshot.hpp"
#include "sale/domain/fact_bytes.hpp"
#include "tests/support/manual_time.hpp"
#include "tests/support/torn_disk.hpp"
#include "waiting_room/domain/room_view.hpp"

namespace onsale::test {

using embedded::BadJournal;
using embedded::Command;
using embedded::Engine;
using embedded::JournalRow;
using embedded::Outcome;
using embedded::Storage;

constexpr Instant kOpening = instant_from_ms(1'800'000'000'000);
constexpr waiting_room::EventId kEvent{1};
constexpr const char* kDatabasePath = "data/onsale.db";
constexpr const char* kWalPath = "data/onsale.db-wal";
constexpr std::size_t kWalHeader = 32;
constexpr std::size_t kWalFrame = 24 + 4'096;

inline GuestId guest_named(std::uint32_t name) {
    const Sha256Digest digest = sha256("guest " + std::to_string(name));
    GuestId guest;
    std::copy_n(digest.begin(), guest.bytes.size(), guest.bytes.begin());
    return guest;
}

inline std::shared_ptr<waiting_room::EventSettings> open_sale(std::uint32_t max_active) {
    auto settings = std::make_shared<waiting_room::EventSettings>();
    settings->key = "sale";
    settings->title = "Sale";
    settings->opens_at = kOpening;
    settings->rules.max_active = max_active;
    return settings;
}

template <class State>
std::string bytes_of(const State& state) {
    std::string bytes;
    ByteWriter out{bytes};
    state.save(out);
    return bytes;
}

// Applies the published facts of the line.
inline void apply_to(waiting_room::RoomView& view, const sale::Facts& facts, Instant now) {
    for (const sale::Fact& fact : facts)
        if (const auto* const of_line = std::get_if<waiting_room::Fact>(&fact))
            view.apply(*of_line, now);
}

// An engine with a disk that can fail and a manual clock, and the ways in which its process can
// end.
struct TestEngine {
    explicit TestEngine(std::uint32_t max_active = 0) {
        start();
        act(waiting_room::command::CreateEvent{open_sale(max_active)});
        tick();
    }

    Storage storage() const { return {"data", disk.name()}; }
    void start() {
        engine = std::make_unique<Engine>(storage(), time, [] { return sha256("entropy"); });
    }
    void kill() {
        disk.kill();
        engine.reset();
    }
    // Kills the process and starts it again after `downtime`.
    void restart(Duration downtime = {}) {
        kill();
        time.advance(downtime);
        start();
    }
    std::size_t log_frames() const { return engine->journal().log_bytes() / 4'096; }
    // Leaves no free space, and removes the space that the log has preallocated.
    void fill_disk() {
        disk.cut(kWalPath, kWalHeader + log_frames() * kWalFrame);
        disk.set_free_bytes(0);
    }
    void empty_disk() { disk.set_free_bytes(TornDisk::kUnlimited); }
    Outcome act(Command command) {
        std::vector<Command> commands;
        commands.push_back(std::move(command));
        return engine->run(commands, false).outcomes.front();
    }
    waiting_room::EnterOutcome enter(std::uint32_t name) {
        const auto outcome = act(waiting_room::command::Enter{kEvent, guest_named(name), {}, {}});
        return std::get<waiting_room::EnterOutcome>(outcome);
    }
    void enter_all(std::uint32_t count) {
        for (std::uint32_t name = 1; name <= count; ++name)
            (void)enter(name);
    }
    waiting_room::PlaceOutcome claim(std::uint32_t number) {
        const auto admission = waiting_room::admission_id(waiting_room::Number{number}, 1);
        return std::get<waiting_room::PlaceOutcome>(
            act(waiting_room::command::Claim{kEvent, admission}));
    }
    void tick() { engine->run({}, true); }
    // Ticks like the writer, but less often.
    void pass(Duration by) {
        time.advance(by);
        engine->note_alive();
        tick();
    }
    const waiting_room::Line& line() const { return *engine->room().find(kEvent); }
    waiting_room::Standing standing(std::uint32_t number) const {
        return line().book().standing(waiting_room::Number{number});
    }
    std::string state() const { return bytes_of(engine->state()); }
    // The state after a replay of all rows from the first one.
    std::string replayed() {
        sale::State state;
        embedded::read_journal(engine->journal().database(), 0, {}, [&](const JournalRow& row) {
            sale::Facts facts;
            if (!sale::load(row.facts, facts)) throw BadJournal{"unreadable"};
            for (const auto& fact : facts)
                state.evolve(fact, row.stamp.now);
        });
        return bytes_of(state);
    }
    // The error message of a refused start. Empty if the engine starts.
    std::string refusal_to_start() {
        try {
            start();
        } catch (const BadJournal& error) {
            return error.what();
        }
        return "";
    }

    TornDisk disk;
    ManualTime time{kOpening};
    std::unique_ptr<Engine> engine;
};

}  // namespace onsale::test
