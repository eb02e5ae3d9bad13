#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include <sys/types.h>

namespace onsale::test {

struct PostgresOptions {
    std::vector<std::string> settings{};  // Lines of postgresql.conf: "max_connections = 5".
    // First lines of pg_hba.conf. Without a line everybody is let in without a password.
    std::vector<std::string> access{};
};

// A real PostgreSQL 15 on a loopback port, with its files in a temporary folder. It does not sync
// its files. The destructor stops it. It also stops if the process that started it dies. Runs as
// the user postgres if the test runs as root.
class PostgresServer {
  public:
    explicit PostgresServer(PostgresOptions options);
    // A standby that streams from the primary under this application_name.
    PostgresServer(const PostgresServer& primary, const std::string& name);
    ~PostgresServer();
    PostgresServer(const PostgresServer&) = delete;
    PostgresServer& operator=(const PostgresServer&) = delete;

    std::uint16_t port() const { return port_; }
    // May be written by the server, so keys and certificates for it have their place here.
    const std::filesystem::path& folder() const { return folder_; }
    // Gives a file in the folder to the user of the server, for nobody else to read.
    void own(const std::filesystem::path& file) const;

    // Runs SQL as the superuser on a new connection, and blocks. Returns the first cell of the last
    // result. Throws on an error.
    std::string sql(const std::string& text, const std::string& database = "postgres") const;
    // ALTER SYSTEM, in force when this returns.
    void set(const std::string& name, const std::string& value) const;

    void kill();   // Sends SIGKILL and waits for the end.
    void start();  // Starts it again on the same port, after kill().
    void promote() const;

  private:
    explicit PostgresServer(std::filesystem::path folder);
    bool try_start();
    bool is_running();
    void start_somewhere();
    void write_settings(const std::vector<std::string>& lines) const;

    std::filesystem::path folder_;
    std::filesystem::path data_;
    std::uint16_t port_ = 0;
    pid_t pid_ = -1;
};

}  // namespace onsale::test
