#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "adapter/embedded/journal/sqlite.hpp"
#include "base/time.hpp"
#include "sale/domain/message.hpp"

namespace onsale::embedded {

// A message in the outbox, which is stored beside the journal and written in the same commit.
// docs/format/messages.md describes topics and bodies.
struct OutboxRow {
    std::uint64_t seq = 0;  // From 1, without gaps; assigned by the journal.
    std::uint64_t journal_seq = 0;
    std::string topic;
    std::string key;
    std::string type;
    std::string body;

    friend bool operator==(const OutboxRow&, const OutboxRow&) = default;
};

OutboxRow outbox_row(const sale::Message& message);

constexpr std::string_view kOutboxRows =
    "SELECT seq, journal_seq, topic, key, type, body FROM outbox ";
// For a query that starts with kOutboxRows.
OutboxRow outbox_row_in(const Statement& rows);

// Up to `limit` rows after `after`, oldest first.
std::vector<OutboxRow> read_outbox(Database& database, std::uint64_t after, std::size_t limit);
// 0 if the outbox is empty.
std::uint64_t first_outbox_seq(Database& database);
std::uint64_t last_outbox_seq(Database& database);
// The last of the oldest `limit` messages whose batch is older than `retention`, relative to the
// journal's last row; 0 if there is none. Includes messages that were not applied.
std::uint64_t last_outdated(Database& database, Duration retention, std::size_t limit);

}  // namespace onsale::embedded
