#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>

#include "adapter/redis/client/client.hpp"
#include "adapter/redis/store/code_verifier.hpp"
#include "adapter/redis/store/store_message.hpp"

namespace onsale::redis {

struct RemoteStoreConfig {
    // Unique id of this object: process, start and loop.
    std::string node;
    std::chrono::milliseconds timeout{2000};
    std::size_t waiting_max = 4096;  // Maximum number of callers that wait for an answer.
};

// The verifier of a process without a sale store. It asks the process that has one, through Redis.
// While that process is down, every call fails at once with kUnavailable. A request that stays
// unanswered is kOutcomeUnknown.
// Thread safety: none; used only on its client's loop.
class RemoteStore : public CodeVerifier {
  public:
    RemoteStore(const Client& client, RemoteStoreConfig config);
    ~RemoteStore() override;
    RemoteStore(const RemoteStore&) = delete;
    RemoteStore& operator=(const RemoteStore&) = delete;

    boost::asio::awaitable<Result<std::string, waiting_room::EnterError>> prove(
        waiting_room::command::Enter enter) override;
    boost::asio::awaitable<waiting_room::EligibilityOutcome> check(
        waiting_room::command::CheckEligibility check) override;
    boost::asio::awaitable<bool> bar(waiting_room::EventId event, GuestId guest) override;

  private:
    class Inside;
    std::shared_ptr<Inside> inside_;
};

}  // namespace onsale::redis
