#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "adapter/embedded/journal/journal.hpp"
#include "adapter/embedded/journal/outbox.hpp"
#include "sale/domain/state.hpp"

namespace onsale::embedded {

// Compares the outbox with what the facts tell, row by row as the journal is replayed.
class OutboxCheck {
  public:
    // The expected message, and the form that an older version would have written.
    struct Told {
        OutboxRow row;
        std::string body_before;
    };

    explicit OutboxCheck(Database& database);

    // What a fact of the next journal row told; REQUIRES: `after` is the state right after it.
    void told(const sale::State& after, const sale::Fact& fact, Instant now);
    // All facts of the row were given. Throws BadJournal if the outbox says otherwise. What was
    // pruned is not missed.
    void end_of_row(std::uint64_t journal_seq);
    // Throws if the outbox tells more than the journal.
    void end() const;
    std::uint64_t messages() const { return compared_; }

  private:
    void advance();

    Statement rows_;
    bool has_row_ = false;
    OutboxRow row_;
    std::uint64_t first_journal_seq_ = 0;
    std::uint64_t compared_ = 0;
    std::vector<Told> expected_;
};

}  // namespace onsale::embedded
