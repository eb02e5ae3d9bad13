#pragma once

#include <string>

#include <sqlite3.h>

namespace onsale::test {

// A SQLite connection with RAII, for tests that check result codes.
class Database {
  public:
    Database(const char* vfs_name, const char* path) {
        constexpr int kFlags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_EXRESCODE;
        open_code_ = sqlite3_open_v2(path, &db_, kFlags, vfs_name);
    }
    ~Database() { sqlite3_close_v2(db_); }
    Database(const Database&) = delete;
    Database& operator=(const Database&) = delete;

    sqlite3* get() { return db_; }
    int open_code() const { return open_code_; }
    int run(const std::string& sql) {
        return sqlite3_exec(db_, sql.c_str(), nullptr, nullptr, nullptr);
    }
    // Returns the columns of all rows, each followed by a comma, or the error message.
    std::string ask(const std::string& sql) {
        std::string answer;
        const int code = sqlite3_exec(db_, sql.c_str(), append_row, &answer, nullptr);
        return code == SQLITE_OK ? answer : sqlite3_errmsg(db_);
    }

  private:
    static int append_row(void* answer, int columns, char** values, char** /*names*/) {
        for (int column = 0; column < columns; ++column) {
            const char* value = values[column];
            *static_cast<std::string*>(answer) += std::string{value ? value : "null"} + ",";
        }
        return 0;
    }

    sqlite3* db_ = nullptr;
    int open_code_;
};

}  // namespace onsale::test
