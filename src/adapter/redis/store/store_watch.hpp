#pragma once

#include <chrono>
#include <functional>
#include <memory>

#include <boost/asio/io_context.hpp>

#include "adapter/redis/client/client.hpp"
#include "adapter/redis/store/payment_sight.hpp"

namespace onsale::redis {

// Reports periodically whether the process with the sale store takes requests. Reports nothing
// while Redis does not answer. One missing key proves nothing, because a new master may not have it
// yet; the sight, if given, gets every answer as it is.
// Thread safety: none; used only on its client's loop.
class StoreWatch {
  public:
    using Told = std::function<void(bool is_open)>;

    // REQUIRES: the client outlives the loop's run; the sight outlives this object.
    StoreWatch(boost::asio::io_context& loop, Client& client, std::chrono::milliseconds every,
               Told told, PaymentSight* sight = nullptr);
    ~StoreWatch();
    StoreWatch(const StoreWatch&) = delete;
    StoreWatch& operator=(const StoreWatch&) = delete;

  private:
    struct Inside;
    static boost::asio::awaitable<void> run(std::shared_ptr<Inside> inside);

    std::shared_ptr<Inside> inside_;
};

}  // namespace onsale::redis
