#pragma once

#include <utility>
#include <vector>

#include "adapter/embedded/port/writer_port.hpp"
#include "base/port.hpp"
#include "sale/port/order_clock.hpp"
#include "sale/port/orders.hpp"
#include "sale/port/sale_office.hpp"
#include "sale/port/seat_holds.hpp"
#include "waiting_room/port/event_office.hpp"
#include "waiting_room/port/line_store.hpp"
#include "waiting_room/port/waiting_lines.hpp"

namespace onsale::embedded {

// A port whose every call is one command for the writer.
// Constructor and destructor are defined in ports.cpp, so that this source alone emits the calls.
template <class PortType>
class ByWriter : public Handles<ByWriter<PortType>, PortType> {
  public:
    explicit ByWriter(WriterPort& port);
    ~ByWriter() override;

    template <Answered Command>
    Call<Command> handle(Command command) {
        return port_.call(std::move(command));
    }

  protected:
    WriterPort& port_;
};

class WaitingLines final : public ByWriter<waiting_room::WaitingLines> {
  public:
    using ByWriter::ByWriter;

    bool seen(waiting_room::EventId event, std::vector<waiting_room::Number> numbers,
              Duration covers) override;
};

using LineStore = ByWriter<waiting_room::LineStore>;
using EventOffice = ByWriter<waiting_room::EventOffice>;
using SeatHolds = ByWriter<sale::SeatHolds>;
using OrderClock = ByWriter<sale::OrderClock>;
using Orders = ByWriter<sale::Orders>;
using SaleOffice = ByWriter<sale::SaleOffice>;

}  // namespace onsale::embedded
