#pragma once

#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>

#include <sqlite3.h>

namespace onsale::embedded {

// The location of the engine's files: a folder, through a VFS (empty: the system's own).
// Simulations use their own disk through this.
struct Storage {
    std::string folder;
    std::string vfs;

    std::string path(std::string_view file) const { return folder + "/" + std::string{file}; }
};

class SqliteError : public std::runtime_error {
  public:
    SqliteError(int code, const std::string& what) : std::runtime_error(what), code_(code) {}
    int code() const { return code_; }  // Extended result code.

  private:
    int code_;
};

// A prepared statement. Every failure throws SqliteError, except in try_step().
class Statement {
  public:
    Statement(sqlite3* db, std::string_view sql);

    Statement& bind(int index, std::int64_t value);
    // Bytes and text are read during the step, and must live until then.
    Statement& bind_bytes(int index, std::string_view bytes);
    Statement& bind_text(int index, std::string_view text);
    // Returns true while there is a row.
    bool step();
    // Returns the SQLite code and resets the statement. For a write whose failure is an expected
    // outcome.
    int try_step();
    void reset();

    std::int64_t integer(int column) const;
    std::string_view bytes(int column) const;

  private:
    struct Finalize {
        void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
    };
    std::unique_ptr<sqlite3_stmt, Finalize> statement_;
};

class Database {
  public:
    enum class Mode { kReadOnly, kReadWrite, kCreate };

    Database(const Storage& storage, std::string_view file, Mode mode);

    void execute(const std::string& sql);
    Statement prepare(std::string_view sql) { return {db_.get(), sql}; }
    sqlite3* handle() { return db_.get(); }
    // Copies WAL pages into the file without waiting for other connections. Returns the SQLite
    // code.
    int checkpoint();
    // Sets whether closing moves the log into the file and removes it, which is SQLite's default.
    void fold_log_on_close(bool fold);

  private:
    struct Close {
        void operator()(sqlite3* db) const { sqlite3_close(db); }
    };
    std::unique_ptr<sqlite3, Close> db_;
};

}  // namespace onsale::embedded
