#include "main/serve.hpp"

#include <csignal>
#include <future>
#include <iostream>
#include <thread>

#include <boost/asio/steady_timer.hpp>
#include <malloc.h>
#include <pthread.h>
#include <sys/resource.h>

#include "adapter/embedded/courier.hpp"
#include "adapter/embedded/data_folder.hpp"
#include "adapter/embedded/reports.hpp"
#include "adapter/http/admin_site.hpp"
#include "adapter/http/listening_socket.hpp"
#include "adapter/http/open_connections.hpp"
#include "main/serve_audit.hpp"
#include "main/serve_backend.hpp"
#include "main/serve_brake.hpp"
#include "main/serve_demo.hpp"
#include "main/serve_identity.hpp"
#include "main/serve_live.hpp"
#include "main/serve_payments.hpp"
#include "main/serve_tls.hpp"
#include "main/serve_transport.hpp"
#include "runtime/log.hpp"
#include "runtime/system_time.hpp"
#include "runtime/zones.hpp"
#include "token/random.hpp"

namespace onsale {
namespace {

namespace level {
constexpr auto kInfo = runtime::LogLevel::kInfo;
constexpr auto kWarning = runtime::LogLevel::kWarning;
constexpr auto kError = runtime::LogLevel::kError;
}  // namespace level

// On the operator's listener the admin routes come first; the guest's reads work there too.
class AdminFront : public http::Handler {
  public:
    AdminFront(http::AdminSite& admin, http::GuestSite& guest) : admin_(admin), guest_(guest) {}

    void handle(const http::Request& request, http::Reply& reply) override {
        const bool guest =
            request.path.starts_with("/api/queue/") || request.path.starts_with("/api/events");
        guest ? guest_.handle(request, reply) : admin_.handle(request, reply);
    }

  private:
    http::AdminSite& admin_;
    http::GuestSite& guest_;
};

// Takes as many descriptors as the system allows, and lets guests use all but the last of them:
// the operator and the journal must never find none left.
Config fitted_to_descriptors(Config config) {
    rlimit limit{};
    getrlimit(RLIMIT_NOFILE, &limit);
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
    constexpr rlim_t kOwnUse = 320;  // The operator's connections, files, the log.
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

// Left alone, glibc raises both thresholds after a snapshot's large buffers, and then keeps what a
// snapshot freed: 20 MB beside a line of a million.
void give_freed_memory_back() {
    constexpr int kThresholdBytes = 1 << 20;
    mallopt(M_MMAP_THRESHOLD, kThresholdBytes);
    mallopt(M_TRIM_THRESHOLD, kThresholdBytes);
}

runtime::LogLevel level_of(LogLevel level) {
    switch (level) {
        case LogLevel::kDebug:
            return runtime::LogLevel::kDebug;
        case LogLevel::kInfo:
            return runtime::LogLevel::kInfo;
        case LogLevel::kWarning:
            return runtime::LogLevel::kWarning;
        case LogLevel::kError:
            return runtime::LogLevel::kError;
    }
    return runtime::LogLevel::kInfo;
}

// Signals come to the main thread alone: every other thread inherits this mask.
sigset_t block_signals() {
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGTERM);
    sigaddset(&set, SIGINT);
    pthread_sigmask(SIG_BLOCK, &set, nullptr);
    std::signal(SIGPIPE, SIG_IGN);
    return set;
}

class Server {
  public:
    Server(const Config& config, const ServeOptions& options)
        : config_(config),
          folder_(config.engine.data),
          time_(config.engine.clock_shift),
          keys_(token::KeyRing::open(folder_.path(), seconds_now())),
          owner_key_(folder_.path() / "owner.key"),
          complete_key_(complete_key_path()),
          site_(config.identity),
          tls_(config.server),
          engine_(
              folder_.storage(), time_,
              [pool = token::RandomPool{}]() mutable { return pool.take(); }, runtime::zone_offset),
          writer_(engine_, {config.limits.queue_depth_max, config.engine.batch_max}),
          payments_(folder_.path(), writer_, time_),
          images_(folder_.path() / "images"),
          housekeeper_(
              folder_.storage(), writer_,
              {config.engine.wal_limit, config.engine.snapshot_facts, config.engine.snapshot_every},
              [](const std::string& error) {
                  runtime::log(level::kError, "housekeeping failed", {{"error", error}});
              }),
          courier_(folder_.storage(), writer_,
                   {std::make_shared<embedded::Reports>(folder_.storage(), runtime::zone_offset)},
                   {},
                   [](const std::string& error) {
                       runtime::log(level::kError, "a message was not applied", {{"error", error}});
                   }),
          audit_(folder_.storage(), folder_.path() / kAuditKeyFile, time_),
          backend_({config_, writer_, housekeeper_, courier_, folder_.storage(), keys_, owner_key_,
                    audit_, [this] { return all_loops(); }}),
          guest_limits_(guest_rates(config)),
          admin_limits_(guest_rates(config), kAdminEntries) {
        if (options.demo) {
            make_demo_event(engine_, config_);
            furnish_demo_event(engine_);
        }
        for (const auto& [id, hall] : engine_.state().halls())
            (void)plans_->of(hall.plan);
        make_loops();
    }

