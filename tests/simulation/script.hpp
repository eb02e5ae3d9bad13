#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include "tests/simulation/world.hpp"
#include "tests/support/chance.hpp"

namespace onsale::sim {

// The actors of a simulation: guests, operators, clocks and faults, all drawn from one seed.
class Script {
  public:
    Script(World& world, std::uint64_t seed);

    void play(int steps);

  private:
    struct Guest {
        GuestId id;
        bool present = true;  // Present guests poll; silent ones do not.
    };

    void step();
    void guests_act();
    void time_passes();
    void long_time_passes();
    void operator_acts();
    void accident();
    void restart();
    void housekeeper_acts();
    void backups();

    embedded::Command guest_command();
    embedded::Command operator_command(waiting_room::EventId event);
    embedded::Command enter(waiting_room::EventId event, const GuestId& guest);
    embedded::Command create_event();
    std::vector<waiting_room::Phase> draw_phases(Instant opens_at, bool claims);
    waiting_room::LineRules draw_rules();
    std::vector<embedded::Command> polls();
    // A guest continues on another device, or tries to.
    std::vector<embedded::Command> move_device();
    GuestId any_taker(waiting_room::EventId event);
    Number any_living(waiting_room::EventId event);
    // A guest who shows a token of the number: its holder, a device that gave it away, or none.
    std::optional<GuestId> any_holder(waiting_room::EventId event, Number number);
    std::deque<World::Batch> batches_meanwhile();
    embedded::Command edit(waiting_room::EventId event);
    void edit_times(waiting_room::EventSettings& settings);
    void edit_phases(waiting_room::EventSettings& settings);
    void edit_phase(waiting_room::Phase& phase);
    embedded::Command levers(waiting_room::EventId event);
    std::string any_phase(waiting_room::EventId event);

    waiting_room::EventId any_event();
    Number any_number(waiting_room::EventId event);
    waiting_room::AdmissionId any_admission(waiting_room::EventId event);
    Sha256Digest any_code();
    std::vector<GuestId> some_guests();
    Duration between(Duration low, Duration high);
    Duration some_time();

    World& world_;
    test::Chance chance_;
    std::vector<Guest> guests_;
    std::uint32_t events_ = 0;
};

// Runs one seed. Throws CheckFailed. With a log, every step is written to it.
Totals run_seed(std::uint64_t seed, std::ostream* log);

}  // namespace onsale::sim
