#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace onsale::test {

// Records the commands that clients send to a redis-server, with MONITOR.
class RedisMonitor {
  public:
    explicit RedisMonitor(std::uint16_t port);
    ~RedisMonitor();
    RedisMonitor(const RedisMonitor&) = delete;
    RedisMonitor& operator=(const RedisMonitor&) = delete;

    // The commands so far, without those that scripts call. Each is its words.
    std::vector<std::vector<std::string>> commands();

  private:
    int socket_;
    std::string text_;
};

}  // namespace onsale::test
