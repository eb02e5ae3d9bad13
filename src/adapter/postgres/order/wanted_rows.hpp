#pragma once

#include "adapter/postgres/order/order_command.hpp"
#include "adapter/postgres/order/order_reads.hpp"
#include "sale/domain/state.hpp"

namespace onsale::postgres {

// What a command needs besides its order, which is only known when the order is.
bool needs_more_than(const payment::Order& order, const OrderCommand& command);

// The rows to read before the commands are decided.
Wanted wanted_by(std::span<const OrderCommand> commands, const sale::State& state);
// What turns out to be needed when these rows are there.
Wanted wanted_after(std::span<const OrderCommand> commands, const StoredRows& rows);

}  // namespace onsale::postgres
