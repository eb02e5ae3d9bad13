#include "program/serve/serve.hpp"

#include <csignal>
#include <iostream>

#include <malloc.h>
#include <pthread.h>
#include <sys/resource.h>

#include "adapter/embedded/audit/audit_book.hpp"
#include "adapter/embedded/audit/audit_key.hpp"
#include "adapter/embedded/journal/data_folder.hpp"
#include "adapter/embedded/outbox/courier.hpp"
#include "adapter/http/operator/admin_site.hpp"
#include "adapter/http/operator/operator_front.hpp"
#include "adapter/http/transport/socket/listening_socket.hpp"
#include "adapter/server/demo/demo_event.hpp"
#include "adapter/server/live/live_sampler.hpp"
#include "adapter/server/loop/embedded_ports.hpp"
#include "adapter/server/loop/payments.hpp"
#include "adapter/server/loop/scheduler_thread.hpp"
#include "adapter/server/loop/store_ports.hpp"
#include "adapter/server/operate/cluster_watch.hpp"
#include "adapter/server/operate/image_folder.hpp"
#include "adapter/server/operate/process_announcer.hpp"
#include "adapter/server/operate/server_operations.hpp"
#include "adapter/server/watch/clock_log.hpp"
#include "adapter/server/watch/key_watch.hpp"
#include "program/cluster/cluster_link.hpp"
#include "program/cluster/cluster_node.hpp"
#include "program/cluster/cluster_time.hpp"
#include "program/cluster/process_name.hpp"
#include "program/config/listen_address.hpp"
#include "program/serve/crowd_thread.hpp"
#include "program/serve/serve_folder.hpp"
#include "program/serve/serve_guests.hpp"
#include "program/serve/serve_settings.hpp"
#include "program/serve/serve_transport.hpp"
#include "program/serve/welcome.hpp"
#include "runtime/log.hpp"
#include "runtime/system_time.hpp"
#include "runtime/zones.hpp"
#include "sale/app/brake/brake_driver.hpp"
#include "token/key/random.hpp"

