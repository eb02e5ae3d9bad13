#pragma once

#include "base/port.hpp"
#include "sale/domain/command.hpp"

namespace onsale::sale {

// Payment of a hold, from the request to the refund. Embedded: executed by the single writer.
// Distributed: executed by the sale store. The contract is that of SeatHolds.
class Orders : public Port<command::RequestPayment, command::ConfirmPayment, command::KeepReturn,
                           command::TakeBack, command::RecordPayment, command::CancelOrder,
                           command::RequestRefund, command::RecordRefund, command::RetryRefund,
                           command::AskAgain, command::ShowOrder, command::ShowOrderById,
                           command::ShowBooking, command::ShowOpenOrder, command::ListBookings,
                           command::ListOrders, command::FindOrders, command::PreviewRefund> {};

}  // namespace onsale::sale
