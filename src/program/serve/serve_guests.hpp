#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "adapter/http/api/seat/seat_map_plan.hpp"
#include "adapter/server/loop/serving_loop.hpp"
#include "adapter/server/watch/renewed_files.hpp"
#include "adapter/server/watch/site_source.hpp"
#include "adapter/server/watch/tls_files.hpp"
#include "program/config/config.hpp"
#include "token/key/secret_file.hpp"

namespace onsale::program {

// The loops of one process and their shared state: limits, certificates, the embedding site's keys
// and the halls' geometry.
// Thread safety: used by the owner's thread while no loop runs; post() at any time.
class GuestLoops {
  public:
    // REQUIRES: outlive the loops.
    struct Deps {
        const Config& config;
        const TimeSource& time;
        server::LoopDeps::Connect connect;
        std::shared_ptr<const token::Keys> keys;
        const token::SecretFile& complete_key;
        const token::SecretFile* verified_secret = nullptr;  // Null: no proxy is believed.
        const server::Payments* payments = nullptr;  // Null when this process takes no payments.
        operate::ImageStore* images = nullptr;       // May be null.
        const http::WebFiles* web = nullptr;         // May be null.
    };

    explicit GuestLoops(Deps deps);

    // Creates the configured number of loops with listeners. They serve after start().
    void open();
    // Adds a loop for the operator, without a listener yet.
    server::ServingLoop& add_operator_loop();

    // REQUIRES: there is an operator's loop.
    void start();
    // Lets load balancers move to other processes, finishes requests in flight, then stops every
    // thread.
    void stop();

    // The guests' loops first, the operator's loop last.
    std::vector<server::ServingLoop*> all();
    server::ServingLoop& first() { return *loops_.front(); }
    std::size_t count() const { return loops_.size(); }
    http::PlanTexts& plans() { return *plans_; }
    // Every loop signs and verifies with these keys from now on.
    void replace_keys(const std::shared_ptr<const token::Keys>& keys);

  private:
    static constexpr std::size_t kOperatorIndex = static_cast<std::size_t>(-1);

    std::unique_ptr<server::ServingLoop> make_loop(const std::string& name, server::LoopUse use,
                                                   std::size_t index,
                                                   std::shared_ptr<http::OpenStreams> streams,
                                                   http::GuestLimits& limits,
                                                   const std::vector<std::string>& origins);
    void close_elsewhere(http::StreamHub::Key key, std::size_t index);

    Deps deps_;
    server::SiteSource site_;
    server::TlsFiles tls_;
    http::GuestLimits guest_limits_;
    // Separate limits, so that guests cannot use up the operator's. Few clients use them.
    static constexpr std::size_t kOperatorEntries = 1024;
    http::GuestLimits operator_limits_;
    // The halls' geometry as it is sent, created once for all loops.
    std::shared_ptr<http::PlanTexts> plans_ = std::make_shared<http::PlanTexts>();
    std::vector<std::unique_ptr<server::ServingLoop>> loops_;
    std::unique_ptr<server::ServingLoop> operator_;
    std::optional<server::RenewedFiles> renewed_files_;
};

}  // namespace onsale::program
