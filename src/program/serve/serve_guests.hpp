#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <boost/asio/steady_timer.hpp>

#include "adapter/http/guest/seat/seat_map_plan.hpp"
#include "program/config/config.hpp"
#include "program/serve/serve_identity.hpp"
#include "program/serve/serve_loop.hpp"
#include "program/serve/serve_tls.hpp"
#include "token/key/secret_file.hpp"

namespace onsale::program {

// The loops of one process, with what they share: limits, certificates, the embedding site's keys
// and the halls' geometry.
// Thread safety: used by the owner's thread while no loop runs; post() at any time.
class GuestLoops {
  public:
    // REQUIRES: outlive the loops.
    struct Parts {
        const Config& config;
        const TimeSource& time;
        LoopParts::Connect connect;
        std::shared_ptr<const token::Keys> keys;
        const token::SecretFile& complete_key;
        Payments* payments = nullptr;         // Null where nobody pays.
        http::ImageStore* images = nullptr;   // Null where there are none.
        const http::WebFiles* web = nullptr;  // The same.
    };

    explicit GuestLoops(Parts parts);

    // As many loops as configured, listening; they serve when they are started.
    void open();
    // One more loop, for the operator, without a listener of its own yet.
    ServingLoop& add_operator_loop();

    void start();
    // Lets load balancers go elsewhere, finishes what is in flight, then ends every thread.
    void stop();

    // Those of guests first, the operator's last.
    std::vector<ServingLoop*> all();
    ServingLoop& first() { return *loops_.front(); }
    std::size_t count() const { return loops_.size(); }
    http::PlanTexts& plans() { return *plans_; }
    // Every loop signs and verifies with these from now on.
    void replace_keys(const std::shared_ptr<const token::Keys>& keys);

  private:
    static constexpr std::size_t kOperatorIndex = static_cast<std::size_t>(-1);

    std::unique_ptr<ServingLoop> make_loop(const std::string& name, LoopUse use, std::size_t index,
                                           std::shared_ptr<http::OpenStreams> streams,
                                           http::GuestLimits& limits,
                                           const std::vector<std::string>& origins);
    void announce_stop();
    void close_elsewhere(http::StreamHub::Key key, std::size_t index);
    void watch_files();
    void reload_site_keys();

    Parts parts_;
    SiteSource site_;
    TlsFiles tls_;
    std::optional<token::SecretFile> verified_secret_;
    http::GuestLimits guest_limits_;
    // Of its own: guests cannot use up what the operator may do. Few come that way.
    static constexpr std::size_t kOperatorEntries = 1024;
    http::GuestLimits operator_limits_;
    // The halls' geometry as it is sent, made once for all loops.
    std::shared_ptr<http::PlanTexts> plans_ = std::make_shared<http::PlanTexts>();
    std::vector<std::unique_ptr<ServingLoop>> loops_;
    std::unique_ptr<ServingLoop> operator_;
    std::optional<boost::asio::steady_timer> file_timer_;
};

}  // namespace onsale::program
