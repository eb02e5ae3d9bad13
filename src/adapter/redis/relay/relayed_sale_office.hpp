#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <utility>

#include "adapter/redis/hall/sale_feed.hpp"
#include "adapter/redis/relay/hall_relay.hpp"
#include "sale/domain/view/sale_view.hpp"
#include "sale/port/sale_office.hpp"

namespace onsale::redis {

// The office of the process with the sale store. The store decides and records. The caller is
// answered when Redis and our own view have the change, or after a timeout: the store has it, and
// Redis will get it later. Holds are in Redis, so what concerns them is read from the view.
class RelayedSaleOffice : public Handles<RelayedSaleOffice, sale::SaleOffice> {
  public:
    using Outcome = boost::asio::awaitable<sale::OfficeOutcome>;

    // REQUIRES: used on the relay's loop; when a call of the store's office resumes, the relay has
    // received its facts.
    struct Deps {
        sale::SaleOffice& store;
        HallRelay& relay;
        SaleFeed& feed;
        const sale::SaleView& view;
    };
    RelayedSaleOffice(Deps deps, std::chrono::milliseconds timeout)
        : deps_(deps), timeout_(timeout) {}

    using Handles::call;
    Outcome call(sale::command::BlockSeats block) override;
    Outcome call(sale::command::SetLevers set) override;
    template <class Command>
    Call<Command> handle(Command command) {
        const waiting_room::EventId event = command.event;
        return follow(event, deps_.store.call(std::move(command)));
    }

  private:
    // Without `count` the store's own count is used.
    Outcome follow(waiting_room::EventId event, Outcome decided,
                   std::optional<std::uint32_t> count = {});
    // The seats among them that are held or being paid.
    seat::Seats held(const sale::command::BlockSeats& block) const;

    Deps deps_;
    std::chrono::milliseconds timeout_;
};

}  // namespace onsale::redis
