#pragma once

#include <functional>
#include <string>

#include <boost/asio/steady_timer.hpp>

#include "adapter/http/guest/context/guest_context.hpp"
#include "adapter/http/guest/pay/pay_state.hpp"
#include "adapter/http/guest/queue/queue_state.hpp"
#include "adapter/http/guest/seat/seat_state.hpp"
#include "adapter/http/transport/message/handler.hpp"

namespace onsale::http {

// The routes for a guest's browser, an embedding site and a proxy's auth_request, on one loop. It
// checks the host, the limits and the query of a request, then runs the function of the route.
// Thread safety: its loop only.
class GuestSite : public Handler {
  public:
    // `limits` may be shared with other loops. `announce_stream` informs the other loops that a
    // guest's event stream is now on this one. REQUIRES: context, limits and metrics outlive it.
    GuestSite(LoopContext& context, GuestSiteConfig config, GuestLimits& limits,
              LoopMetrics& metrics, std::function<void(StreamHub::Key)> announce_stream);

    void handle(const Request& request, Reply& reply) override;

    // Sends heartbeats and stream updates, and starts windows. Runs once a second after start().
    void start();
    void every_second();
    StreamHub& streams() { return queue_.streams; }
    void replace_site_keys(token::SiteKeys::Shared keys) {
        guest_.config.site.keys = std::move(keys);
    }

  private:
    void serve(const Request& request, Reply& reply);
    bool host_served(const Request& request) const;
    // Answers 405 with the methods that the path has, or 404 when it has none. A preflight from an
    // allowed origin gets the methods and headers that it may send.
    void answer_unrouted(const Request& request, Reply& reply, const std::string& allowed);

    QueueRouteState queue_;
    SeatRouteState seats_;
    PayRouteState pay_;
    GuestContext guest_;
    boost::asio::steady_timer timer_;
    unsigned seconds_ = 0;
};

}  // namespace onsale::http
