// Rebuilds a consumer's file from the journal.
#include "adapter/embedded/journal/journal.hpp"
#include "adapter/embedded/outbox/consumer.hpp"
#include "sale/domain/fact_bytes.hpp"
#include "sale/domain/state.hpp"

namespace onsale::embedded {
namespace {

constexpr std::size_t kRowsPerTransaction = 512;

// Sends the messages of every fact of the journal to the consumer, in pieces.
class Retelling {
  public:
    Retelling(Consumer& consumer, const YieldCallback& yield)
        : consumer_(consumer), yield_(yield) {}

    void row(const JournalRow& row) {
        sale::Facts facts;
        if (!sale::load(row.facts, facts))
            throw BadJournal{"journal row " + std::to_string(row.seq) + " cannot be read"};
        for (const sale::Fact& fact : facts) {
            state_.evolve(fact, row.stamp.now);
            for (const sale::Message& message : sale::messages_of(state_, fact, row.stamp.now))
                tell(row.seq, message);
        }
        journal_seq_ = row.seq;
        yield_();
    }
    void flush() {
        try {
            consumer_.apply(rows_);
        } catch (const BadMessage&) {
            for (const OutboxRow& row : rows_)
                apply_or_put_aside(row);
        }
        rows_.clear();
    }
    std::uint64_t journal_seq() const { return journal_seq_; }

  private:
    void tell(std::uint64_t journal_seq, const sale::Message& message) {
        rows_.push_back(outbox_row(message));
        rows_.back().seq = ++told_;
        rows_.back().journal_seq = journal_seq;
        if (rows_.size() >= kRowsPerTransaction) flush();
    }
    void apply_or_put_aside(const OutboxRow& row) {
        try {
            consumer_.apply({&row, 1});
        } catch (const BadMessage& bad) {
            consumer_.put_aside(row, bad.what());
        }
    }

    Consumer& consumer_;
    const YieldCallback& yield_;
    sale::State state_;
    std::vector<OutboxRow> rows_;
    std::uint64_t told_ = 0;
    std::uint64_t journal_seq_ = 0;
};

// The last message of the outbox up to a journal row. Later messages have not been delivered.
std::uint64_t last_told(Database& database, std::uint64_t journal_seq) {
    auto query = database.prepare(
        "SELECT seq FROM outbox WHERE journal_seq <= ?1 ORDER BY seq DESC LIMIT 1");
    query.bind(1, static_cast<std::int64_t>(journal_seq));
    if (query.step()) return static_cast<std::uint64_t>(query.integer(0));
    const std::uint64_t first = first_outbox_seq(database);
    return first == 0 ? 0 : first - 1;
}

}  // namespace

void rebuild(Consumer& consumer, const Storage& storage, const YieldCallback& yield) {
    consumer.begin_anew();
    Database database{storage, kDatabaseFile, Database::Mode::kReadOnly};
    Retelling retelling{consumer, yield};
    read_journal(database, 0, {}, [&](const JournalRow& row) { retelling.row(row); });
    retelling.flush();
    consumer.finish_rebuild(last_told(database, retelling.journal_seq()));
}

}  // namespace onsale::embedded
