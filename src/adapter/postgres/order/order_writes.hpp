#pragma once

#include <vector>

#include "adapter/postgres/order/order_rows.hpp"
#include "adapter/postgres/protocol/statement.hpp"

namespace onsale::postgres {

// An order that a decision read and did not change.
struct SeenOrder {
    std::int64_t id = 0;
    std::int32_t facts = 0;
};

// The statements that write the rows, one for each kind of row that there is. If a row is not as
// its writer knew it, the server ends the transaction with kConflict, so the COMMIT may go with
// them.
std::vector<Command> write_commands(const OrderRows& rows);

// Ends the transaction with kConflict if one of the orders has changed.
Command expect_unchanged(const std::vector<SeenOrder>& orders);

}  // namespace onsale::postgres
