#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <utility>

#include "adapter/embedded/engine/engine.hpp"
#include "sale/domain/state.hpp"
#include "tests/simulation/model.hpp"
#include "tests/simulation/require.hpp"
#include "waiting_room/domain/room_view.hpp"

namespace onsale::sim {

// The outcomes of the engine must equal those of the model.
void check_outcomes(const std::vector<embedded::Outcome>& engine,
                    const std::vector<embedded::Outcome>& model);
// Every command must be refused with the environment error that matches `health`.
void check_refused(std::span<const embedded::Command> commands,
                   const std::vector<embedded::Outcome>& outcomes, embedded::Health health);
void check_room(const Model& model, const waiting_room::WaitingRoom& room, Instant now);

// Checks what guests see. Positions are exact and never rise. A number is issued to one guest and
// belongs to one device at a time.
class ViewCheck {
  public:
    void check(const Model& model, const waiting_room::WaitingRoom& room,
               const waiting_room::RoomView& view, Instant now);
    // Guests return to the state of the backup. Numbers keep their owners, even those that are not
    // in the backup. Only events that are not in the backup start again.
    void forget_since_backup(std::size_t events);

  private:
    using Key = std::pair<waiting_room::EventId, Number>;

    void check_line(waiting_room::EventId event, const ModelLine& model,
                    const waiting_room::Line& line, const waiting_room::LineView& view,
                    Instant now);

    std::map<Key, std::uint32_t> lowest_position_;
    std::map<Key, GuestId> owner_;
};

// Counts the uses of codes in the journal. A code with k uses is used at most k times, whatever is
// edited in between, and the state must contain the remaining number.
class CodeCheck {
  public:
    void add(const waiting_room::Fact& fact);
    void check(const waiting_room::WaitingRoom& room) const;

  private:
    struct Uses {
        std::uint32_t issued = 0;
        std::uint32_t used = 0;
    };
    using Key = std::tuple<waiting_room::EventId, std::string, Sha256Digest>;

    std::map<Key, Uses> codes_;
};

// Converts facts of a simulation without halls, where every fact belongs to a line.
waiting_room::Facts line_facts(const sale::Facts& facts);

// The state as bytes. Equal states give equal bytes.
std::string bytes_of(const sale::State& state);

}  // namespace onsale::sim
