#include "adapter/embedded/journal/sqlite.hpp"

namespace onsale::embedded {
namespace {

// A message that an operator can act on. The SQL is included only for errors of the program itself.
std::string words_for(sqlite3* db, const std::string& doing) {
    const char* const path = sqlite3_db_filename(db, "main");
    const std::string file = path == nullptr || *path == '\0' ? "the database" : path;
    const std::string said = sqlite3_errmsg(db);
    switch (sqlite3_extended_errcode(db) & 0xFF) {
        case SQLITE_NOTADB:
            return file + " is no database: it is damaged, or another file was put in its place";
        case SQLITE_CORRUPT:
            return file + " is damaged (" + said + ")";
        case SQLITE_FULL:
            return file + " cannot be written: the disk is full; free some space";
        case SQLITE_ERROR:
        case SQLITE_MISUSE:
        case SQLITE_RANGE:
            return doing + ": " + said;
        default:  // SQLite's codes are not an enumeration.
            return file + ": " + said;
    }
}

[[noreturn]] void fail_with(sqlite3* db, const std::string& doing) {
    throw SqliteError{sqlite3_extended_errcode(db), words_for(db, doing)};
}

int open_flags(Database::Mode mode) {
    switch (mode) {
        case Database::Mode::kReadOnly:
            return SQLITE_OPEN_READONLY;
        case Database::Mode::kReadWrite:
            return SQLITE_OPEN_READWRITE;
        case Database::Mode::kCreate:
            return SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE;
    }
    return SQLITE_OPEN_READONLY;
}

}  // namespace

Statement::Statement(sqlite3* db, std::string_view sql) {
    sqlite3_stmt* raw = nullptr;
    if (sqlite3_prepare_v2(db, sql.data(), static_cast<int>(sql.size()), &raw, nullptr) !=
        SQLITE_OK)
        fail_with(db, std::string{sql});
    statement_.reset(raw);
}

Statement& Statement::bind(int index, std::int64_t value) {
    sqlite3_bind_int64(statement_.get(), index, value);
    return *this;
}

Statement& Statement::bind_bytes(int index, std::string_view bytes) {
    sqlite3_bind_blob64(statement_.get(), index, bytes.data(), bytes.size(), SQLITE_STATIC);
    return *this;
}

Statement& Statement::bind_text(int index, std::string_view text) {
    sqlite3_bind_text64(statement_.get(), index, text.data(), text.size(), SQLITE_STATIC,
                        SQLITE_UTF8);
    return *this;
}

bool Statement::step() {
    const int code = sqlite3_step(statement_.get());
    if (code == SQLITE_ROW) return true;
    if (code == SQLITE_DONE) return false;
    fail_with(sqlite3_db_handle(statement_.get()), sqlite3_sql(statement_.get()));
}

int Statement::try_step() {
    const int code = sqlite3_step(statement_.get());
    const int extended = sqlite3_extended_errcode(sqlite3_db_handle(statement_.get()));
    reset();
    return code == SQLITE_DONE || code == SQLITE_ROW ? SQLITE_OK : extended;
}

void Statement::reset() {
    sqlite3_reset(statement_.get());
    sqlite3_clear_bindings(statement_.get());
}

std::int64_t Statement::integer(int column) const {
    return sqlite3_column_int64(statement_.get(), column);
}

std::string_view Statement::bytes(int column) const {
    const void* const data = sqlite3_column_blob(statement_.get(), column);
    const int size = sqlite3_column_bytes(statement_.get(), column);
    return {static_cast<const char*>(data), static_cast<std::size_t>(size)};
}

Database::Database(const Storage& storage, std::string_view file, Mode mode) {
    sqlite3* raw = nullptr;
    const std::string path = storage.path(file);
    const int code = sqlite3_open_v2(path.c_str(), &raw, open_flags(mode) | SQLITE_OPEN_NOMUTEX,
                                     storage.vfs.empty() ? nullptr : storage.vfs.c_str());
    db_.reset(raw);
    if (code != SQLITE_OK) fail_with(raw, "cannot open " + path);
    sqlite3_extended_result_codes(raw, 1);
    constexpr int kBusyMs = 5000;  // A checkpoint or backup may hold a lock briefly.
    sqlite3_busy_timeout(raw, kBusyMs);
}

void Database::execute(const std::string& sql) {
    if (sqlite3_exec(db_.get(), sql.c_str(), nullptr, nullptr, nullptr) != SQLITE_OK)
        fail_with(db_.get(), sql);
}

int Database::checkpoint() {
    // A connection that has read nothing yet does not know that there is a log, and would do
    // nothing.
    const int code =
        sqlite3_exec(db_.get(), "SELECT 1 FROM sqlite_schema LIMIT 1", nullptr, nullptr, nullptr);
    if (code != SQLITE_OK) return code;
    return sqlite3_wal_checkpoint_v2(db_.get(), nullptr, SQLITE_CHECKPOINT_PASSIVE, nullptr,
                                     nullptr);
}

void Database::fold_log_on_close(bool fold) {
    sqlite3_db_config(db_.get(), SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, fold ? 0 : 1, nullptr);
}

}  // namespace onsale::embedded
