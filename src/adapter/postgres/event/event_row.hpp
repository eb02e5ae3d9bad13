#pragma once

#include <cstdint>
#include <string>

#include "adapter/postgres/protocol/rows.hpp"
#include "adapter/postgres/protocol/statement.hpp"
#include "sale/domain/fact.hpp"

namespace onsale::postgres {

// One row of event_facts: what one transaction decided about an event.
struct EventRow {
    std::uint64_t change = 0;  // Grows with the commits of all events.
    EventId event;
    std::uint64_t seq = 0;  // Grows by one with each row of the event.
    Instant at;
    std::uint32_t entries = 0;  // Guests and codes that belong to it, in their own tables.
    sale::Facts facts{};
};

inline std::int32_t id_of(EventId event) {
    return static_cast<std::int32_t>(event.value);
}

// The rows after this change in the order of their commits: at least one if there is one, and not
// many more than kBytesPerRead.
Command rows_after(std::uint64_t change);

// Plans of halls are read with the row that opened the hall, and one may have some megabytes.
constexpr std::int64_t kBytesPerRead = 16 << 20;
constexpr std::int64_t kRowsPerRead = 1'000;

// Reads the answer to rows_after().
class EventRows {
  public:
    explicit EventRows(const Rows& rows) : rows_(rows) {}

    std::size_t size() const { return rows_.size(); }
    // The row without its facts.
    EventRow head(std::size_t row) const;
    // False: the facts are of a kind that this version of the program does not know.
    [[nodiscard]] bool read_facts(std::size_t row, EventRow& into) const;
    // There are rows after the last one.
    bool is_cut_off() const;

  private:
    const Rows& rows_;
};

// The bytes of the column `facts`. A hall plan and the secret of a draw are not in it: they are
// rows of other tables with the same (event_id, seq).
std::string stored_bytes(const sale::Facts& facts);

}  // namespace onsale::postgres
