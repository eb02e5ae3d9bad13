#include "adapter/postgres/order/order_ids.hpp"

namespace onsale::postgres {
namespace {

constexpr std::uint64_t kBlock = 1'000;  // INCREMENT BY of the sequence.
constexpr Statement kTakeBlock{"take_order_ids", "SELECT nextval('order_ids')"};

}  // namespace

boost::asio::awaitable<std::optional<CallError>> OrderIds::take_block(Client& client,
                                                                      Deadline deadline) {
    const auto answer = co_await client.run_alone({kTakeBlock}, deadline);
    // No order uses the block, so whether it was taken does not matter.
    if (!answer) co_return CallError::unavailable(answer.error().cause, answer.error().words);
    next_ = static_cast<std::uint64_t>(std::get<0>(answer->row<std::int64_t>(0)));
    end_ = next_ + kBlock;
    co_return std::nullopt;
}

}  // namespace onsale::postgres
