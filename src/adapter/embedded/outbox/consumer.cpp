#include "adapter/embedded/outbox/consumer.hpp"

#include "adapter/embedded/journal/plain_file.hpp"
#include "sale/codec/message_json.hpp"

namespace onsale::embedded {
namespace {

// A power loss may undo the last commits, but never half of one. The outbox delivers them again.
constexpr const char* kPragmas =
    "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA cache_size=-1024;"
    "PRAGMA trusted_schema=OFF;";

constexpr const char* kTables =
    "CREATE TABLE position(one INTEGER PRIMARY KEY CHECK(one = 1), cursor INTEGER NOT NULL,"
    " half_built INTEGER NOT NULL);"
    "CREATE TABLE dead_letter(seq INTEGER PRIMARY KEY, journal_seq INTEGER NOT NULL,"
    " topic TEXT NOT NULL, key TEXT NOT NULL, type TEXT NOT NULL, body TEXT NOT NULL,"
    " reason TEXT NOT NULL);";

constexpr std::size_t kReasonMax = 500;

void empty(Database& database) {
    sqlite3* const db = database.handle();
    sqlite3_table_column_metadata(db, nullptr, "position", nullptr, nullptr, nullptr, nullptr,
                                  nullptr, nullptr);  // Reads the schema, even an invalid one.
    sqlite3_db_config(db, SQLITE_DBCONFIG_RESET_DATABASE, 1, nullptr);
    const int code = sqlite3_exec(db, "VACUUM", nullptr, nullptr, nullptr);
    sqlite3_db_config(db, SQLITE_DBCONFIG_RESET_DATABASE, 0, nullptr);
    if (code != SQLITE_OK) throw SqliteError{code, "the file could not be recreated"};
}

std::vector<DeadLetter> dead_letters_in(Database& database, std::size_t limit) {
    auto query = database.prepare(
        "SELECT seq, journal_seq, topic, key, type, body, reason FROM dead_letter ORDER BY seq"
        " LIMIT ?1");
    query.bind(1, static_cast<std::int64_t>(limit));
    std::vector<DeadLetter> letters;
    while (query.step())
        letters.push_back({outbox_row_in(query), std::string{query.bytes(6)}});
    return letters;
}

}  // namespace

Consumer::Consumer(const Storage& storage, std::string_view file, int version,
                   std::string_view tables)
    : existed_(PlainFile::open(storage, file, PlainFile::Mode::kRead).has_value()),
      database_(storage, file, Database::Mode::kCreate),
      version_(version),
      tables_(tables) {
    try {
        open(file);
    } catch (const SqliteError& error) {
        if (!is_unusable(error)) throw;
        replace(file, "is damaged, or no database");
    }
}

bool Consumer::is_unusable(const SqliteError& error) {
    const int primary = error.code() & 0xFF;
    return primary == SQLITE_CORRUPT || primary == SQLITE_NOTADB || primary == SQLITE_ERROR;
}

// Messages of an older version may lack what this one counts, but the journal's facts are complete.
void Consumer::replace(std::string_view file, std::string found) {
    notice_ = {std::string{file}, std::move(found), "it is made again from the journal"};
    make_tables(true);
}

void Consumer::open(std::string_view file) {
    database_.execute(kPragmas);
    auto query = database_.prepare("PRAGMA user_version");
    query.step();
    const std::int64_t found = query.integer(0);
    query.reset();
    if (found == version_) return read_position();
    if (found != 0)
        return replace(file, "is of version " + std::to_string(found) +
                                 ", this onsale writes version " + std::to_string(version_));
    if (database_.prepare("SELECT 1 FROM sqlite_schema").step())
        return replace(file, "is a database of another program");
    if (existed_) return replace(file, "is empty");
    make_tables();
}

void Consumer::make_tables(bool half_built) {
    empty(database_);
    database_.execute(kPragmas);
    database_.execute("BEGIN IMMEDIATE;" + std::string{kTables} + tables_ +
                      "INSERT INTO position VALUES(1, 0, " + (half_built ? "1" : "0") +
                      ");PRAGMA user_version=" + std::to_string(version_) + ";COMMIT");
    read_position();
    prepared_ = false;
}

void Consumer::read_position() {
    auto query = database_.prepare("SELECT cursor, half_built FROM position");
    if (!query.step()) throw SqliteError{SQLITE_CORRUPT, "a consumer's file has no position"};
    cursor_ = static_cast<std::uint64_t>(query.integer(0));
    half_built_ = query.integer(1) != 0;
}

void Consumer::write_position(std::uint64_t cursor, bool half_built) {
    auto update = database_.prepare("UPDATE position SET cursor = ?1, half_built = ?2");
    update.bind(1, static_cast<std::int64_t>(cursor)).bind(2, half_built ? 1 : 0);
    run(update);
}

void Consumer::run(Statement& statement) {
    const int code = statement.try_step();
    if (code != SQLITE_OK)
        throw SqliteError{
            code, std::string{"a consumer's file cannot be written: "} + sqlite3_errstr(code)};
}

void Consumer::in_transaction(const std::function<void()>& work) {
    if (!prepared_) prepare_statements();
    prepared_ = true;
    database_.execute("BEGIN IMMEDIATE");
    try {
        work();
        database_.execute("COMMIT");
    } catch (...) {
        // Some failures have rolled back already.
        if (sqlite3_get_autocommit(database_.handle()) == 0)
            (void)sqlite3_exec(database_.handle(), "ROLLBACK", nullptr, nullptr, nullptr);
        throw;
    }
}

void Consumer::take(const OutboxRow& row) {
    const auto message = sale::parse_message(row.body);
    if (!message) throw BadMessage{"the body cannot be read"};
    take(*message);
}

void Consumer::apply(std::span<const OutboxRow> rows) {
    if (rows.empty() || rows.back().seq <= cursor_) return;
    in_transaction([&] {
        for (const OutboxRow& row : rows)
            if (row.seq > cursor_) take(row);
        write_position(rows.back().seq, half_built_);
    });
    cursor_ = rows.back().seq;
}

void Consumer::put_aside(const OutboxRow& row, std::string_view reason) {
    if (row.seq <= cursor_) return;
    in_transaction([&] {
        auto insert =
            database_.prepare("INSERT INTO dead_letter VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7)");
        insert.bind(1, static_cast<std::int64_t>(row.seq))
            .bind(2, static_cast<std::int64_t>(row.journal_seq))
            .bind_text(3, row.topic)
            .bind_text(4, row.key)
            .bind_text(5, row.type)
            .bind_text(6, row.body)
            .bind_text(7, reason.substr(0, kReasonMax));
        run(insert);
        write_position(row.seq, half_built_);
    });
    cursor_ = row.seq;
}

std::vector<DeadLetter> Consumer::dead_letters(std::size_t limit) {
    return dead_letters_in(database_, limit);
}

void Consumer::retry(const DeadLetter& letter) {
    in_transaction([&] {
        take(letter.row);
        auto forget = database_.prepare("DELETE FROM dead_letter WHERE seq = ?1");
        forget.bind(1, static_cast<std::int64_t>(letter.row.seq));
        run(forget);
        // The letter was already retried: the effect must be rolled back.
        if (sqlite3_changes(database_.handle()) == 0) throw BadMessage{"it is no longer put aside"};
    });
}

std::uint64_t Consumer::make_durable() {
    int in_log = 0;
    int moved = 0;
    const std::uint64_t cursor = cursor_;
    const int code = sqlite3_wal_checkpoint_v2(database_.handle(), nullptr,
                                               SQLITE_CHECKPOINT_PASSIVE, &in_log, &moved);
    return code == SQLITE_OK && in_log == moved ? cursor : 0;
}

void Consumer::begin_anew() {
    make_tables();
    in_transaction([&] { write_position(0, true); });
    half_built_ = true;
}

void Consumer::finish_rebuild(std::uint64_t cursor) {
    in_transaction([&] { write_position(cursor, false); });
    cursor_ = cursor;
    half_built_ = false;
}

std::vector<DeadLetter> read_dead_letters(const Storage& storage, std::string_view file,
                                          std::size_t limit) {
    Database database{storage, file, Database::Mode::kReadOnly};
    if (!begin_reading(database)) return {};
    return dead_letters_in(database, limit);
}

bool begin_reading(Database& database) {
    database.execute("BEGIN");  // The check and the later reads see the same state.
    auto tables = database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'dead_letter'");
    return tables.step();
}

}  // namespace onsale::embedded
