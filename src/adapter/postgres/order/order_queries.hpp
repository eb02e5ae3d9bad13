#pragma once

#include <vector>

#include <boost/asio/awaitable.hpp>

#include "adapter/postgres/order/order_context.hpp"
#include "adapter/postgres/order/order_reads.hpp"
#include "base/port.hpp"
#include "sale/domain/command.hpp"

namespace onsale::postgres {

// The questions about orders, answered from rows without locks: one round trip, FindOrders two.
// Thread safety: none; used only on its loop.
class OrderQueries {
  public:
    explicit OrderQueries(OrderContext& context) : context_(context) {}

    Call<sale::command::ShowOrder> answer(sale::command::ShowOrder show);
    Call<sale::command::ShowOrderById> answer(sale::command::ShowOrderById show);
    Call<sale::command::ShowBooking> answer(sale::command::ShowBooking show);
    Call<sale::command::ShowOpenOrder> answer(sale::command::ShowOpenOrder show);
    Call<sale::command::ListBookings> answer(sale::command::ListBookings list);
    Call<sale::command::ListOrders> answer(sale::command::ListOrders list);
    Call<sale::command::FindOrders> answer(sale::command::FindOrders find);
    Call<sale::command::PreviewRefund> answer(sale::command::PreviewRefund preview);

  private:
    using Stored = Result<std::vector<StoredOrder>, CallError>;

    // Suspends. The state then has what the orders need of their events.
    boost::asio::awaitable<Stored> read(Command command);
    // Suspends. Lets the rule for one machine answer on the rows of the statement.
    template <class Query>
    Call<Query> answer_from(Query query, Command command);
    std::vector<sale::OrderCopy> copies(const std::vector<StoredOrder>& orders);

    OrderContext& context_;
};

}  // namespace onsale::postgres
