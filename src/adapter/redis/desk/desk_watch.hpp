#pragma once

#include <chrono>
#include <functional>
#include <memory>

#include <boost/asio/io_context.hpp>

#include "adapter/redis/client/client.hpp"

namespace onsale::redis {

// Tells again and again whether the process of the sale store takes up requests. While Redis does
// not answer it tells nothing.
// Thread safety: none; on its client's loop.
class DeskWatch {
  public:
    using Told = std::function<void(bool is_open)>;

    // REQUIRES: the client outlives the loop's run.
    DeskWatch(boost::asio::io_context& loop, Client& client, std::chrono::milliseconds every,
              Told told);
    ~DeskWatch();
    DeskWatch(const DeskWatch&) = delete;
    DeskWatch& operator=(const DeskWatch&) = delete;

  private:
    struct Inside;
    static boost::asio::awaitable<void> run(std::shared_ptr<Inside> inside);

    std::shared_ptr<Inside> inside_;
};

}  // namespace onsale::redis
