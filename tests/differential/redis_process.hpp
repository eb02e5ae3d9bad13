#pragma once

#include <filesystem>
#include <string>

#include <sys/types.h>

namespace onsale::differential {

// A separate redis-server on a socket in its own folder. The destructor removes both. Throws if the
// server does not start.
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
