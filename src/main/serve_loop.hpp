#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "adapter/embedded/line_ports.hpp"
#include "adapter/embedded/sale_ports.hpp"
#include "adapter/embedded/writer.hpp"
#include "adapter/http/guest_site.hpp"
#include "adapter/http/listener.hpp"
#include "adapter/http/loop_context.hpp"
#include "main/serve_demo_desk.hpp"
#include "main/serve_payments.hpp"
#include "runtime/loop.hpp"

namespace onsale {

// What all loops of one server share; outlives them.
struct LoopParts {
    embedded::Engine& engine;
    embedded::Writer& writer;
    const TimeSource& time;
    std::shared_ptr<const token::Keys> keys;
    http::GuestLimits& limits;
    Payments& payments;
    http::RequestLog::Limits log{};
};

// Who uses a loop: guests must find the newest there, whatever it costs; an operator's loop looks
// when it is asked.
enum class LoopUse : std::uint8_t { kGuests, kOperator };

// One loop with its view, its way to the writer, its routes and its counters.
// Thread safety: built and destroyed while the loop does not run; else its own thread.
class ServingLoop {
  public:
    ServingLoop(const std::string& name, LoopUse use, const LoopParts& parts,
                http::GuestSiteConfig site,
                std::function<void(http::StreamHub::Key)> announce_stream);

    // `handler`: what the listener serves; the guest site unless told otherwise.
    void listen(const http::TransportConfig& transport, http::Handler& handler);
    // Keeps figures of the sale from now on, for the operator. REQUIRES: before start().
    void watch_sale(const sale::State& state);
    void start();
    // Stops accepting and finishes what is in flight; `on_done` runs on the loop.
    void drain(std::function<void()> on_done);
    void stop();

    // New connections of TLS listeners use this from now on. REQUIRES: on the loop.
    void replace_tls(const std::shared_ptr<const http::TlsContext>& tls);

    // Runs `work` on the loop.
    void post(std::function<void(ServingLoop&)> work);

    http::LoopContext& context() { return context_; }
    http::GuestSite& site() { return site_; }
    http::LoopMetrics& metrics() { return metrics_; }
    http::TransportCounters& counters() { return counters_; }
    boost::asio::io_context& io() { return loop_.context(); }
    std::uint16_t port() const { return listeners_.front()->port(); }

  private:
    // Reads the news before every request, on a loop that is not woken for them.
    class WellRead : public http::Handler {
      public:
        WellRead(ServingLoop& loop, http::Handler& handler) : loop_(loop), handler_(handler) {}
        void handle(const http::Request& request, http::Reply& reply) override;

      private:
        ServingLoop& loop_;
        http::Handler& handler_;
    };

    void catch_up() { port_.catch_up(); }
    void apply(const embedded::Publication& publication);
    void apply(const waiting_room::Fact& fact, Instant now);

    runtime::Loop loop_;
    const LoopUse use_;
    const TimeSource& time_;
    embedded::WriterPort port_;
    embedded::WaitingLines lines_;
    embedded::EventOffice office_;
    embedded::SeatHolds holds_;
    embedded::Orders orders_;
    embedded::SaleOffice sale_office_;
    gateway::DemoGateway demo_gateway_;
    DemoPayDesk demo_desk_;
    http::LoopContext context_;
    http::LoopMetrics metrics_;
    http::TransportCounters counters_;
    http::GuestSite site_;
    std::vector<std::unique_ptr<http::Handler>> handlers_;
    std::vector<std::unique_ptr<http::Listener>> listeners_;
    std::size_t draining_ = 0;
    bool watches_sale_ = false;
};

}  // namespace onsale
