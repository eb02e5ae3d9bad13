#include "tests/support/redis_server.hpp"

#include <csignal>
#include <stdexcept>
#include <utility>

#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "adapter/redis/protocol/command.hpp"
#include "adapter/redis/protocol/reply_parser.hpp"

namespace onsale::test {
namespace {

constexpr std::uint16_t kBusDistance = 10000;  // Offset of the cluster bus port, fixed by Redis.
constexpr std::chrono::seconds kStartWithin{10};

sockaddr_in loopback(std::uint16_t port) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    return address;
}

// A socket with RAII.
class Socket {
  public:
    Socket() : handle_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {}
    ~Socket() { ::close(handle_); }
    Socket(const Socket&) = delete;
    Socket& operator=(const Socket&) = delete;

    bool connect(std::uint16_t port) const {
        const timeval limit{.tv_sec = 5, .tv_usec = 0};
        ::setsockopt(handle_, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
        const auto address = loopback(port);
        return ::connect(handle_, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0;
    }
    bool send(const std::string& bytes) const {
        return ::send(handle_, bytes.data(), bytes.size(), MSG_NOSIGNAL) ==
               static_cast<ssize_t>(bytes.size());
    }
    std::string_view receive() {
        const ssize_t size = ::recv(handle_, buffer_, sizeof buffer_, 0);
        return {buffer_, size > 0 ? static_cast<std::size_t>(size) : 0};
    }

  private:
    int handle_;
    char buffer_[16384];
};

redis::Reply next_reply(Socket& socket, redis::ReplyParser& parser) {
    for (;;) {
        auto reply = parser.next();
        if (!reply) throw std::runtime_error{reply.error()};
        if (*reply) return std::move(**reply);
        const std::string_view bytes = socket.receive();
        if (bytes.empty()) throw std::runtime_error{"redis-server does not answer"};
        parser.feed(bytes);
    }
}

std::filesystem::path make_folder() {
    std::string pattern = std::filesystem::temp_directory_path() / "onsale-redis-XXXXXX";
    if (::mkdtemp(pattern.data()) == nullptr) throw std::runtime_error{"no temporary folder"};
    return pattern;
}

}  // namespace

std::uint16_t free_redis_port() {
    return free_port(kBusDistance);
}

RedisServer::RedisServer(std::vector<std::string> arguments, std::string password)
    : arguments_(std::move(arguments)), password_(std::move(password)), folder_(make_folder()) {
    // Another process may take the port between our check and the bind of the server.
    for (int tries = 0; tries < 5; ++tries) {
        port_ = free_redis_port();
        if (try_start()) return;
    }
    throw std::runtime_error{"redis-server does not start; see " + (folder_ / "log").string()};
}

RedisServer::~RedisServer() {
    kill();
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
}

void RedisServer::start() {
    if (!try_start()) throw std::runtime_error{"redis-server does not start again"};
}

bool RedisServer::try_start() {
    std::vector<std::string> words = {"redis-server", "--port",     std::to_string(port_),
                                      "--bind",       "127.0.0.1",  "--dir",
                                      folder_,        "--logfile",  "log",
                                      "--save",       "",           "--appendonly",
                                      "no",           "--loglevel", "notice"};
    words.insert(words.end(), arguments_.begin(), arguments_.end());
    pid_ = start_process(std::move(words));
    const auto answers = [this] {
        try {
            return !is_running() || command({"PING"}).text == "PONG";
        } catch (const std::runtime_error&) {
            return false;
        }
    };
    const bool in_time = comes_true(answers, kStartWithin);
    if (in_time && is_running()) return true;
    kill();
    return false;
}

bool RedisServer::is_running() {
    if (pid_ > 0 && ::waitpid(pid_, nullptr, WNOHANG) == pid_) pid_ = -1;
    return pid_ > 0;
}

redis::Reply RedisServer::command(const std::vector<std::string>& words) const {
    Socket socket;
    if (!socket.connect(port_)) throw std::runtime_error{"redis-server does not listen"};
    redis::ReplyParser parser;
    if (!password_.empty()) {
        socket.send(redis::Command{"AUTH", {password_}}.encode());
        (void)next_reply(socket, parser);
    }
    socket.send(redis::Command{words.at(0), std::span{words}.subspan(1)}.encode());
    return next_reply(socket, parser);
}

std::string RedisServer::info(const std::string& field) const {
    const std::string text = command({"INFO"}).text;
    const auto at = text.find("\n" + field + ":");
    if (at == text.npos) return {};
    const auto begin = at + field.size() + 2;
    return text.substr(begin, text.find('\r', begin) - begin);
}

void RedisServer::kill() {
    if (pid_ <= 0) return;
    ::kill(pid_, SIGKILL);
    ::waitpid(pid_, nullptr, 0);
    pid_ = -1;
}

void RedisServer::pause() {
    ::kill(pid_, SIGSTOP);
}

void RedisServer::resume() {
    ::kill(pid_, SIGCONT);
}

}  // namespace onsale::test
