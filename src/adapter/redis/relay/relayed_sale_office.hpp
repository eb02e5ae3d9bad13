#pragma once

#include <chrono>
#include <cstdint>
#include <optional>

#include "adapter/redis/hall/sale_feed.hpp"
#include "adapter/redis/relay/hall_relay.hpp"
#include "sale/domain/view/sale_view.hpp"
#include "sale/port/sale_office.hpp"

namespace onsale::redis {

// The office of the sale store's process: decided and kept by the store, and answered when Redis
// and the own view know it, too, or after a while without an answer of Redis: the store has it, and
// Redis will be told. Holds are in Redis: what concerns them is asked of the view.
class RelayedSaleOffice : public sale::SaleOffice {
  public:
    // REQUIRES: on the relay's loop; when a call of the store's office resumes, the relay has been
    // told of its facts.
    struct Parts {
        sale::SaleOffice& store;
        HallRelay& relay;
        SaleFeed& feed;
        const sale::SaleView& view;
    };
    RelayedSaleOffice(Parts parts, std::chrono::milliseconds timeout)
        : parts_(parts), timeout_(timeout) {}

    Outcome open_hall(sale::command::OpenHall open) override;
    Outcome set_hall_rules(sale::command::SetHallRules set) override;
    Outcome block(sale::command::BlockSeats block) override;
    Outcome unblock(sale::command::UnblockSeats unblock) override;
    Outcome release_returned(sale::command::ReleaseReturned release) override;
    Outcome set_terms(sale::command::SetTerms set) override;
    Outcome set_settings(sale::command::SetSettings set) override;
    Outcome set_levers(sale::command::SetLevers set) override;
    Outcome set_brake(sale::command::SetBrake set) override;

  private:
    // Without a count the store's own is right.
    Outcome follow(waiting_room::EventId event, Outcome decided,
                   std::optional<std::uint32_t> count = {});
    // Those of the seats that somebody holds.
    seat::Seats held(const sale::command::BlockSeats& block) const;

    Parts parts_;
    std::chrono::milliseconds timeout_;
};

}  // namespace onsale::redis
