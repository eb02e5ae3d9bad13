#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "adapter/embedded/journal/journal.hpp"
#include "adapter/embedded/journal/outbox.hpp"
#include "sale/domain/state.hpp"

namespace onsale::embedded {

// Compares the outbox with the messages implied by the facts, row by row during a replay.
class OutboxCheck {
  public:
    // The expected message, and the form that an older version would have written.
    struct Told {
        OutboxRow row;
        std::string body_before;
    };

    explicit OutboxCheck(Database& database);

    // Adds the messages of a fact of the next journal row.
    // REQUIRES: `after` is the state right after the fact.
    void told(const sale::State& after, const sale::Fact& fact, Instant now);
    // All facts of the row were added. Throws BadJournal if the outbox differs. Pruned messages are
    // not considered missing.
    void end_of_row(std::uint64_t journal_seq);
    // Throws if the outbox has messages that the journal does not imply.
    void end() const;
    std::uint64_t messages() const { return compared_; }

  private:
    void advance();
    bool same(const Told& told, const OutboxRow& kept);

    Statement rows_;
    bool has_row_ = false;
    OutboxRow row_;
    std::uint64_t first_journal_seq_ = 0;
    std::uint64_t compared_ = 0;
    // From here on all messages are of a version that tells of discounts.
    bool discount_seen_ = false;
    std::vector<Told> expected_;
};

}  // namespace onsale::embedded