namespace onsale::program {
namespace {

namespace level {
constexpr auto kInfo = runtime::LogLevel::kInfo;
constexpr auto kWarning = runtime::LogLevel::kWarning;
constexpr auto kError = runtime::LogLevel::kError;
}  // namespace level

// Raises the limit of descriptors to the maximum and reserves some of them, so that the operator
// and the journal never run out.
Config fitted_to_descriptors(Config config) {
    rlimit limit{};
    getrlimit(RLIMIT_NOFILE, &limit);
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
    constexpr rlim_t kOwnUse = 320;  // For the operator's connections, files and the log.
    const rlim_t for_guests = limit.rlim_cur - std::min(kOwnUse, limit.rlim_cur / 2);
    if (for_guests >= config.limits.connections_max) return config;
    runtime::log(level::kWarning,
                 "fewer descriptors than limits.connections_max; raise LimitNOFILE",
                 {{"allowed", std::to_string(limit.rlim_cur)},
                  {"connections_max", std::to_string(config.limits.connections_max)},
                  {"connections_served", std::to_string(for_guests)}});
    config.limits.connections_max = static_cast<std::uint32_t>(for_guests);
    return config;
}

// Without this, glibc raises both thresholds after the large buffers of a snapshot and then keeps
// the memory that a snapshot freed: 20 MB for a line of a million guests.
void give_freed_memory_back() {
    constexpr int kThresholdBytes = 1 << 20;
    mallopt(M_MMAP_THRESHOLD, kThresholdBytes);
    mallopt(M_TRIM_THRESHOLD, kThresholdBytes);
}

void log_brake(const sale::BrakeDriver::Change& change) {
    runtime::log(level::kWarning,
                 change.done ? "admission brake" : "the admission brake could not be set",
                 {{"event", change.event},
                  {"before", std::to_string(change.before)},
                  {"per_second", std::to_string(change.per_second)}});
}

// Only the main thread receives these signals: every other thread inherits this mask.
sigset_t block_signals() {
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGTERM);
    sigaddset(&set, SIGINT);
    pthread_sigmask(SIG_BLOCK, &set, nullptr);
    std::signal(SIGPIPE, SIG_IGN);
    return set;
}

// The whole sale in one process, or with Redis the process of the sale store.
class Server {
  public:
    // `clock_ahead`: offset of the remote clock to the local clock; empty without a remote clock.
    Server(const Config& config, const ServeOptions& options, const TimeSource& time,
           std::function<Duration()> clock_ahead = {})
        : config_(config),
          folder_(config.engine.data),
          time_(time),
          keys_(open_keys(folder_.storage(), seconds_now())),
          owner_key_(open_secret(folder_.storage(), folder_.path() / "owner.key", kNewOwnerKey)),
          complete_key_(open_secret(folder_.storage(), complete_key_path(), kNewCompleteKey)),
          metrics_key_(open_optional_secret(folder_.storage(), config.server.metrics_key_file,
                                            kNewMetricsKey)),
          verified_secret_(open_optional_secret(folder_.storage(), config.edge.verified_secret_file,
                                                kNewVerifiedSecret)),
          engine_(
              folder_.storage(), time_,
              [pool = token::RandomPool{}]() mutable { return pool.take(); }, runtime::zone_offset),
          writer_(engine_, {config.limits.queue_depth_max, config.engine.batch_max}),
          payments_({folder_.path(), config.payment.call_timeout, config.providers}),
          images_(folder_.path() / "images"),
          housekeeper_(
              folder_.storage(), writer_,
              {config.engine.wal_limit, config.engine.snapshot_facts, config.engine.snapshot_every},
              [](const std::string& error) {
                  runtime::log(level::kError, "housekeeping failed", {{"error", error}});
              }),
          courier_(folder_.storage(), writer_, {open_reports(folder_.storage())}, {},
                   [](const std::string& error) {
                       runtime::log(level::kError, "a message was not applied", {{"error", error}});
                   }),
          audit_(folder_.storage(), embedded::audit_mac(folder_.storage()), time_),
          operations_({operations_settings(config), writer_, housekeeper_, courier_,
                       folder_.storage(), keys_, on_redis(), owner_key_, metrics_key_,
                       [this] { return loops_.all(); }, time.wall()}),
          loops_({config_, time_, connect(), keys_.keys(), complete_key_,
                  verified_secret_ ? &*verified_secret_ : nullptr, &payments_, &images_,
                  options.web}) {
        log_notices(engine_.notices());
        if (options.demo) {
            server::make_demo_event(engine_, config_.line, options.crowd);
            server::furnish_demo_event(engine_);
        }
        for (const auto& [id, hall] : engine_.state().halls())
            (void)loops_.plans().of(hall.plan);
        if (on_redis())
            join_cluster();
        else
            payment_thread_.emplace(payments_, writer_, time_);
        make_admin_loop();
        if (on_redis()) watch_cluster(std::move(clock_ahead));
        loops_.open();
        for (server::ServingLoop* const loop : loops_.all())
            loop->context().demo_crowd = options.crowd > 0;
    }

