#pragma once

#include <cstdint>
#include <optional>

#include "adapter/postgres/client/client.hpp"
#include "payment/domain/ids.hpp"

namespace onsale::postgres {

// Ids for new orders, taken from the database in blocks. What a process has not used when it ends
// is a gap.
class OrderIds {
  public:
    std::uint64_t left() const { return end_ - next_; }
    payment::OrderId next() const { return {next_}; }
    void use(std::uint64_t count) { next_ += count; }
    // Suspends. Afterwards at least one block less one batch is left.
    boost::asio::awaitable<std::optional<CallError>> take_block(Client& client, Deadline deadline);

  private:
    std::uint64_t next_ = 1;
    std::uint64_t end_ = 1;
};

}  // namespace onsale::postgres
