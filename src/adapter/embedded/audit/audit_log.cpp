#include "adapter/embedded/audit/audit_log.hpp"

#include <algorithm>

#include "adapter/embedded/audit/audit_verify.hpp"
#include "adapter/embedded/journal/plain_file.hpp"
#include "base/bytes.hpp"

namespace onsale::embedded {
namespace {

constexpr int kAuditSchema = 1;

constexpr const char* kTable =
    "CREATE TABLE audit(seq INTEGER PRIMARY KEY, at INTEGER NOT NULL, who TEXT NOT NULL,"
    " request TEXT NOT NULL, what TEXT NOT NULL, asked TEXT NOT NULL, about TEXT NOT NULL,"
    " effect TEXT NOT NULL, count INTEGER NOT NULL, result TEXT NOT NULL, begun INTEGER NOT NULL,"
    " chain BLOB NOT NULL);";

AuditEntry entry_in(const Statement& row) {
    const auto text = [&](int column) { return std::string{row.bytes(column)}; };
    AuditEntry entry{
        .seq = static_cast<std::uint64_t>(row.integer(0)),
        .at = instant_from_ms(row.integer(1)),
        .note = {text(2), text(3), text(4), text(5), text(6), text(7),
                 static_cast<std::uint64_t>(row.integer(8)), text(9),
                 static_cast<std::uint64_t>(row.integer(10))},
    };
    const std::string_view chain = row.bytes(11);
    if (chain.size() == entry.chain.size()) std::ranges::copy(chain, entry.chain.begin());
    return entry;
}

AuditHead last_in(Database& database) {
    auto last = database.prepare("SELECT * FROM audit ORDER BY seq DESC LIMIT 1");
    if (!last.step()) return {};
    const AuditEntry entry = entry_in(last);
    return {entry.seq, entry.chain};
}

// The sale works without the audit log, but a damaged log stops the start: an operator must decide.
[[noreturn]] void refuse_start(const SqliteError& error) {
    const int code = error.code() & 0xFF;
    if (code != SQLITE_NOTADB && code != SQLITE_CORRUPT) throw error;
    throw BadAuditLog{std::string{error.what()} +
                      "; put it back from a backup, or move it away to begin a new audit log"};
}

}  // namespace

AuditLog::AuditLog(const Storage& storage, operate::AuditMac mac)
    : mac_(std::move(mac)),
      database_((require_sound_audit_wal(storage), storage), kAuditFile, Database::Mode::kCreate) {
    try {
        database_.execute(
            "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA trusted_schema=OFF;");
        prepare_schema();
        head_ = last_in(database_);
    } catch (const SqliteError& error) {
        refuse_start(error);
    }
    insert_ = database_.prepare(
        "INSERT INTO audit VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)");
}

void AuditLog::prepare_schema() {
    auto query = database_.prepare("PRAGMA user_version");
    query.step();
    const std::int64_t version = query.integer(0);
    query.reset();
    if (version > kAuditSchema)
        throw BadAuditLog{"audit.db has schema " + std::to_string(version) +
                          ", this onsale knows up to " + std::to_string(kAuditSchema) +
                          ": start the newer version"};
    if (version == 0)
        database_.execute("BEGIN IMMEDIATE;" + std::string{kTable} +
                          "PRAGMA user_version=" + std::to_string(kAuditSchema) + ";COMMIT");
}

Result<AuditHead, AuditError> AuditLog::append(Instant at, const AuditNote& note) {
    if (failed_) return fail(AuditError::kFailed);
    AuditEntry entry{.seq = head_.seq + 1, .at = at, .note = operate::stored_form(note)};
    entry.chain = operate::audit_chain(mac_, head_.chain, entry);
    insert_->bind(1, static_cast<std::int64_t>(entry.seq))
        .bind(2, to_ms(entry.at))
        .bind_text(3, entry.note.who)
        .bind_text(4, entry.note.request)
        .bind_text(5, entry.note.what)
        .bind_text(6, entry.note.asked)
        .bind_text(7, entry.note.about)
        .bind_text(8, entry.note.effect)
        .bind(9, static_cast<std::int64_t>(entry.note.count))
        .bind_text(10, entry.note.result)
        .bind(11, static_cast<std::int64_t>(entry.note.begun))
        .bind_bytes(12, as_bytes(entry.chain));
    const int code = insert_->try_step();
    if (code == SQLITE_FULL) return fail(AuditError::kDiskFull);
    if (code != SQLITE_OK) {
        // The kernel may have dropped the data that it could not write, and may report success next
        // time.
        failed_ = true;
        return fail(AuditError::kFailed);
    }
    head_ = {entry.seq, entry.chain};
    return head_;
}

std::vector<AuditEntry> read_audit(const Storage& storage, std::uint64_t after, std::size_t limit) {
    Database database{storage, kAuditFile, Database::Mode::kReadOnly};
    auto rows = database.prepare("SELECT * FROM audit WHERE seq > ?1 ORDER BY seq LIMIT ?2");
    rows.bind(1, static_cast<std::int64_t>(after)).bind(2, static_cast<std::int64_t>(limit));
    std::vector<AuditEntry> entries;
    while (rows.step())
        entries.push_back(entry_in(rows));
    return entries;
}

AuditHead read_audit_head(const Storage& storage) {
    Database database{storage, kAuditFile, Database::Mode::kReadOnly};
    return last_in(database);
}

bool has_audit_entries(const Storage& storage) {
    auto file = PlainFile::open(storage, kAuditFile, PlainFile::Mode::kRead);
    if (!file || file->size() == 0) return false;
    require_sound_audit_wal(storage);
    Database database{storage, kAuditFile, Database::Mode::kReadOnly};
    database.fold_log_on_close(false);
    try {
        auto table = database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'audit'");
        return table.step() && database.prepare("SELECT 1 FROM audit LIMIT 1").step();
    } catch (const SqliteError& error) {
        refuse_start(error);
    }
}

}  // namespace onsale::embedded