    void start(const ServeOptions& options) {
        writer_.start();
        housekeeper_.start();
        courier_.start();
        audit_.start(admin_->io());
        live_sampler_.emplace(LiveSampler::Parts{all_loops(), writer_, backend_.live_history()});
        live_sampler_->start();
        brake_driver_.emplace(admin_->context());
        brake_driver_->start();
        for (const auto& loop : loops_)
            loop->start();
        admin_->start();
        payments_.start();
        watch_files();
        print_welcome(std::cout, config_, loops_.front()->port(), options.demo);
        runtime::log(level::kInfo, "serving",
                     {{"listen", config_.server.listen},
                      {"loops", std::to_string(loops_.size())},
                      {"events", std::to_string(engine_.room().size())},
                      {"journal_row", std::to_string(engine_.journal().last_seq())}});
    }

    // Finishes what is in flight, then ends every thread.
    void stop() {
        std::vector<std::future<void>> drained;
        for (ServingLoop* const loop : all_loops()) {
            auto done = std::make_shared<std::promise<void>>();
            drained.push_back(done->get_future());
            loop->drain([done] { done->set_value(); });
        }
        for (const auto& one : drained)
            one.wait_for(config_.server.drain_timeout + std::chrono::seconds{1});
        for (ServingLoop* const loop : all_loops())
            loop->stop();
        backend_.stop();
        payments_.stop();
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

    std::vector<ServingLoop*> all_loops() {
        std::vector<ServingLoop*> all;
        for (const auto& loop : loops_)
            all.push_back(loop.get());
        all.push_back(admin_.get());
        return all;
    }

    std::unique_ptr<ServingLoop> make_loop(const std::string& name, LoopUse use,
                                           std::shared_ptr<http::OpenStreams> streams,
                                           http::GuestLimits& limits,
                                           const std::vector<std::string>& origins) {
        http::GuestSiteConfig site = guest_site_config(config_);
        site.streams = std::move(streams);
        site.allowed_origins = origins;
        site.site = site_.current();
        site.complete_key = &complete_key_;
        site.plans = plans_;
        const std::size_t index = loops_.size();
        const http::RequestLog::Limits log{config_.log.refusals_per_second,
                                           config_.log.slow_request};
        auto loop = std::make_unique<ServingLoop>(
            name, use, LoopParts{engine_, writer_, time_, keys_.keys(), limits, payments_, log},
            std::move(site),
            [this, index](http::StreamHub::Key key) { close_elsewhere(key, index); });
        loop->context().images = &images_;
        loop->context().public_url = config_.server.public_url;
        loop->context().plans = plans_.get();
        return loop;
    }

    void make_loops() {
        const std::size_t loops = config_.server.loops != 0
                                      ? config_.server.loops
                                      : std::max(1u, std::thread::hardware_concurrency());
        const auto connections = std::make_shared<http::OpenConnections>();
        const auto streams = std::make_shared<http::OpenStreams>(config_.limits.stream_max);
        http::require_free_address(guest_transport(config_, 0));
        for (std::size_t i = 0; i < loops; ++i) {
            loops_.push_back(make_loop("loop-" + std::to_string(i), LoopUse::kGuests, streams,
                                       guest_limits_, config_.server.allowed_origins));
            http::TransportConfig mine = guest_transport(config_, i);
            mine.tls = tls_.current();
            mine.counted_in = connections;
            // With port 0 the first listener chooses, the others share.
            if (i > 0) mine.port = loops_.front()->port();
            loops_.back()->listen(mine, loops_.back()->site());
        }
        make_admin_loop();
    }

    void make_admin_loop() {
        const auto streams = std::make_shared<http::OpenStreams>(config_.limits.stream_max);
        admin_ = make_loop("admin", LoopUse::kOperator, streams, admin_limits_,
                           {});  // No CORS there, ever.
        admin_->watch_sale(engine_.state());
        admin_site_.emplace(admin_->context(), backend_, admin_->metrics());
        admin_front_.emplace(*admin_site_, admin_->site());
        const http::TransportConfig local = local_transport(config_);
        std::filesystem::remove(local.unix_path);  // Left by a process that did not end well.
        http::require_free_address(admin_transport(config_));
        admin_->listen(admin_transport(config_), *admin_front_);
        admin_->listen(local, *admin_front_);
    }

    // One event stream per guest: the loop that opened it last keeps it.
    void close_elsewhere(http::StreamHub::Key key, std::size_t index) {
        for (std::size_t i = 0; i < loops_.size(); ++i)
            if (i != index)
                loops_[i]->post([key](ServingLoop& loop) { loop.site().streams().close(key); });
    }

    // The site's keys and the certificate are renewed by others.
    void watch_files() {
        if (!site_.watches_file() && !tls_.current()) return;
        constexpr std::chrono::seconds kLookEvery{2};
        file_timer_.emplace(admin_->io(), kLookEvery);
        file_timer_->async_wait([this](const boost::system::error_code& error) {
            if (error) return;
            if (site_.watches_file()) reload_site_keys();
            if (const auto tls = tls_.reload())
                for (const auto& loop : loops_)
                    loop->post([tls](ServingLoop& self) { self.replace_tls(tls); });
            watch_files();
        });
    }

    void reload_site_keys() {
        const auto keys = site_.reload();
        if (keys == nullptr) return;
        for (ServingLoop* const loop : all_loops())
            loop->post([keys](ServingLoop& self) { self.site().replace_site_keys(keys); });
    }

    const Config& config_;
    embedded::DataFolder folder_;
    runtime::SystemTime time_;
    token::KeyRing keys_;
    token::SecretFile owner_key_;
    token::SecretFile complete_key_;
    SiteSource site_;
    TlsFiles tls_;
    embedded::Engine engine_;
    embedded::Writer writer_;
    Payments payments_;
    http::ImageStore images_;
    embedded::Housekeeper housekeeper_;
    embedded::Courier courier_;
    ServerAudit audit_;
    ServerBackend backend_;
    http::GuestLimits guest_limits_;
    // Of its own: guests cannot use up what the operator may do. Few come that way.
    static constexpr std::size_t kAdminEntries = 1024;
    http::GuestLimits admin_limits_;
    // The halls' geometry as it is sent, made once for all loops.
    std::shared_ptr<http::PlanTexts> plans_ = std::make_shared<http::PlanTexts>();
    std::vector<std::unique_ptr<ServingLoop>> loops_;
    std::unique_ptr<ServingLoop> admin_;
    std::optional<http::AdminSite> admin_site_;
    std::optional<AdminFront> admin_front_;
    std::optional<boost::asio::steady_timer> file_timer_;
    std::optional<LiveSampler> live_sampler_;
    std::optional<BrakeDriver> brake_driver_;
};

}  // namespace

int serve(const Config& asked, const ServeOptions& options) {
    runtime::set_log_level(level_of(asked.log.level));
    const Config config = fitted_to_descriptors(asked);
    give_freed_memory_back();
    const sigset_t signals = block_signals();
    Server server{config, options};
    server.start(options);
    int signal = 0;
    sigwait(&signals, &signal);
    runtime::log(level::kInfo, "stopping", {{"signal", std::to_string(signal)}});
    server.stop();
    runtime::log(level::kInfo, "stopped");
    return 0;
}

}  // namespace onsale
