#include "adapter/embedded/journal/deadline_moves.hpp"

#include "adapter/embedded/journal/journal.hpp"
#include "sale/domain/fact_bytes.hpp"

namespace onsale::embedded {

std::vector<JournaledMove> read_deadline_moves(const Storage& storage, waiting_room::EventId event,
                                               std::uint64_t seq) {
    Database database{storage, kDatabaseFile, Database::Mode::kReadOnly};
    auto rows = database.prepare("SELECT seq, facts FROM journal WHERE seq > ?1 ORDER BY seq");
    rows.bind(1, static_cast<std::int64_t>(seq));
    std::vector<JournaledMove> moves;
    while (rows.step()) {
        sale::Facts facts;
        // A row that cannot be read would have stopped the start.
        if (!sale::load(rows.bytes(1), facts)) continue;
        for (const sale::Fact& fact : facts) {
            const auto* const of_line = std::get_if<waiting_room::Fact>(&fact);
            if (of_line == nullptr || of_line->event != event) continue;
            if (const auto* const moved =
                    std::get_if<waiting_room::fact::DeadlinesMoved>(&of_line->body))
                moves.push_back({static_cast<std::uint64_t>(rows.integer(0)), moved->by});
            if (const auto* const resumed =
                    std::get_if<waiting_room::fact::Resumed>(&of_line->body))
                moves.push_back({static_cast<std::uint64_t>(rows.integer(0)), resumed->gap, true});
        }
    }
    return moves;
}

}  // namespace onsale::embedded
