#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <sys/types.h>

#include "adapter/redis/protocol/reply.hpp"

namespace onsale::test {

// A port that nobody listens on, with another 10,000 above it for the bus of a cluster's node.
std::uint16_t free_redis_port();

// Asks again every few milliseconds. False: it did not come true in time.
bool comes_true(const std::function<bool()>& question, std::chrono::milliseconds within);

// A real redis-server on a loopback port, with its files in a temporary folder. It dies with this
// object, and by the kernel's hand with the process that started it.
class RedisServer {
  public:
    // More arguments for the command line, such as {"--requirepass", "secret"}. Without any it
    // keeps nothing on disk.
    explicit RedisServer(std::vector<std::string> arguments = {}, std::string password = {});
    ~RedisServer();
    RedisServer(const RedisServer&) = delete;
    RedisServer& operator=(const RedisServer&) = delete;

    std::uint16_t port() const { return port_; }
    const std::filesystem::path& folder() const { return folder_; }

    // One command by a connection of its own, blocking; throws if there is no answer within
    // seconds.
    redis::Reply command(const std::vector<std::string>& words) const;
    // A line of INFO, such as "master_link_status".
    std::string info(const std::string& field) const;

    void kill();    // With -9, and waits for the end.
    void pause();   // SIGSTOP: it holds its connections and says nothing.
    void resume();  // SIGCONT
    void start();   // Again, on the same port, after kill.

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
