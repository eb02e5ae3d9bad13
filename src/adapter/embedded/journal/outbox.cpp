#include "adapter/embedded/journal/outbox.hpp"

#include "sale/codec/message_json.hpp"

namespace onsale::embedded {
namespace {

std::uint64_t number_from(Database& database, const char* sql) {
    auto query = database.prepare(sql);
    query.step();
    return static_cast<std::uint64_t>(query.integer(0));
}

}  // namespace

OutboxRow outbox_row_in(const Statement& rows) {
    const auto text = [&](int column) { return std::string{rows.bytes(column)}; };
    return {.seq = static_cast<std::uint64_t>(rows.integer(0)),
            .journal_seq = static_cast<std::uint64_t>(rows.integer(1)),
            .topic = text(2),
            .key = text(3),
            .type = text(4),
            .body = text(5)};
}

OutboxRow outbox_row(const sale::Message& message) {
    return {.seq = 0,
            .journal_seq = 0,
            .topic = std::string{sale::topic_of(message.type)},
            .key = sale::key_of(message),
            .type = std::string{to_word(message.type)},
            .body = sale::to_json(message)};
}

std::vector<OutboxRow> read_outbox(Database& database, std::uint64_t after, std::size_t limit) {
    auto query =
        database.prepare(std::string{kOutboxRows} + "WHERE seq > ?1 ORDER BY seq LIMIT ?2");
    query.bind(1, static_cast<std::int64_t>(after)).bind(2, static_cast<std::int64_t>(limit));
    std::vector<OutboxRow> rows;
    while (query.step())
        rows.push_back(outbox_row_in(query));
    return rows;
}

std::uint64_t first_outbox_seq(Database& database) {
    return number_from(database, "SELECT min(seq) FROM outbox");
}

std::uint64_t last_outbox_seq(Database& database) {
    return number_from(database, "SELECT max(seq) FROM outbox");
}

std::uint64_t last_outdated(Database& database, Duration retention, std::size_t limit) {
    auto query = database.prepare(
        "SELECT max(seq) FROM (SELECT outbox.seq AS seq, journal.at AS at FROM outbox"
        " JOIN journal ON journal.seq = outbox.journal_seq ORDER BY outbox.seq LIMIT ?2)"
        " WHERE at < (SELECT at FROM journal ORDER BY seq DESC LIMIT 1) - ?1");
    query.bind(1, retention.count()).bind(2, static_cast<std::int64_t>(limit));
    query.step();
    return static_cast<std::uint64_t>(query.integer(0));
}

}  // namespace onsale::embedded
