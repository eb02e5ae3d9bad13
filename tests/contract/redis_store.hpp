#pragma once

#include <map>
#include <set>
#include <utility>

#include "adapter/embedded/line_ports.hpp"
#include "adapter/redis/line/eligibility_desk.hpp"
#include "adapter/redis/line/line_relay.hpp"
#include "adapter/redis/line/number_desk.hpp"

namespace onsale::contract {

// Numbers by the store's journal.
class StoreNumbers : public redis::NumberDesk {
  public:
    explicit StoreNumbers(embedded::WriterPort& store) : store_(store) {}

    boost::asio::awaitable<std::optional<redis::NumberBlock>> take(waiting_room::EventId event,
                                                                   std::uint32_t count) override;

  private:
    embedded::WriterPort& store_;
};

// Asks the store's lines, which have lists and codes and no places.
class TestDesk : public redis::EligibilityDesk {
  public:
    TestDesk(const redis::LineRelay& relay, waiting_room::WaitingLines& store)
        : relay_(relay), store_(store) {}

    boost::asio::awaitable<Result<std::string, waiting_room::EnterError>> prove(
        waiting_room::command::Enter enter) override;
    boost::asio::awaitable<waiting_room::EligibilityOutcome> check(
        waiting_room::command::CheckEligibility check) override;
    boost::asio::awaitable<bool> bar(waiting_room::EventId event, GuestId guest) override;

  private:
    using Code = std::pair<waiting_room::EventId, Sha256Digest>;

    const redis::LineRelay& relay_;
    waiting_room::WaitingLines& store_;
    std::map<Code, std::set<GuestId>> spent_;
};

}  // namespace onsale::contract
