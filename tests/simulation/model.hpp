#pragma once

#include <span>
#include <utility>
#include <vector>

#include "adapter/embedded/engine/engine.hpp"
#include "tests/simulation/model_line.hpp"

namespace onsale::sim {

// The expected outcomes of a batch, and the guests that it must admit, in order.
struct ModelBatch {
    std::vector<embedded::Outcome> outcomes;
    std::vector<std::pair<waiting_room::EventId, Number>> admitted;
};

// All events according to the rules of the design. Copyable, because an unacknowledged batch may
// not have happened.
class Model {
  public:
    ModelBatch run(std::span<const embedded::Command> commands, bool tick, Stamp stamp);
    // No guest could be served between `last` and `now`: the process was down or the disk was full.
    void resume(Instant last, Instant now);

    ModelLine* find(waiting_room::EventId event);
    std::vector<ModelLine>& lines() { return lines_; }
    const std::vector<ModelLine>& lines() const { return lines_; }

  private:
    using Outcome = embedded::Outcome;

    Outcome perform(const embedded::Seen& seen, Stamp stamp);
    // This simulation has no halls. The sale has its own simulation.
    Outcome perform(const embedded::SaleCommand&, Stamp) { return std::monostate{}; }
    // Used only for lines that are stored elsewhere.
    Outcome perform(const waiting_room::command::TakeNumbers&, Stamp) { return std::monostate{}; }
    Outcome perform(const waiting_room::command::SpendCode&, Stamp) { return std::monostate{}; }
    Outcome perform(const waiting_room::command::Enter& enter, Stamp stamp);
    Outcome perform(const waiting_room::command::CheckEligibility& check, Stamp stamp);
    Outcome perform(const waiting_room::command::Leave& leave, Stamp stamp);
    Outcome perform(const waiting_room::command::Claim& claim, Stamp stamp);
    Outcome perform(const waiting_room::command::Complete& complete, Stamp stamp);
    Outcome perform(const waiting_room::command::Extend& extend, Stamp stamp);
    Outcome perform(const waiting_room::command::Revoke& revoke, Stamp stamp);
    Outcome perform(const waiting_room::command::OfferPlace& offer, Stamp stamp);
    Outcome perform(const waiting_room::command::TakePlace& take, Stamp stamp);
    Outcome perform(const waiting_room::command::CreateEvent& create, Stamp stamp);
    template <class OperatorCommand>
    Outcome perform(const OperatorCommand& command, Stamp stamp);

    std::vector<ModelLine> lines_;  // Indexed by event id, starting at 1.
};

}  // namespace onsale::sim
