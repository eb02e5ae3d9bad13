#include "adapter/embedded/outbox/outbox_check.hpp"

#include "sale/codec/message_json.hpp"

namespace onsale::embedded {
namespace {

// The body as written before messages contained discounts.
std::string body_before(sale::Message message) {
    for (sale::MessageSeat& seat : message.seats)
        seat.discount = 0;
    return sale::to_json(message);
}

}  // namespace

bool OutboxCheck::same(const Told& told, const OutboxRow& kept) {
    if (told.row.topic != kept.topic || told.row.key != kept.key || told.row.type != kept.type)
        return false;
    if (told.row.body != kept.body) return !discount_seen_ && told.body_before == kept.body;
    discount_seen_ = discount_seen_ || told.row.body != told.body_before;
    return true;
}

OutboxCheck::OutboxCheck(Database& database)
    : rows_(database.prepare(std::string{kOutboxRows} + "ORDER BY seq")) {
    advance();
    first_journal_seq_ = row_.journal_seq;
}

void OutboxCheck::advance() {
    const std::uint64_t before = has_row_ ? row_.seq : 0;
    has_row_ = rows_.step();
    if (!has_row_) return;
    row_ = outbox_row_in(rows_);
    if (before != 0 && row_.seq != before + 1)
        throw BadJournal{"message " + std::to_string(before + 1) + " is missing from the outbox"};
}

void OutboxCheck::told(const sale::State& after, const sale::Fact& fact, Instant now) {
    for (const sale::Message& message : sale::messages_of(after, fact, now))
        expected_.push_back({outbox_row(message), body_before(message)});
}

void OutboxCheck::end_of_row(std::uint64_t journal_seq) {
    std::vector<Told> expected = std::move(expected_);
    expected_.clear();
    if (has_row_ && journal_seq < first_journal_seq_) return;  // Pruned.
    const std::string place = "journal row " + std::to_string(journal_seq);
    std::vector<OutboxRow> kept;
    for (; has_row_ && row_.journal_seq == journal_seq; advance())
        kept.push_back(row_);
    // The first messages of the oldest row may have been pruned.
    const bool oldest = !kept.empty() && journal_seq == first_journal_seq_;
    if (oldest && kept.size() < expected.size())
        expected.erase(expected.begin(), expected.end() - static_cast<std::ptrdiff_t>(kept.size()));
    if (kept.size() != expected.size())
        throw BadJournal{place + " tells " + std::to_string(expected.size()) +
                         " messages but the outbox has " + std::to_string(kept.size())};
    for (std::size_t i = 0; i < kept.size(); ++i)
        if (!same(expected[i], kept[i]))
            throw BadJournal{"message " + std::to_string(kept[i].seq) +
                             " of the outbox is not what " + place + " tells"};
    compared_ += kept.size();
}

void OutboxCheck::end() const {
    if (has_row_)
        throw BadJournal{"message " + std::to_string(row_.seq) + " of the outbox has no cause"};
}

}  // namespace onsale::embedded
