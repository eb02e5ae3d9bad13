#pragma once

#include "adapter/embedded/port/fed_views.hpp"
#include "adapter/embedded/port/ports.hpp"
#include "adapter/server/loop/loop_ports.hpp"

namespace onsale::server {

// All ports are served by the writer of this process.
class EmbeddedPorts : public LoopPorts {
  public:
    // REQUIRES: built before the writer starts.
    EmbeddedPorts(boost::asio::io_context& loop, LoopUse use, embedded::Writer& writer,
                  const embedded::Engine& engine, http::LoopViews& views);

    const SaleClock& clock() const override { return engine_.clock(); }
    waiting_room::WaitingLines& lines() override { return lines_; }
    waiting_room::EventOffice& office() override { return office_; }
    sale::SeatHolds* holds() override { return &holds_; }
    sale::Orders* orders() override { return &orders_; }
    sale::SaleOffice* sale_office() override { return &sale_office_; }
    void tell(NewsReader& reader) override;
    void catch_up() override { port_.catch_up(); }

  private:
    void apply(const embedded::Publication& publication);

    const embedded::Engine& engine_;
    embedded::FedViews views_;
    NewsReader* reader_ = nullptr;
    embedded::WriterPort port_;
    embedded::WaitingLines lines_{port_};
    embedded::EventOffice office_{port_};
    embedded::SeatHolds holds_{port_};
    embedded::Orders orders_{port_};
    embedded::SaleOffice sale_office_{port_};
};

operate::Degraded degraded_by(embedded::Health health);
// Wake-up filter of loops that are never woken for facts.
bool never_woken(const sale::Facts& facts);

}  // namespace onsale::server
