#pragma once

#include <memory>

#include <boost/asio/awaitable.hpp>

#include "adapter/redis/client/client.hpp"

namespace onsale::redis {

// Makes blocking reads, such as XREAD BLOCK, on connections that no other call uses. Follows the
// slot's master like any call. If a read ends without an answer, its connection is closed. The read
// may be repeated because it changes nothing.
// REQUIRES: one call at a time.
class BlockingReader {
  public:
    explicit BlockingReader(const Client& client);
    ~BlockingReader() { nodes_->close(); }
    BlockingReader(const BlockingReader&) = delete;
    BlockingReader& operator=(const BlockingReader&) = delete;

    // Suspends. The deadline should be a little later than the command's own BLOCK time.
    boost::asio::awaitable<CallResult> call(Slot slot, Command command, Deadline deadline);

  private:
    Caller caller_;
    std::shared_ptr<Nodes> nodes_;
};

}  // namespace onsale::redis
