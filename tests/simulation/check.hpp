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

// The engine's answers are those of the model.
void check_outcomes(const std::vector<embedded::Outcome>& engine,
                    const std::vector<embedded::Outcome>& model);
// Every command was refused with the environment's error that fits `health`.
void check_refused(std::span<const embedded::Command> commands,
                   const std::vector<embedded::Outcome>& outcomes, embedded::Health health);
void check_room(const Model& model, const waiting_room::WaitingRoom& room, Instant now);

// What guests see: exact positions that never rise, numbers that are issued to one guest and
// belong to one device at a time.
class ViewCheck {
  public:
    void check(const Model& model, const waiting_room::WaitingRoom& room,
               const waiting_room::RoomView& view, Instant now);
    // Guests are back where they were then. Numbers stay whose they were, also those that the
    // backup does not know; only events it does not know begin anew.
    void forget_since_backup(std::size_t events);

  private:
    using Key = std::pair<waiting_room::EventId, Number>;

    void check_line(waiting_room::EventId event, const ModelLine& model,
                    const waiting_room::Line& line, const waiting_room::LineView& view,
                    Instant now);

    std::map<Key, std::uint32_t> lowest_position_;
    std::map<Key, GuestId> owner_;
};

// Counts the uses of codes in the journal: a code of k uses is used k times at most, whatever was
// edited meanwhile, and what the state says is left is the rest.
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

// The state as bytes: equal states give equal bytes.
// In a world without halls every fact is a line's.
waiting_room::Facts line_facts(const sale::Facts& facts);

std::string bytes_of(const sale::State& state);

}  // namespace onsale::sim