    void start(const ServeOptions& options) {
        writer_.start();
        housekeeper_.start();
        courier_.start();
        audit_.start(admin_->io());
        live_sampler_.emplace(
            server::LiveSampler::Deps{loops_.all(), writer_, live_history_, live_log_,
                                      cluster_watch_ ? &*cluster_watch_ : nullptr});
        live_sampler_->start();
        const http::LoopContext& operated = admin_->context();
        brake_driver_.emplace(sale::BrakeDriver::Deps{operated.loop, operated.clock, operated.view,
                                                      operated.sale, operated.figures,
                                                      *operated.sale_office, log_brake});
        brake_driver_->start();
        if (shared_keys_)
            shared_keys_->start(admin_->io(),
                                [this](const auto& keys) { loops_.replace_keys(keys); });
        loops_.start();
        clock_log_.emplace(admin_->io());
        clock_log_->start();
        if (payment_thread_) payment_thread_->start();
        if (scheduler_) scheduler_->start();
        print_welcome(std::cout, config_, loops_.first().port(), options);
        runtime::log(level::kInfo, "serving",
                     {{"listen", config_.server.listen},
                      {"loops", std::to_string(loops_.count())},
                      {"events", std::to_string(engine_.room().size())},
                      {"journal_row", std::to_string(engine_.journal().last_seq())}});
        if (options.crowd == 0) return;
        crowd_.emplace(crowd_of(config_, loops_.first().port(), options.crowd));
        crowd_->start();
    }

    // Finishes the requests in flight, then stops every thread.
    void stop() {
        if (crowd_) crowd_->stop();
        loops_.stop();
        live_sampler_->save();
        if (scheduler_) scheduler_->stop();
        operations_.stop();
        if (payment_thread_) payment_thread_->stop();
        audit_.stop();
        courier_.stop();
        housekeeper_.stop();
        writer_.stop();
        engine_.note_alive();
    }

  private:
    std::chrono::sys_seconds seconds_now() const {
        return std::chrono::floor<std::chrono::seconds>(time_.wall());
    }

    std::filesystem::path complete_key_path() const {
        const std::string& named = config_.identity.complete_key_file;
        return named.empty() ? folder_.path() / "complete.key" : std::filesystem::path{named};
    }

    bool on_redis() const { return config_.redis.mode != RedisMode::kOff; }

    void join_cluster() {
        const std::string name = process_name(config_.cluster);
        cluster_.emplace(redis_use(config_, name), engine_.clock(), name);
        shared_keys_.emplace(folder_.path(), time_);
        if (has_role(config_, Role::kScheduler))
            scheduler_.emplace(cluster_->use, cluster_->process);
    }

    // REQUIRES: the admin loop exists.
    void watch_cluster(std::function<Duration()> clock_ahead) {
        redis::Client& client = office_->link().client();
        cluster_watch_.emplace(
            admin_->io(), server::ClusterWatch::Deps{
                              client, redis_config(config_, cluster_->process), engine_.clock(),
                              server::ClusterCounts{cluster_->process, started_at_}});
        operations_.watch({&*cluster_watch_, std::move(clock_ahead)});
        announcer_.emplace(
            admin_->io(),
            server::ProcessAnnouncer::Deps{
                client, process_identity(config_, cluster_->process, started_at_),
                [this] { return loops_.all(); }, &writer_, scheduler_ ? &*scheduler_ : nullptr});
    }

    server::LoopDeps::Connect connect() {
        return [this](boost::asio::io_context& loop, server::LoopUse use,
                      http::LoopViews& views) -> std::unique_ptr<server::LoopPorts> {
            if (!cluster_)
                return std::make_unique<server::EmbeddedPorts>(loop, use, writer_, engine_, views);
            if (use == server::LoopUse::kGuests)
                return std::make_unique<server::StorePorts>(loop, views, *cluster_, engine_,
                                                            writer_, office_->relay_handle());
            auto office = std::make_unique<server::OfficePorts>(
                loop, views, *cluster_,
                server::OfficePorts::Store{engine_, writer_, payments_, time_});
            if (has_role(config_, Role::kBooking)) office->sweep_halls();
            office->write_news();
            office_ = office.get();
            return office;
        };
    }

