#include "adapter/embedded/journal/journal.hpp"

#include <algorithm>
#include <array>

#include "adapter/embedded/journal/high_water.hpp"
#include "adapter/embedded/journal/plain_file.hpp"
#include "adapter/embedded/journal/wal_scan.hpp"
#include "base/assert.hpp"
#include "base/bytes.hpp"

namespace onsale::embedded {
namespace {

// kMigrations[i] migrates a file from schema i to schema i + 1. Never edit one that was released.
constexpr std::array<const char*, kSchemaVersion> kMigrations = {
    "CREATE TABLE meta(key TEXT PRIMARY KEY, value) WITHOUT ROWID;"
    "CREATE TABLE journal(seq INTEGER PRIMARY KEY, at INTEGER NOT NULL, wall INTEGER NOT NULL,"
    " chain BLOB NOT NULL, facts BLOB NOT NULL);",
    // Identifies the folder, so that a backup records its origin.
    "INSERT INTO meta VALUES('folder', lower(hex(randomblob(8))));",
    // Messages for other parts, written in the same commit as their cause.
    "CREATE TABLE outbox(seq INTEGER PRIMARY KEY, journal_seq INTEGER NOT NULL,"
    " topic TEXT NOT NULL, key TEXT NOT NULL, type TEXT NOT NULL, body TEXT NOT NULL);",
};

// The cache holds the pages of one burst. Reads are answered by the views, not by SQLite.
constexpr const char* kPragmas =
    "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA wal_autocheckpoint=0;"
    "PRAGMA cache_size=-1024; PRAGMA trusted_schema=OFF;";

// A log is a header, then frames. Each frame is a header and a page of SQLite's default size.
constexpr std::uint64_t kLogHeaderBytes = 32;
constexpr std::uint64_t kFrameBytes = 24 + 4'096;

// Zeros are written ahead of the log: for a file system, a sync that extends a file costs half as
// much again as one that fills existing blocks.
constexpr std::array<char, 64 * 1024> kZeros{};  // SQLite writes at most 128 KiB per call.
constexpr std::uint64_t kAheadMin = 256 * 1024;
constexpr std::uint64_t kAheadMax = 1024 * 1024;

int schema_version(Database& database) {
    auto query = database.prepare("PRAGMA user_version");
    query.step();
    return static_cast<int>(query.integer(0));
}

AppendError append_error(int code) {
    return code == SQLITE_FULL ? AppendError::kDiskFull : AppendError::kFailed;
}

// Tells the operator what to do if the start finds another file or no space.
[[noreturn]] void refuse_start(const Storage& storage, const SqliteError& error) {
    const std::string advice = "restore the latest backup (onsale restore FILE)";
    switch (error.code() & 0xFF) {
        case SQLITE_NOTADB:
        case SQLITE_CORRUPT:
            throw BadJournal{std::string{error.what()} + "; " + advice};
        case SQLITE_ERROR:
            throw BadJournal{storage.path(kDatabaseFile) + " is a database of another program; " +
                             advice};
        case SQLITE_FULL:
            throw BadJournal{std::string{error.what()} + " and start again"};
        default:  // SQLite's codes are not an enumeration.
            throw error;
    }
}

void check_wal(const Storage& storage) {
    if (const auto damage = scan_wal(storage, kWalFile))
        throw BadJournal{storage.path(kWalFile) + ": " + damage->message +
                         "; restore the latest backup (onsale restore FILE)"};
}

}  // namespace

Journal::Journal(const Storage& storage)
    : database_((check_wal(storage), storage), kDatabaseFile, Database::Mode::kCreate) {
    // A damaged log must not be checkpointed and removed on close: it may be all that is left for a
    // repair. begin_fresh_log() sets this back.
    database_.fold_log_on_close(false);
    try {
        open(storage);
    } catch (const SqliteError& error) {
        refuse_start(storage, error);
    }
}

void Journal::open(const Storage& storage) {
    database_.execute(kPragmas);
    sqlite3_wal_hook(
        database_.handle(),
        [](void* bytes, sqlite3*, const char*, int frames) {
            *static_cast<std::uint64_t*>(bytes) =
                kLogHeaderBytes + static_cast<std::uint64_t>(frames) * kFrameBytes;
            return SQLITE_OK;
        },
        &log_bytes_);
    prepare_schema(storage);
    insert_ = database_.prepare(
        "INSERT INTO journal(seq, at, wall, chain, facts) VALUES(?1, ?2, ?3, ?4, ?5)");
    insert_message_ = database_.prepare(
        "INSERT INTO outbox(seq, journal_seq, topic, key, type, body)"
        " VALUES(?1, ?2, ?3, ?4, ?5, ?6)");
    begin_ = database_.prepare("BEGIN IMMEDIATE");
    commit_ = database_.prepare("COMMIT");
    rollback_ = database_.prepare("ROLLBACK");
}

void Journal::prepare_schema(const Storage& storage) {
    int version = schema_version(database_);
    if (version == 0) {
        // SQLite treats a log with a damaged header as empty, and creating the schema would
        // overwrite it.
        const HighWater high_water{storage};
        if (high_water.found()) require_row(high_water.found()->seq);
    }
    if (version > kSchemaVersion)
        throw BadJournal{"the data folder has schema " + std::to_string(version) +
                         ", this onsale knows up to " + std::to_string(kSchemaVersion) +
                         ": start the newer version"};
    for (; version < kSchemaVersion; ++version)
        database_.execute("BEGIN IMMEDIATE;" +
                          std::string{kMigrations[static_cast<std::size_t>(version)]} +
                          "PRAGMA user_version=" + std::to_string(version + 1) + ";COMMIT");
}

Sha256Digest Journal::chain(const Sha256Digest& previous, std::uint64_t seq, Stamp stamp,
                            std::string_view facts) {
    std::string bytes{as_bytes(previous)};
    ByteWriter out{bytes};
    out.fixed(seq);
    out.fixed(static_cast<std::uint64_t>(to_ms(stamp.now)));
    out.fixed(static_cast<std::uint64_t>(to_ms(stamp.wall)));
    out.bytes(facts.data(), facts.size());
    return sha256(bytes);
}

void read_journal(Database& database, std::uint64_t seq, const Sha256Digest& head,
                  const std::function<void(const JournalRow&)>& each) {
    auto rows = database.prepare(
        "SELECT seq, at, wall, chain, facts FROM journal WHERE seq > ?1 ORDER BY seq");
    rows.bind(1, static_cast<std::int64_t>(seq));
    Sha256Digest expected = head;
    while (rows.step()) {
        JournalRow row;
        row.seq = static_cast<std::uint64_t>(rows.integer(0));
        row.stamp = {instant_from_ms(rows.integer(1)), instant_from_ms(rows.integer(2))};
        row.facts = rows.bytes(4);
        row.chain = Journal::chain(expected, row.seq, row.stamp, row.facts);
        if (row.seq != ++seq || rows.bytes(3) != as_bytes(row.chain))
            throw BadJournal{"journal row " + std::to_string(seq) +
                             " is missing or damaged (its hash does not follow from row " +
                             std::to_string(seq - 1) +
                             "); restore the latest backup (onsale restore FILE)"};
        expected = row.chain;
        each(row);
    }
}

void Journal::read(const std::function<void(const JournalRow&)>& each) {
    last_seq_ = 0;
    head_ = {};
    try {
        read_journal(database_, 0, Sha256Digest{}, [&](const JournalRow& row) {
            last_seq_ = row.seq;
            head_ = row.chain;
            each(row);
        });
        last_message_ = last_outbox_seq(database_);
    } catch (const SqliteError& error) {
        throw BadJournal{"the journal cannot be read after row " + std::to_string(last_seq_) +
                         ": " + error.what()};
    }
}

void Journal::require_row(std::uint64_t seq) const {
    if (last_seq_ >= seq) return;
    const std::string last = std::to_string(last_seq_);
    throw BadJournal{"the journal ends at row " + last + " but row " + std::to_string(seq) +
                     " was committed: the write-ahead log is damaged after row " + last +
                     "; restore the latest backup (onsale restore FILE)"};
}

// A short log grows in small steps. The file's size is not read before each commit: on a kernel
// with fine timestamps, a file whose attributes were read gets a new time with its next write, and
// some file systems then write the inode with every sync.
void Journal::make_room_in_log() {
    if (log_ == nullptr || log_room_ >= log_bytes_ + std::min(log_bytes_ / 4, kAheadMin)) return;
    sqlite3_int64 size = 0;
    if (log_->pMethods->xFileSize(log_, &size) != SQLITE_OK) return;
    const auto end = size + static_cast<sqlite3_int64>(std::min(log_bytes_, kAheadMax));
    while (size < end) {
        const int piece = static_cast<int>(std::min<sqlite3_int64>(end - size, kZeros.size()));
        // The commit will report the error.
        if (log_->pMethods->xWrite(log_, kZeros.data(), piece, size) != SQLITE_OK) return;
        size += piece;
    }
    log_room_ = static_cast<std::uint64_t>(size);
}

Result<std::uint64_t, AppendError> Journal::append(Stamp stamp, std::string_view facts,
                                                   std::span<const OutboxRow> messages) {
    make_room_in_log();
    const std::uint64_t seq = last_seq_ + 1;
    const Sha256Digest next = chain(head_, seq, stamp, facts);
    // Most batches have no messages: a single statement is its own transaction.
    int code = messages.empty() ? SQLITE_OK : begin_->try_step();
    if (code == SQLITE_OK) code = insert_row(seq, stamp, facts, next);
    if (!messages.empty()) {
        if (code == SQLITE_OK) code = insert_messages(seq, messages);
        if (code == SQLITE_OK) code = commit_->try_step();
        if (code != SQLITE_OK) (void)rollback_->try_step();
    }
    if (code != SQLITE_OK) return fail(append_error(code));
    last_seq_ = seq;
    last_message_ += messages.size();
    head_ = next;
    return seq;
}

int Journal::insert_row(std::uint64_t seq, Stamp stamp, std::string_view facts,
                        const Sha256Digest& link) {
    return insert_->bind(1, static_cast<std::int64_t>(seq))
        .bind(2, to_ms(stamp.now))
        .bind(3, to_ms(stamp.wall))
        .bind_bytes(4, as_bytes(link))
        .bind_bytes(5, facts)
        .try_step();
}

int Journal::insert_messages(std::uint64_t seq, std::span<const OutboxRow> messages) {
    std::uint64_t number = last_message_;
    for (const OutboxRow& message : messages) {
        const int code = insert_message_->bind(1, static_cast<std::int64_t>(++number))
                             .bind(2, static_cast<std::int64_t>(seq))
                             .bind_text(3, message.topic)
                             .bind_text(4, message.key)
                             .bind_text(5, message.type)
                             .bind_text(6, message.body)
                             .try_step();
        if (code != SQLITE_OK) return code;
    }
    return SQLITE_OK;
}

std::optional<AppendError> Journal::prune_outbox(std::uint64_t up_to) {
    auto prune = database_.prepare("DELETE FROM outbox WHERE seq <= ?1 AND seq < ?2");
    prune.bind(1, static_cast<std::int64_t>(up_to))
        .bind(2, static_cast<std::int64_t>(last_message_));
    const int code = prune.try_step();
    if (code == SQLITE_OK) return std::nullopt;
    return append_error(code);
}

std::optional<AppendError> Journal::try_small_write() {
    auto probe = database_.prepare("INSERT OR REPLACE INTO meta VALUES('space', zeroblob(65536))");
    const int code = probe.try_step();
    if (code == SQLITE_OK) return std::nullopt;
    return append_error(code);
}

void Journal::begin_fresh_log() {
    const int code = sqlite3_wal_checkpoint_v2(database_.handle(), nullptr,
                                               SQLITE_CHECKPOINT_TRUNCATE, nullptr, nullptr);
    if ((code & 0xFF) == SQLITE_FULL)
        throw SqliteError{code, "the disk is full: free some space and start again"};
    if (code != SQLITE_OK)
        throw SqliteError{code, std::string{"the write-ahead log cannot be moved into the file: "} +
                                    sqlite3_errstr(code)};
    // Without this, a power loss could bring back the old log, without its unsynced end, over the
    // newer file.
    sqlite3_file_control(database_.handle(), "main", SQLITE_FCNTL_JOURNAL_POINTER, &log_);
    if (log_ == nullptr || log_->pMethods->xSync(log_, SQLITE_SYNC_FULL) != SQLITE_OK)
        throw SqliteError{SQLITE_IOERR_FSYNC, "the write-ahead log cannot be synced"};
    log_room_ = 0;
    database_.fold_log_on_close(true);
}

bool has_rows(const Storage& storage) {
    auto file = PlainFile::open(storage, kDatabaseFile, PlainFile::Mode::kRead);
    if (!file || file->size() == 0) return false;
    Database database{storage, kDatabaseFile, Database::Mode::kReadOnly};
    database.fold_log_on_close(false);
    try {
        auto table = database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'journal'");
        if (!table.step()) return false;
        return database.prepare("SELECT 1 FROM journal LIMIT 1").step();
    } catch (const SqliteError& error) {
        refuse_start(storage, error);
    }
}

bool Journal::was_restored() {
    auto query = database_.prepare("SELECT 1 FROM meta WHERE key = 'restored'");
    return query.step();
}

void Journal::forget_restore() {
    if (was_restored()) database_.execute("DELETE FROM meta WHERE key = 'restored'");
}

}  // namespace onsale::embedded
