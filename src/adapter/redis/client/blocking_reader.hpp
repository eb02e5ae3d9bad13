#pragma once

#include <memory>

#include <boost/asio/awaitable.hpp>

#include "adapter/redis/client/client.hpp"

namespace onsale::redis {

// Reads that block, such as XREAD BLOCK, on connections that nobody else waits behind. Follows the
// slot's master like any call. A read that ends without an answer leaves no connection behind and
// may simply be made again: it has changed nothing.
// REQUIRES: one call at a time.
class BlockingReader {
  public:
    explicit BlockingReader(const Client& client);
    ~BlockingReader() { nodes_->close(); }
    BlockingReader(const BlockingReader&) = delete;
    BlockingReader& operator=(const BlockingReader&) = delete;

    // Suspends. The deadline should leave the server a little more than its own BLOCK time.
    boost::asio::awaitable<CallResult> call(Slot slot, Command command, Deadline deadline);

  private:
    Caller caller_;
    std::shared_ptr<Nodes> nodes_;
};

}  // namespace onsale::redis
