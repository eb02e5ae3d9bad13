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
#include "base/breath.hpp"
#include "sale/domain/message.hpp"

namespace onsale::embedded {

// A message that its consumer can make nothing of.
class BadMessage : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

// A message that was put aside, and why.
struct DeadLetter {
    OutboxRow row;
    std::string reason;
};

// Somebody who makes something of the messages, in a SQLite file of its own. What is made of a
// message and how far the consumer has come change in one transaction: so each message is applied
// once, however often it is delivered. The file can be made again from the journal.
// Thread safety: none.
class Consumer {
  public:
    // A file of another `version`, or a damaged one, is begun anew and made again from the journal.
    // `tables`: its own, as SQL.
    Consumer(const Storage& storage, std::string_view file, int version, std::string_view tables);
    virtual ~Consumer() = default;
    Consumer(const Consumer&) = delete;
    Consumer& operator=(const Consumer&) = delete;

    // The last message that was applied or put aside.
    std::uint64_t cursor() const { return cursor_; }
    // The problem found when the file was opened and how it was handled; empty if there was none.
    const std::optional<FolderNotice>& notice() const { return notice_; }
    // A rebuild was begun and not finished.
    bool half_built() const { return half_built_; }
    // All or nothing; what is not newer than the cursor is skipped. Throws BadMessage, or
    // SqliteError when the file cannot be written.
    void apply(std::span<const OutboxRow> rows);
    void put_aside(const OutboxRow& row, std::string_view reason);
    // Oldest first.
    std::vector<DeadLetter> dead_letters(std::size_t limit);
    // Applies what was put aside and forgets it; throws as apply() does.
    void retry(const DeadLetter& letter);
    // The last message that no power loss can make this file forget.
    std::uint64_t make_durable();

    // A rebuild: empties the file, applies any number of times, then says how far that went.
    void begin_anew();
    void finish_rebuild(std::uint64_t cursor);

  protected:
    // Inside a transaction. Throws BadMessage.
    virtual void take(const sale::Message& message) = 0;
    // Called when the tables are there, and again when they were made anew.
    virtual void prepare_statements() = 0;
    Database& database() { return database_; }
    // One that changes something; throws SqliteError.
    void run(Statement& statement);

  private:
    void open(std::string_view file);
    void replace(std::string_view file, std::string found);
    void make_tables(bool half_built = false);
    void read_position();
    void write_position(std::uint64_t cursor, bool half_built);
    void take(const OutboxRow& row);
    void in_transaction(const std::function<void()>& work);

    Database database_;
    int version_;
    std::string tables_;
    std::optional<FolderNotice> notice_;
    std::uint64_t cursor_ = 0;
    bool half_built_ = false;
    bool prepared_ = false;
};

// For a reader beside the consumer: begins a transaction that ends with the connection. False while
// the file is being made again and has no tables yet.
bool begin_reading(Database& database);
// What a consumer's file has put aside, for a reader beside it. Throws SqliteError.
std::vector<DeadLetter> read_dead_letters(const Storage& storage, std::string_view file,
                                          std::size_t limit);

// Makes the consumer's file again from every fact of the journal. Throws SqliteError, BadJournal.
void rebuild(Consumer& consumer, const Storage& storage, const Breath& breath = no_rest);

}  // namespace onsale::embedded
