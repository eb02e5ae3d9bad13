#pragma once

#include "adapter/postgres/event/event_calendar.hpp"
#include "tests/contract/postgres/guest_side.hpp"

namespace onsale::contract {

// Brings what the store has decided to the side of the guests, from its tables alone: rows of facts
// in their order, the entries of lists and bars that came with them, and blocked seats.
class StoreNews {
  public:
    StoreNews(postgres::EventStore& store, GuestSide& guests)
        : store_(store), guests_(guests), calendar_(store) {}

    // Suspends. The calendar has its turn before.
    boost::asio::awaitable<void> bring();

  private:
    boost::asio::awaitable<void> bring_rows();
    boost::asio::awaitable<void> bring_entries(postgres::EventRow row);
    boost::asio::awaitable<void> bring_blocks();
    boost::asio::awaitable<std::vector<postgres::Rows>> read(
        std::vector<postgres::Command> commands);

    postgres::EventStore& store_;
    GuestSide& guests_;
    postgres::EventCalendar calendar_;
    std::uint64_t last_change_ = 0;
};

}  // namespace onsale::contract