    void make_admin_loop() {
        admin_ = &loops_.add_operator_loop();
        admin_->watch_sale(engine_.state());
        admin_site_.emplace(http::AdminSite::Deps{admin_->context(), operations_, audit_,
                                                  live_history_, admin_->metrics()});
        admin_front_.emplace(http::OperatorFront::Sites{*admin_site_, admin_->site()});
        const http::TransportConfig local = local_transport(config_);
        std::filesystem::remove(local.unix_path);  // Left by a process that did not end cleanly.
        http::require_free_address(admin_transport(config_));
        admin_->listen(admin_transport(config_), *admin_front_);
        admin_->listen(local, *admin_front_);
    }

    const Config& config_;
    embedded::DataFolder folder_;
    const TimeSource& time_;
    token::KeyRing keys_;
    token::SecretFile owner_key_;
    token::SecretFile complete_key_;
    std::optional<token::SecretFile> metrics_key_;
    std::optional<token::SecretFile> verified_secret_;
    embedded::Engine engine_;
    embedded::Writer writer_;
    server::Payments payments_;
    server::ImageFolder images_;
    embedded::Housekeeper housekeeper_;
    embedded::Courier courier_;
    embedded::AuditBook audit_;
    server::ServerOperations operations_;
    server::LiveHistory live_history_;
    std::optional<server::ClusterDeps> cluster_;  // Nullopt: this process is the whole deployment.
    std::optional<server::KeyWatch> shared_keys_;
    std::optional<server::SchedulerThread> scheduler_;
    std::optional<server::PaymentThread> payment_thread_;
    GuestLoops loops_;
    server::OfficePorts* office_ = nullptr;  // The ports of the admin loop.
    const Instant started_at_ = time_.wall();
    std::optional<server::ClusterWatch> cluster_watch_;
    std::optional<server::ProcessAnnouncer> announcer_;
    server::ServingLoop* admin_ = nullptr;
    std::optional<http::AdminSite> admin_site_;
    std::optional<http::OperatorFront> admin_front_;
    server::LiveLog live_log_{folder_.storage()};
    std::optional<server::LiveSampler> live_sampler_;
    std::optional<sale::BrakeDriver> brake_driver_;
    std::optional<server::ClockLog> clock_log_;
    std::optional<CrowdThread> crowd_;
};

}  // namespace

namespace {

void wait_for_stop(const sigset_t& signals) {
    int signal = 0;
    sigwait(&signals, &signal);
    runtime::log(level::kInfo, "stopping", {{"signal", std::to_string(signal)}});
}

int serve_alone(const Config& config, const ServeOptions& options, const sigset_t& signals) {
    const runtime::SystemTime time{config.engine.clock_shift};
    Server server{config, options, time};
    server.start(options);
    wait_for_stop(signals);
    server.stop();
    return 0;
}

int serve_on_redis(const Config& config, const ServeOptions& options, const sigset_t& signals) {
    const ClusterTime time{config, process_name(config.cluster)};
    if (!time.wait_until_told(signals)) return 0;
    if (has_role(config, Role::kPayment)) {
        Server server{config, options, time.source(), [&time] { return time.ahead(); }};
        server.start(options);
        wait_for_stop(signals);
        server.stop();
        return 0;
    }
    ClusterNode node{config, time, options.web};
    node.start();
    wait_for_stop(signals);
    node.stop();
    return 0;
}

}  // namespace

int serve(const Config& asked, const ServeOptions& options) {
    if (options.crowd > 0) require_playable(asked);
    runtime::set_log_level(asked.log.level);
    const Config config = fitted_to_descriptors(asked);
    if (is_public(config.server.admin_listen))
        runtime::log(level::kWarning,
                     "server.admin_listen is open to other networks; keep the operator's API on "
                     "this machine or a private network",
                     {{"admin_listen", config.server.admin_listen}});
    give_freed_memory_back();
    const sigset_t signals = block_signals();
    const int code = config.redis.mode == RedisMode::kOff
                         ? serve_alone(config, options, signals)
                         : serve_on_redis(config, options, signals);
    runtime::log(level::kInfo, "stopped");
    return code;
}

}  // namespace onsale::program
