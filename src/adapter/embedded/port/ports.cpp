#include "adapter/embedded/port/ports.hpp"

namespace onsale::embedded {

template <class PortType>
ByWriter<PortType>::ByWriter(WriterPort& port) : port_(port) {}

template <class PortType>
ByWriter<PortType>::~ByWriter() = default;

bool WaitingLines::seen(waiting_room::EventId event, std::vector<waiting_room::Number> numbers,
                        Duration covers) {
    return port_.send(Seen{event, std::move(numbers), covers});
}

template class ByWriter<waiting_room::WaitingLines>;
template class ByWriter<waiting_room::LineStore>;
template class ByWriter<waiting_room::EventOffice>;
template class ByWriter<sale::SeatHolds>;
template class ByWriter<sale::OrderClock>;
template class ByWriter<sale::Orders>;
template class ByWriter<sale::SaleOffice>;

}  // namespace onsale::embedded
