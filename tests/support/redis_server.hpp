#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include <sys/types.h>

#include "adapter/redis/protocol/reply.hpp"
#include "tests/support/server/server_process.hpp"

namespace onsale::test {

// A free port whose cluster bus port (10,000 above it) is also free.
std::uint16_t free_redis_port();

// A real redis-server on a loopback port, with its files in a temporary folder. The destructor
// stops it. The kernel kills it if the process that started it dies.
class RedisServer {
  public:
    // `arguments` are added to the command line, for example {"--requirepass", "secret"}. Without
    // arguments the server stores nothing on disk.
    explicit RedisServer(std::vector<std::string> arguments = {}, std::string password = {});
    ~RedisServer();
    RedisServer(const RedisServer&) = delete;
    RedisServer& operator=(const RedisServer&) = delete;

    std::uint16_t port() const { return port_; }
    const std::filesystem::path& folder() const { return folder_; }

    // Sends one command on a new connection and blocks. Throws if there is no answer within
    // seconds.
    redis::Reply command(const std::vector<std::string>& words) const;
    // The value of a field of INFO, for example "master_link_status".
    std::string info(const std::string& field) const;

    void kill();    // Sends SIGKILL and waits for the end.
    void pause();   // SIGSTOP: connections stay open without answers.
    void resume();  // SIGCONT
    void start();   // Starts it again on the same port, after kill().

  private:
    bool try_start();
    bool is_running();

    std::vector<std::string> arguments_;
    std::string password_;
    std::filesystem::path folder_;
    std::uint16_t port_ = 0;
    pid_t pid_ = -1;
};

}  // namespace onsale::test
