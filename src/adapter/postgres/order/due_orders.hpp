#pragma once

#include <cstddef>

#include <boost/asio/awaitable.hpp>

#include "adapter/postgres/order/order_context.hpp"
#include "base/result.hpp"

namespace onsale::postgres {

// What is due for orders: guests who did not pay in time, answers that are missing, questions to
// providers and refunds. Every process looks for it; one that is taken by another is skipped. The
// process that commits makes the calls (OrderContext::committed).
// Thread safety: none; used only on its loop, one call at a time.
class DueOrders {
  public:
    explicit DueOrders(OrderContext& context) : context_(context) {}

    // Suspends. Decides what is due, for `due_max` orders of each kind. Returns how many orders it
    // took: zero means that nothing is left. An error is made good by the next call.
    boost::asio::awaitable<Result<std::size_t, CallError>> run();

  private:
    std::vector<Command> reads() const;

    OrderContext& context_;
};

}  // namespace onsale::postgres
