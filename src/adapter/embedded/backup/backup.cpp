#include "adapter/embedded/backup/backup.hpp"

#include <algorithm>
#include <array>
#include <fstream>
#include <iterator>
#include <sstream>
#include <stdexcept>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "adapter/embedded/audit/audit_log.hpp"
#include "adapter/embedded/journal/data_folder.hpp"
#include "adapter/embedded/journal/high_water.hpp"
#include "adapter/embedded/journal/journal.hpp"
#include "adapter/embedded/journal/snapshot.hpp"
#include "adapter/embedded/outbox/outbox_check.hpp"
#include "sale/domain/fact_bytes.hpp"

namespace onsale::embedded {
namespace {

namespace fs = std::filesystem;

// The files beside the journal that a folder requires. Demo Pay's payments are copied after the
// journal, because a provider must know everything that a journal has asked of it. A record that is
// being written at that moment is incomplete and is cut off.
constexpr std::array<const char*, 6> kSecrets = {"keys",      "owner.key",    "complete.key",
                                                 "audit.key", "demo-pay.key", "demo-pay.log"};

std::string read_file(const fs::path& path) {
    std::ifstream in{path, std::ios::binary};
    return {std::istreambuf_iterator<char>{in}, {}};
}

void write_private_file(const fs::path& path, std::string_view bytes) {
    const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    const bool written =
        file >= 0 &&
        ::write(file, bytes.data(), bytes.size()) == static_cast<ssize_t>(bytes.size()) &&
        ::fsync(file) == 0;
    if (file >= 0) ::close(file);
    if (!written) throw std::runtime_error{"cannot write " + path.string()};
}

Storage folder_of(const fs::path& file) {
    return {file.has_parent_path() ? file.parent_path().string() : ".", ""};
}

void add_secrets(const Storage& storage, const fs::path& file) {
    Database copy{folder_of(file), file.filename().string(), Database::Mode::kReadWrite};
    copy.execute("CREATE TABLE secret(name TEXT PRIMARY KEY, content BLOB) WITHOUT ROWID");
    auto insert = copy.prepare("INSERT INTO secret VALUES(?1, ?2)");
    for (const char* const name : kSecrets) {
        const fs::path path = storage.path(name);
        if (!fs::exists(path)) continue;
        const std::string content = read_file(path);
        insert.bind_text(1, name).bind_bytes(2, content);
        insert.step();
        insert.reset();
    }
}

// Posters and pictures of halls: an index of "owner name" lines, and the files it lists. The index
// is read first: a file added later is not listed yet, and the content of a name never changes.
constexpr const char* kImagesFolder = "images";
constexpr const char* kImagesIndex = "index";

void add_images(const Storage& storage, const fs::path& file) {
    const fs::path folder = storage.path(kImagesFolder);
    const std::string index = read_file(folder / kImagesIndex);
    Database copy{folder_of(file), file.filename().string(), Database::Mode::kReadWrite};
    copy.execute("CREATE TABLE image(name TEXT PRIMARY KEY, content BLOB) WITHOUT ROWID");
    auto insert = copy.prepare("INSERT OR REPLACE INTO image VALUES(?1, ?2)");
    const auto add = [&](const std::string& name, const std::string& content) {
        insert.bind_text(1, name).bind_bytes(2, content);
        insert.step();
        insert.reset();
    };
    if (!index.empty()) add(kImagesIndex, index);
    std::istringstream lines{index};
    std::string owner;
    std::string name;
    while (lines >> owner >> name)
        if (name.find('/') == name.npos && fs::is_regular_file(folder / name))
            add(name, read_file(folder / name));
}

bool has_table(Database& backup, std::string_view name) {
    auto table = backup.prepare("SELECT 1 FROM sqlite_schema WHERE name = ?1");
    table.bind_text(1, name);
    return table.step();
}

// Backups of older versions have no images.
void unpack_images(Database& backup, const Storage& target) {
    if (!has_table(backup, "image")) return;
    auto images = backup.prepare("SELECT name, content FROM image");
    const fs::path folder = target.path(kImagesFolder);
    while (images.step()) {
        fs::create_directories(folder);
        const std::string name{images.bytes(0)};
        if (name.find('/') != name.npos) throw std::runtime_error{"not a picture's name: " + name};
        write_private_file(folder / name, images.bytes(1));
    }
}

// The audit log is a separate database; a backup stores it as one more table.
void attach(Database& database, const std::string& path) {
    auto statement = database.prepare("ATTACH ?1 AS other");
    statement.bind_text(1, path);
    statement.step();
}

void add_audit(const Storage& storage, const fs::path& file) {
    if (!fs::exists(storage.path(kAuditFile))) return;
    Database copy{folder_of(file), file.filename().string(), Database::Mode::kReadWrite};
    attach(copy, storage.path(kAuditFile));
    copy.execute("CREATE TABLE audit AS SELECT * FROM other.audit; DETACH other");
}

// Backups of older versions have no audit log.
void unpack_audit(Database& backup, const fs::path& file, const Storage& target) {
    if (!has_table(backup, "audit")) return;
    {
        const AuditLog made{target, {}};
    }
    Database audit{target, kAuditFile, Database::Mode::kReadWrite};
    attach(audit, file.native());
    audit.execute("INSERT INTO main.audit SELECT * FROM other.audit ORDER BY seq; DETACH other");
}

// A log, mark or snapshot of another journal would be mistaken for this one's.
void require_empty(const fs::path& folder) {
    for (const auto& entry : fs::directory_iterator{folder})
        if (entry.path().filename() != kLockFile)
            throw std::runtime_error{folder.string() + " is not empty (" +
                                     entry.path().filename().string() +
                                     "); restore into an empty folder (--data DIR)"};
}

void unpack(const fs::path& file, const Storage& target) {
    Database backup{folder_of(file), file.filename().string(), Database::Mode::kReadOnly};
    auto secrets = backup.prepare("SELECT name, content FROM secret");
    while (secrets.step()) {
        const std::string name{secrets.bytes(0)};
        if (std::ranges::find(kSecrets, name) == kSecrets.end())
            throw std::runtime_error{"the backup holds an unknown file: " + name};
        write_private_file(target.path(name), secrets.bytes(1));
    }
    if (!fs::exists(target.path("keys"))) throw std::runtime_error{"the backup holds no keys"};
    unpack_audit(backup, file, target);
    unpack_images(backup, target);
    auto copy = backup.prepare("VACUUM INTO ?1");
    const std::string database = target.path(kDatabaseFile);
    copy.bind_text(1, database);
    copy.step();
    Database journal{target, kDatabaseFile, Database::Mode::kReadWrite};
    journal.execute("DROP TABLE IF EXISTS audit; DROP TABLE IF EXISTS image");
    journal.execute("DROP TABLE secret; INSERT OR REPLACE INTO meta VALUES('restored', 1); VACUUM");
}

void replay(const JournalRow& row, sale::State& state, OutboxCheck& outbox, JournalReport& report) {
    sale::Facts facts;
    if (!sale::load(row.facts, facts))
        throw BadJournal{"journal row " + std::to_string(row.seq) + " cannot be read"};
    for (const auto& fact : facts) {
        state.evolve(fact, row.stamp.now);
        outbox.told(state, fact, row.stamp.now);
    }
    outbox.end_of_row(row.seq);
    ++report.rows;
    report.facts += facts.size();
}

std::string state_of(const sale::State& state) {
    std::string bytes;
    ByteWriter out{bytes};
    state.save(out);
    return bytes;
}

void copy_folder(const Storage& storage, const fs::path& unfinished) {
    // Created first, so that nobody else can read it from its first byte on.
    write_private_file(unfinished, "");
    Database database{storage, kDatabaseFile, Database::Mode::kReadOnly};
    auto copy = database.prepare("VACUUM INTO ?1");
    copy.bind_text(1, unfinished.native());
    copy.step();
    add_secrets(storage, unfinished);
    add_audit(storage, unfinished);
    add_images(storage, unfinished);
    const int synced = ::open(unfinished.c_str(), O_RDONLY | O_CLOEXEC);
    const bool safe = synced >= 0 && ::fsync(synced) == 0;
    if (synced >= 0) ::close(synced);
    if (!safe) throw std::runtime_error{"cannot sync " + unfinished.string()};
}

// SQLite's messages about a foreign or damaged file do not tell an operator what to do.
[[noreturn]] void refuse_backup(const fs::path& file, const SqliteError& error) {
    const int code = error.code() & 0xFF;
    if (code == SQLITE_NOTADB || code == SQLITE_CORRUPT || code == SQLITE_ERROR)
        throw std::runtime_error{file.string() +
                                 " is no backup of Onsale, or it is damaged; nothing was restored: "
                                 "choose another backup"};
    throw error;
}

}  // namespace

void make_backup(const Storage& storage, const fs::path& file) {
    if (fs::exists(file)) throw std::runtime_error{file.string() + " exists already"};
    const fs::path unfinished = file.string() + ".unfinished";
    fs::remove(unfinished);
    std::error_code ignored;
    try {
        copy_folder(storage, unfinished);
        fs::rename(unfinished, file);
    } catch (const SqliteError& error) {
        fs::remove(unfinished, ignored);
        if ((error.code() & 0xFF) != SQLITE_FULL) throw;
        throw std::runtime_error{"the disk of " + file.string() +
                                 " is full: free some space there, or name another place"};
    } catch (...) {
        fs::remove(unfinished, ignored);
        throw;
    }
}

void restore_backup(const fs::path& file, const fs::path& folder) {
    if (!fs::exists(file)) throw std::runtime_error{"there is no file " + file.string()};
    require_empty(folder);
    try {
        unpack(file, {folder.string(), ""});
    } catch (const SqliteError& error) {
        discard_restored(folder);
        refuse_backup(file, error);
    } catch (...) {
        discard_restored(folder);
        throw;
    }
}

void discard_restored(const fs::path& folder) {
    for (const auto& entry : fs::directory_iterator{folder})
        if (entry.path().filename() != kLockFile) fs::remove_all(entry.path());
}

JournalReport restore_verified(const fs::path& file, const fs::path& folder) {
    restore_backup(file, folder);
    try {
        return verify_journal({folder.string(), ""});
    } catch (...) {
        discard_restored(folder);
        throw;
    }
}

JournalReport verify_journal(const Storage& storage) {
    JournalReport report;
    const auto snapshot = check_snapshots(storage, report.notices);
    Journal journal{storage};
    const HighWater high_water{storage, PlainFile::Mode::kRead};
    sale::State state;
    OutboxCheck outbox{journal.database()};
    journal.read([&](const JournalRow& row) {
        replay(row, state, outbox, report);
        if (!snapshot || snapshot->is_older_version || row.seq != snapshot->seq) return;
        if (state_of(state) != state_of(*snapshot->state))
            throw BadJournal{"the snapshot at row " + std::to_string(row.seq) +
                             " differs from the journal; remove snapshot-a and snapshot-b"};
        report.snapshot_seq = row.seq;
    });
    outbox.end();
    report.messages = outbox.messages();
    if (high_water.found()) journal.require_row(high_water.found()->seq);
    if (snapshot) require_not_beyond(*snapshot, journal);
    if (snapshot && snapshot->is_older_version)
        report.notices.push_back(
            {snapshot->file, "is of an older version", "it was not compared with the journal"});
    if (high_water.unreadable() && journal.last_seq() > 0)
        report.notices.push_back(unreadable_mark());
    for (const auto& [event, line] : state.room()) {
        ++report.events;
        report.places += line->book().keeping_count();
    }
    return report;
}

}  // namespace onsale::embedded
