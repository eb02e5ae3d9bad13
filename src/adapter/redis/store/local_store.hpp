#pragma once

#include "adapter/redis/store/code_verifier.hpp"
#include "adapter/redis/store/number_allocator.hpp"
#include "waiting_room/port/line_store.hpp"
#include "waiting_room/port/waiting_lines.hpp"

namespace onsale::redis {

// The CodeVerifier and the NumberAllocator of the process with the sale store.
// Thread safety: one object per loop, used on that loop.
class LocalStore : public CodeVerifier, public NumberAllocator {
  public:
    struct Deps {
        waiting_room::LineStore& store;
        // The store's lines, which have lists and bars but no places.
        waiting_room::WaitingLines& lines;
    };
    explicit LocalStore(Deps deps) : deps_(deps) {}

    boost::asio::awaitable<Result<std::string, waiting_room::EnterError>> prove(
        waiting_room::command::Enter enter) override;
    boost::asio::awaitable<waiting_room::EligibilityOutcome> check(
        waiting_room::command::CheckEligibility check) override;
    boost::asio::awaitable<bool> bar(waiting_room::EventId event, GuestId guest) override;
    boost::asio::awaitable<std::optional<NumberBlock>> take(waiting_room::EventId event,
                                                            std::uint32_t count) override;

  private:
    Deps deps_;
};

}  // namespace onsale::redis
