#include "tests/support/server/server_process.hpp"

#include <csignal>
#include <random>
#include <stdexcept>

#include <fcntl.h>
#include <grp.h>
#include <netinet/in.h>
#include <poll.h>
#include <pwd.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

namespace onsale::test {
namespace {

bool is_free(std::uint16_t port) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    const int handle = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    const bool is_bound =
        ::bind(handle, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0;
    ::close(handle);
    return is_bound;
}

// What the new process needs, looked up before the fork.
struct Birth {
    char* const* words;
    const char* log_file;
    const passwd* user;
    int signal_at_death;
    pid_t parent;
};

// Runs between fork and exec, so it calls only functions that are safe there. A change of the user
// clears the signal, so that comes after it.
[[noreturn]] void become(const Birth& birth) {
    if (birth.user != nullptr &&
        (::setgroups(0, nullptr) != 0 || ::setgid(birth.user->pw_gid) != 0 ||
         ::setuid(birth.user->pw_uid) != 0))
        ::_exit(1);
    ::prctl(PR_SET_PDEATHSIG, birth.signal_at_death);
    if (::getppid() != birth.parent) ::_exit(1);
    const int nowhere = ::open("/dev/null", O_RDWR | O_CLOEXEC);
    const int log = ::open(birth.log_file, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    ::dup2(nowhere, 0);
    ::dup2(log < 0 ? nowhere : log, 1);
    ::dup2(log < 0 ? nowhere : log, 2);
    ::execvp(birth.words[0], birth.words);
    ::_exit(1);
}

const passwd* user_of(const std::string& name) {
    if (name.empty() || ::geteuid() != 0) return nullptr;
    const passwd* const user = ::getpwnam(name.c_str());
    if (user == nullptr) throw std::runtime_error{"there is no user " + name};
    return user;
}

}  // namespace

std::uint16_t free_port(std::uint16_t second_offset) {
    static std::mt19937 engine{std::random_device{}()};
    std::uniform_int_distribution<std::uint16_t> any{11000, 21999};
    for (int tries = 0; tries < 1000; ++tries) {
        const std::uint16_t port = any(engine);
        if (is_free(port) && is_free(static_cast<std::uint16_t>(port + second_offset))) return port;
    }
    throw std::runtime_error{"no free port"};
}

bool comes_true(const std::function<bool()>& question, std::chrono::milliseconds within) {
    constexpr int kBetweenMs = 5;
    const auto deadline = std::chrono::steady_clock::now() + within;
    while (!question()) {
        if (std::chrono::steady_clock::now() >= deadline) return false;
        ::poll(nullptr, 0, kBetweenMs);
    }
    return true;
}

pid_t start_process(std::vector<std::string> words, ProcessOptions options) {
    std::vector<char*> pointers;
    for (std::string& word : words)
        pointers.push_back(word.data());
    pointers.push_back(nullptr);
    const std::string log = options.log_file.empty() ? "/dev/null" : options.log_file;
    const Birth birth{pointers.data(), log.c_str(), user_of(options.user), options.signal_at_death,
                      ::getpid()};
    const pid_t child = ::fork();
    if (child == 0) become(birth);
    if (child < 0) throw std::runtime_error{"cannot start " + words[0]};
    return child;
}

void run_process(std::vector<std::string> words, ProcessOptions options) {
    const std::string name = words[0];
    const std::string log = options.log_file;
    const pid_t child = start_process(std::move(words), std::move(options));
    int status = 0;
    ::waitpid(child, &status, 0);
    if (status != 0) throw std::runtime_error{name + " failed; see " + log};
}

}  // namespace onsale::test
