#include "program/cluster/cluster_node.hpp"

#include "adapter/http/api/context/health_site.hpp"
#include "adapter/http/transport/socket/listening_socket.hpp"
#include "adapter/server/loop/cluster_ports.hpp"
#include "adapter/server/loop/scheduler_thread.hpp"
#include "adapter/server/operate/gather_readiness.hpp"
#include "adapter/server/operate/node_metrics.hpp"
#include "adapter/server/operate/process_announcer.hpp"
#include "adapter/server/watch/clock_log.hpp"
#include "adapter/server/watch/key_watch.hpp"
#include "program/cluster/cluster_link.hpp"
#include "program/cluster/cluster_time.hpp"
#include "program/cluster/process_name.hpp"
#include "program/serve/serve_guests.hpp"
#include "program/serve/serve_transport.hpp"
#include "runtime/log.hpp"

namespace onsale::program {
namespace {

std::filesystem::path keys_folder(const Config& config) {
    return config.cluster.keys.empty() ? config.engine.data : config.cluster.keys;
}

std::filesystem::path complete_key_path(const Config& config) {
    const std::string& named = config.identity.complete_key_file;
    return named.empty() ? keys_folder(config) / "complete.key" : std::filesystem::path{named};
}

// The payment process creates this file, as it does the keys.
std::optional<token::SecretFile> verified_secret(const Config& config) {
    const std::string& path = config.edge.verified_secret_file;
    if (path.empty()) return std::nullopt;
    return token::SecretFile{path, token::IfMissing::kRefuse};
}

}  // namespace

class ClusterNode::Inside {
  public:
    Inside(const Config& config, const ClusterTime& time, const http::WebFiles* web)
        : config_(config),
          time_(time),
          keys_(keys_folder(config), time.source()),
          complete_key_(complete_key_path(config), token::IfMissing::kRefuse),
          verified_secret_(verified_secret(config)),
          clock_(time.source(), Instant{}),
          shared_{.use = redis_use(config, process_name(config.cluster)),
                  .clock = clock_,
                  .process = process_name(config.cluster)},
          loops_({config, time.source(), connect(), keys_.keys(), complete_key_,
                  verified_secret_ ? &*verified_secret_ : nullptr, nullptr, nullptr, web}) {
        if (serves_guests()) loops_.open();
        if (has_role(config, Role::kScheduler)) scheduler_.emplace(shared_.use, shared_.process);
        open_operators_listener();
    }

    void start() {
        keys_.start(loops_.all().back()->io(),
                    [this](const auto& keys) { loops_.replace_keys(keys); });
        loops_.start();
        clock_log_.emplace(loops_.all().back()->io());
        clock_log_->start();
        if (scheduler_) scheduler_->start();
        runtime::log(runtime::LogLevel::kInfo, "serving",
                     {{"process", shared_.process}, {"listen", config_.server.listen}});
    }

    void stop() {
        loops_.stop();
        if (scheduler_) scheduler_->stop();
    }

  private:
    bool serves_guests() const {
        return has_role(config_, Role::kQueue) || has_role(config_, Role::kBooking);
    }

    server::LoopDeps::Connect connect() {
        return [this](boost::asio::io_context& loop, server::LoopUse use, http::LoopViews& views) {
            auto ports = std::make_unique<server::ClusterPorts>(loop, views, shared_);
            if (use != server::LoopUse::kOperator) return ports;
            if (has_role(config_, Role::kBooking)) ports->sweep_halls();
            ports->write_news();
            operators_ports_ = ports.get();
            return ports;
        };
    }

    // No operator uses this listener, only monitoring of processes.
    void open_operators_listener() {
        server::ServingLoop& loop = loops_.add_operator_loop();
        health_.emplace(
            loop.context(),
            [this] { return server::gather_readiness(*loops_.all().back(), loops_.all()); },
            [this] { return metrics(); });
        http::require_free_address(admin_transport(config_));
        loop.listen(admin_transport(config_), *health_, true);
        announcer_.emplace(loop.io(), server::ProcessAnnouncer::Deps{
                                          operators_ports_->link().client(),
                                          process_identity(config_, shared_.process, started_at_),
                                          [this] { return loops_.all(); },
                                          nullptr,
                                          scheduler(),
                                      });
    }

    server::SchedulerThread* scheduler() { return scheduler_ ? &*scheduler_ : nullptr; }

    boost::asio::awaitable<std::string> metrics() {
        return server::node_metrics(
            {*loops_.all().back(), loops_.all(), scheduler(), time_.ahead()});
    }

    const Config& config_;
    const ClusterTime& time_;
    server::KeyWatch keys_;
    token::SecretFile complete_key_;
    std::optional<token::SecretFile> verified_secret_;
    SaleClock clock_;
    server::ClusterDeps shared_;
    Instant started_at_ = clock_.now();
    server::ClusterPorts* operators_ports_ = nullptr;
    GuestLoops loops_;
    std::optional<server::SchedulerThread> scheduler_;
    std::optional<http::HealthSite> health_;
    std::optional<server::ProcessAnnouncer> announcer_;
    std::optional<server::ClockLog> clock_log_;
};

ClusterNode::ClusterNode(const Config& config, const ClusterTime& time, const http::WebFiles* web)
    : inside_(std::make_unique<Inside>(config, time, web)) {}

ClusterNode::~ClusterNode() = default;

void ClusterNode::start() {
    inside_->start();
}

void ClusterNode::stop() {
    inside_->stop();
}

}  // namespace onsale::program
