#pragma once

#include <filesystem>
#include <string>

#include <sys/types.h>

namespace onsale::differential {

// A redis-server of its own on a socket in a folder of its own; both are gone at the end.
// Throws where the server does not come up.
class RedisProcess {
  public:
    RedisProcess();
    RedisProcess(const RedisProcess&) = delete;
    RedisProcess& operator=(const RedisProcess&) = delete;
    ~RedisProcess();

    std::string socket() const { return folder_ / "socket"; }

  private:
    std::filesystem::path folder_;
    pid_t pid_ = -1;
};

}  // namespace onsale::differential
