#pragma once

#include <chrono>
#include <cstdint>
#include <memory>

#include "adapter/redis/client/client.hpp"
#include "adapter/redis/store/code_verifier.hpp"
#include "adapter/redis/store/store_message.hpp"

namespace onsale::redis {

struct StoreServerConfig {
    std::chrono::milliseconds beat{1000};
    // After this time without a beat the store counts as closed.
    std::chrono::milliseconds open{3000};
    std::chrono::milliseconds answer{10000};  // How long an answer is kept for its requester.
    std::chrono::milliseconds timeout{1000};  // For each call.
    // Maximum number of requests in progress. More wait in Redis.
    std::size_t under_way_max = 1024;
};

// Answers requests of other processes to the code verifier. Runs in the process that has the
// sale store.
// REQUIRES: the verifier outlives the loop's run.
// Thread safety: none; used only on its client's loop.
class StoreServer {
  public:
    StoreServer(const Client& client, CodeVerifier& verifier, StoreServerConfig config);
    ~StoreServer();
    StoreServer(const StoreServer&) = delete;
    StoreServer& operator=(const StoreServer&) = delete;

  private:
    class Inside;
    std::shared_ptr<Inside> inside_;
};

}  // namespace onsale::redis
