#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>

#include "adapter/embedded/journal/outbox.hpp"
#include "adapter/embedded/journal/sqlite.hpp"
#include "base/result.hpp"
#include "base/sha256.hpp"
#include "base/time.hpp"

namespace onsale::embedded {

// The file was written by a newer Onsale, or is damaged: the start stops and says where.
class BadJournal : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

struct JournalRow {
    std::uint64_t seq = 0;
    Stamp stamp;
    std::string_view facts;
    Sha256Digest chain{};  // SHA-256 over the previous row's chain and this row.
};

enum class AppendError : std::uint8_t {
    kDiskFull,  // Certainly not written; try again when there is space.
    kFailed,    // May or may not be written; nothing may be written until a restart has looked.
};

// The journal: one row a batch in one SQLite file (WAL, synchronous FULL).
// docs/format/journal.md has the schema. Thread safety: none; the writer owns it.
class Journal {
  public:
    // Creates, or migrates from an older schema; throws BadJournal or SqliteError.
    explicit Journal(const Storage& storage);
    Journal(const Journal&) = delete;
    Journal& operator=(const Journal&) = delete;

    // Reads rows in order, checking each link of the chain; throws BadJournal with the place.
    void read(const std::function<void(const JournalRow&)>& each);

    // Throws BadJournal when the journal ends before `seq`, a row that was committed.
    void require_row(std::uint64_t seq) const;

    // The row and the messages it implies, all or nothing.
    // REQUIRES: read() has run, so that the chain's head is known.
    Result<std::uint64_t, AppendError> append(Stamp stamp, std::string_view facts,
                                              std::span<const OutboxRow> messages = {});
    // Forgets messages that everybody has applied, but never the last: numbers go on from it.
    std::optional<AppendError> prune_outbox(std::uint64_t up_to);
    // After kDiskFull: nothing once a small write goes through again.
    std::optional<AppendError> try_small_write();
    // Moves the log into the file and begins it anew; throws SqliteError. A start does so, because
    // the log it found may hold leftovers of a torn commit, which later would look like damage, or
    // pages whose sync failed, which no later sync writes again.
    void begin_fresh_log();

    // A backup was unpacked here and not started since.
    bool was_restored();
    void forget_restore();

    std::uint64_t last_seq() const { return last_seq_; }
    std::uint64_t last_message() const { return last_message_; }
    const Sha256Digest& head() const { return head_; }
    // What the log holds that the file may not hold yet, as of the last commit. The log's own file
    // never shrinks: one that is folded in begins anew at its start.
    std::uint64_t log_bytes() const { return log_bytes_; }
    Database& database() { return database_; }

    static Sha256Digest chain(const Sha256Digest& previous, std::uint64_t seq, Stamp stamp,
                              std::string_view facts);

  private:
    void open(const Storage& storage);
    void prepare_schema(const Storage& storage);
    void make_room_in_log();
    int insert_row(std::uint64_t seq, Stamp stamp, std::string_view facts,
                   const Sha256Digest& link);
    int insert_messages(std::uint64_t seq, std::span<const OutboxRow> messages);

    Database database_;
    std::optional<Statement> insert_;
    std::optional<Statement> insert_message_;
    std::optional<Statement> begin_;
    std::optional<Statement> commit_;
    std::optional<Statement> rollback_;
    std::uint64_t last_seq_ = 0;
    std::uint64_t last_message_ = 0;
    std::uint64_t log_bytes_ = 0;
    std::uint64_t log_room_ = 0;  // The log's file is at least as long: it never shrinks.
    Sha256Digest head_{};
    sqlite3_file* log_ = nullptr;  // Set once the log is this process's own.
};

constexpr std::string_view kDatabaseFile = "onsale.db";
constexpr std::string_view kWalFile = "onsale.db-wal";
constexpr int kSchemaVersion = 3;

// Whether a folder has a journal in which anything is written. Throws BadJournal or SqliteError.
bool has_rows(const Storage& storage);

// Rows after `seq` for a reader beside the writer (snapshots, verification), chain checked from
// `head`, the chain at `seq`.
void read_journal(Database& database, std::uint64_t seq, const Sha256Digest& head,
                  const std::function<void(const JournalRow&)>& each);

}  // namespace onsale::embedded
