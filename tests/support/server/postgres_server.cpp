#include "tests/support/server/postgres_server.hpp"

#include <csignal>
#include <fstream>
#include <memory>
#include <sstream>
#include <stdexcept>
#include <utility>

#include <libpq-fe.h>
#include <pwd.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/support/server/server_process.hpp"

namespace onsale::test {
namespace {

namespace fs = std::filesystem;

constexpr std::chrono::seconds kStartWithin{30};
const fs::path kPrograms = "/usr/lib/postgresql/15/bin";
const std::string kUser = "postgres";

std::string program(const std::string& name) {
    return kPrograms / name;
}

void give_to_server(const fs::path& path) {
    const passwd* const user = ::geteuid() == 0 ? ::getpwnam(kUser.c_str()) : nullptr;
    if (user != nullptr && ::chown(path.c_str(), user->pw_uid, user->pw_gid) != 0)
        throw std::runtime_error{"cannot give away " + path.string()};
}

fs::path make_folder() {
    std::string pattern = fs::temp_directory_path() / "onsale-postgres-XXXXXX";
    if (::mkdtemp(pattern.data()) == nullptr) throw std::runtime_error{"no temporary folder"};
    give_to_server(pattern);
    return pattern;
}

void run_tool(const fs::path& folder, std::vector<std::string> words) {
    run_process(std::move(words), {.user = kUser, .log_file = folder / "tools.log"});
}

// An empty database system, which servers copy: initdb takes a second or two.
class Template {
  public:
    Template() : folder_(make_folder()) {
        run_tool(folder_, {program("initdb"), "-D", data(), "-U", kUser, "-A", "trust", "-E",
                           "UTF8", "--no-locale", "--no-sync", "--no-instructions"});
    }
    ~Template() {
        std::error_code ignored;
        fs::remove_all(folder_, ignored);
    }
    Template(const Template&) = delete;
    Template& operator=(const Template&) = delete;

    fs::path data() const { return folder_ / "data"; }

  private:
    fs::path folder_;
};

const fs::path& template_data() {
    static const Template once;
    static const fs::path data = once.data();
    return data;
}

struct ClearResult {
    void operator()(PGresult* result) const { PQclear(result); }
};
struct FinishConnection {
    void operator()(PGconn* connection) const { PQfinish(connection); }
};

// Processes of connections outlive a killed postmaster for a moment, and would still answer.
void kill_with_children(pid_t pid) {
    ::kill(pid, SIGSTOP);
    const std::string number = std::to_string(pid);
    std::ifstream children{"/proc/" + number + "/task/" + number + "/children"};
    for (pid_t child = 0; children >> child;)
        ::kill(child, SIGKILL);
    ::kill(pid, SIGKILL);
}

std::string address(std::uint16_t port, const std::string& database = "postgres") {
    return "host=127.0.0.1 port=" + std::to_string(port) + " user=postgres dbname=" + database;
}

void prepend(const fs::path& file, const std::vector<std::string>& lines) {
    std::ostringstream rest;
    rest << std::ifstream{file}.rdbuf();
    std::ofstream out{file};
    for (const std::string& line : lines)
        out << line << "\n";
    out << rest.str();
}

}  // namespace

PostgresServer::PostgresServer(fs::path folder)
    : folder_(std::move(folder)), data_(folder_ / "data") {}

PostgresServer::PostgresServer(PostgresOptions options) : PostgresServer(make_folder()) {
    run_tool(folder_, {"cp", "-a", template_data(), data_});
    write_settings({"listen_addresses = '127.0.0.1'", "unix_socket_directories = ''",
                    "wal_level = replica", "hot_standby = on", "max_wal_senders = 5",
                    "max_connections = 50", "shared_buffers = 16MB", "fsync = off",
                    "full_page_writes = off", "log_min_messages = info"});
    write_settings(options.settings);
    prepend(data_ / "pg_hba.conf", options.access);
    start_somewhere();
}

PostgresServer::PostgresServer(const PostgresServer& primary, const std::string& name)
    : PostgresServer(make_folder()) {
    run_tool(folder_,
             {program("pg_basebackup"), "-d", address(primary.port()) + " application_name=" + name,
              "-D", data_, "-R", "-X", "stream", "-C", "-S", name, "-c", "fast", "--no-sync"});
    start_somewhere();
}

PostgresServer::~PostgresServer() {
    kill();
    std::error_code ignored;
    fs::remove_all(folder_, ignored);
}

void PostgresServer::own(const fs::path& file) const {
    fs::permissions(file, fs::perms::owner_read | fs::perms::owner_write);
    give_to_server(file);
}

void PostgresServer::write_settings(const std::vector<std::string>& lines) const {
    std::ofstream file{data_ / "postgresql.conf", std::ios::app};
    for (const std::string& line : lines)
        file << line << "\n";
}

// Another process may take the port between our check and the bind of the server.
void PostgresServer::start_somewhere() {
    for (int tries = 0; tries < 5; ++tries) {
        port_ = free_port();
        write_settings({"port = " + std::to_string(port_)});
        if (try_start()) return;
    }
    throw std::runtime_error{"postgres does not start; see " + (folder_ / "log").string()};
}

void PostgresServer::start() {
    // Processes of the killed server may hold its memory for a moment.
    if (!comes_true([this] { return try_start(); }, kStartWithin))
        throw std::runtime_error{"postgres does not start again"};
}

bool PostgresServer::try_start() {
    pid_ = start_process({program("postgres"), "-D", data_},
                         {.user = kUser, .log_file = folder_ / "log", .signal_at_death = SIGQUIT});
    const std::string where = address(port_) + " connect_timeout=2";
    const auto answers = [&] { return !is_running() || PQping(where.c_str()) == PQPING_OK; };
    const bool in_time = comes_true(answers, kStartWithin);
    if (in_time && is_running()) return true;
    kill();
    return false;
}

bool PostgresServer::is_running() {
    if (pid_ > 0 && ::waitpid(pid_, nullptr, WNOHANG) == pid_) pid_ = -1;
    return pid_ > 0;
}

std::string PostgresServer::sql(const std::string& text, const std::string& database) const {
    const std::unique_ptr<PGconn, FinishConnection> connection{
        PQconnectdb(address(port_, database).c_str())};
    PQsetNoticeReceiver(connection.get(), [](void*, const PGresult*) {}, nullptr);
    const std::unique_ptr<PGresult, ClearResult> result{PQexec(connection.get(), text.c_str())};
    const auto status = PQresultStatus(result.get());
    if (status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK)
        throw std::runtime_error{text + ": " + PQerrorMessage(connection.get())};
    return PQntuples(result.get()) > 0 ? PQgetvalue(result.get(), 0, 0) : "";
}

void PostgresServer::set(const std::string& name, const std::string& value) const {
    (void)sql("alter system set " + name + " = '" + value + "'");
    (void)sql("select pg_reload_conf()");
    // The server reads its file a moment later.
    const std::string question =
        "select setting = '" + value + "' from pg_settings where name = '" + name + "'";
    if (!comes_true([&] { return sql(question) == "t"; }, kStartWithin))
        throw std::runtime_error{name + " is not in force"};
}

void PostgresServer::kill() {
    if (pid_ <= 0) return;
    kill_with_children(pid_);
    ::waitpid(pid_, nullptr, 0);
    pid_ = -1;
}

void PostgresServer::promote() const {
    (void)sql("select pg_promote()");
}

}  // namespace onsale::test
