#include "adapter/embedded/port/line_ports.hpp"
#include "adapter/embedded/port/sale_ports.hpp"

namespace onsale::embedded {

// Out of line, so that this source alone emits the calls of the ports.
WaitingLines::~WaitingLines() = default;
LineStore::~LineStore() = default;
EventOffice::~EventOffice() = default;
SeatHolds::~SeatHolds() = default;
OrderClock::~OrderClock() = default;
Orders::~Orders() = default;
SaleOffice::~SaleOffice() = default;

}  // namespace onsale::embedded
