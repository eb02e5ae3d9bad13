#pragma once

#include <chrono>
#include <cstdint>
#include <memory>

#include "adapter/redis/client/client.hpp"
#include "adapter/redis/desk/code_verifier.hpp"
#include "adapter/redis/desk/desk_message.hpp"

namespace onsale::redis {

struct DeskServerConfig {
    std::chrono::milliseconds beat{1000};
    std::chrono::milliseconds open{3000};     // Without a beat for so long it is closed.
    std::chrono::milliseconds answer{10000};  // How long an answer waits to be fetched.
    std::chrono::milliseconds timeout{1000};  // Of each call.
    std::size_t under_way_max = 1024;         // Beyond, requests wait in Redis.
};

// Since the start.
struct DeskFigures {
    std::uint64_t answered = 0;
    std::uint64_t unreadable = 0;
    std::uint64_t failures = 0;  // Reads or answers that did not come through.
};

// Answers, in the process of the sale store, what other processes ask of its desk.
// REQUIRES: the desk lives as long as the loop runs.
// Thread safety: none; on its client's loop.
class DeskServer {
  public:
    DeskServer(const Client& client, EligibilityDesk& desk, DeskServerConfig config);
    ~DeskServer();
    DeskServer(const DeskServer&) = delete;
    DeskServer& operator=(const DeskServer&) = delete;

    DeskFigures figures() const;

  private:
    class Inside;
    std::shared_ptr<Inside> inside_;
};

}  // namespace onsale::redis
