#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "adapter/embedded/journal/folder_notice.hpp"
#include "adapter/embedded/journal/outbox.hpp"
#include "adapter/embedded/journal/sqlite.hpp"
#include "base/yield_callback.hpp"
#include "sale/domain/message.hpp"

namespace onsale::embedded {

// A message that its consumer cannot process.
class BadMessage : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

// A message that was put aside, and the reason.
struct DeadLetter {
    OutboxRow row;
    std::string reason;
};

// Builds its own SQLite file from the messages. The effect of a message and the consumer's position
// change in one transaction, so each message is applied once, however often it is delivered. The
// file can be rebuilt from the journal.
// Thread safety: none.
class Consumer {
  public:
    // A file of another `version` or program, or a damaged one, is emptied and rebuilt from the
    // journal.
    // `tables` is the SQL for the consumer's own tables.
    Consumer(const Storage& storage, std::string_view file, int version, std::string_view tables);
    virtual ~Consumer() = default;
    Consumer(const Consumer&) = delete;
    Consumer& operator=(const Consumer&) = delete;

    // The last message that was applied or put aside.
    std::uint64_t cursor() const { return cursor_; }
    // The problem found when the file was opened and how it was handled; empty if there was none.
    const std::optional<FolderNotice>& notice() const { return notice_; }
    // A rebuild was started and not finished.
    bool half_built() const { return half_built_; }
    // The file is damaged, or has not the consumer's tables.
    static bool is_unusable(const SqliteError& error);
    // Applies all rows or none. Rows not after the cursor are skipped. Throws BadMessage, or
    // SqliteError if the file cannot be written.
    void apply(std::span<const OutboxRow> rows);
    void put_aside(const OutboxRow& row, std::string_view reason);
    // Oldest first.
    std::vector<DeadLetter> dead_letters(std::size_t limit);
    // Applies a message that was put aside and deletes it from there. Throws like apply().
    void retry(const DeadLetter& letter);
    // Returns the last message that a power loss cannot undo in this file; 0 if unknown.
    std::uint64_t make_durable();

    // A rebuild: empties the file, calls apply() any number of times, then sets the position.
    void begin_anew();
    void finish_rebuild(std::uint64_t cursor);

  protected:
    // Called inside a transaction. Throws BadMessage.
    virtual void take(const sale::Message& message) = 0;
    // Called when the tables exist, and again after they were recreated.
    virtual void prepare_statements() = 0;
    Database& database() { return database_; }
    // Runs a statement that changes data. Throws SqliteError.
    void run(Statement& statement);

  private:
    void open(std::string_view file);
    void replace(std::string_view file, std::string found);
    void make_tables(bool half_built = false);
    void read_position();
    void write_position(std::uint64_t cursor, bool half_built);
    void take(const OutboxRow& row);
    void in_transaction(const std::function<void()>& work);

    bool existed_;  // Before this opened it.
    Database database_;
    int version_;
    std::string tables_;
    std::optional<FolderNotice> notice_;
    std::uint64_t cursor_ = 0;
    bool half_built_ = false;
    bool prepared_ = false;
};

// For a reader beside the consumer: starts a transaction that ends with the connection. Returns
// false while the file is being rebuilt and has no tables yet.
bool begin_reading(Database& database);
// The messages that a consumer's file has put aside, for a reader beside it. Throws SqliteError.
std::vector<DeadLetter> read_dead_letters(const Storage& storage, std::string_view file,
                                          std::size_t limit);

// Rebuilds the consumer's file from every fact of the journal. Throws SqliteError, BadJournal.
void rebuild(Consumer& consumer, const Storage& storage, const YieldCallback& yield = no_yield);

}  // namespace onsale::embedded
