#include "tests/differential/redis_process.hpp"

#include <array>
#include <csignal>
#include <cstdlib>
#include <stdexcept>

#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace onsale::differential {
namespace {

std::filesystem::path make_folder() {
    std::string pattern = std::filesystem::temp_directory_path() / "onsale-redis-XXXXXX";
    if (mkdtemp(pattern.data()) == nullptr) throw std::runtime_error{"no temporary folder"};
    return pattern;
}

[[noreturn]] void become_server(const std::filesystem::path& folder, int log) {
    // The server is killed if the test process dies.
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    dup2(log, STDOUT_FILENO);
    const std::string socket = folder / "socket";
    execlp("redis-server", "redis-server", "--port", "0", "--unixsocket", socket.c_str(), "--dir",
           folder.c_str(), "--save", "", "--appendonly", "no", nullptr);
    _exit(127);
}

// Waits for the ready message in the server's log. Returns false if the log ends without it.
bool comes_up(int log) {
    std::string text;
    std::array<char, 4096> buffer{};
    while (text.find("eady to accept connections") == text.npos) {
        const ssize_t got = read(log, buffer.data(), buffer.size());
        if (got <= 0) return false;
        text.append(buffer.data(), static_cast<std::size_t>(got));
    }
    return true;
}

}  // namespace

RedisProcess::RedisProcess() : folder_(make_folder()) {
    std::array<int, 2> log{};
    if (pipe(log.data()) != 0) throw std::runtime_error{"no pipe"};
    pid_ = fork();
    if (pid_ == 0) become_server(folder_, log[1]);
    close(log[1]);
    const bool ready = pid_ > 0 && comes_up(log[0]);
    close(log[0]);
    if (!ready) throw std::runtime_error{"redis-server does not start; install redis-server"};
}

RedisProcess::~RedisProcess() {
    if (pid_ > 0) {
        kill(pid_, SIGKILL);
        waitpid(pid_, nullptr, 0);
    }
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
}

}  // namespace onsale::differential
