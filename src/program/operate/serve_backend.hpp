#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <boost/asio/thread_pool.hpp>

#include "adapter/embedded/engine/housekeeper.hpp"
#include "adapter/embedded/outbox/courier.hpp"
#include "adapter/http/operator/call/admin_backend.hpp"
#include "program/config/config.hpp"
#include "program/serve/serve_loop.hpp"
#include "token/key/key_ring.hpp"
#include "token/key/secret_file.hpp"

namespace onsale::program {

class ClusterWatch;

// Gives the operator's routes access to every loop, the housekeeper and the keys.
// Thread safety: used on the admin loop.
class ServerBackend : public http::AdminBackend {
  public:
    struct Parts {
        const Config& config;
        embedded::Writer& writer;
        embedded::Housekeeper& housekeeper;
        embedded::Courier& courier;
        embedded::Storage storage;
        token::KeyRing& keys;
        // Other processes read the keys too, so a new key signs only after all of them have it.
        bool shares_keys = false;
        const token::SecretFile& owner_key;
        // Nothing: only the owner's key can read /metrics.
        const std::optional<token::SecretFile>& metrics_key;
        http::AuditBook& audit;
        std::function<std::vector<ServingLoop*>()> loops;  // All loops, the admin loop last.
        std::string process;
        Instant started_at;
    };
    // The deployment beside this process.
    struct Cluster {
        ClusterWatch* watch = nullptr;  // Null: there is none.
        // How far Redis' clock is ahead; empty: its clock is not used.
        std::function<Duration()> clock_ahead{};
    };

    explicit ServerBackend(Parts parts) : parts_(std::move(parts)) {}

    void watch(Cluster cluster) { cluster_ = std::move(cluster); }

    bool accepts_key(std::string_view presented) const override;
    bool accepts_metrics_key(std::string_view presented) const override;
    boost::asio::awaitable<http::Readiness> readiness() override;
    http::AuditBook& audit() override { return parts_.audit; }
    waiting_room::LineRules default_rules() const override { return parts_.config.line; }
    const http::LiveHistory& live_history() const override { return live_history_; }
    http::LiveHistory& live_history() { return live_history_; }
    boost::asio::awaitable<Result<std::uint8_t, http::AdminFailure>> rotate_keys() override;
    boost::asio::awaitable<boost::json::object> journal_stats() override;
    boost::asio::awaitable<Result<std::vector<http::ReportLine>, http::AdminFailure>> report(
        http::ReportAsk ask) override;
    boost::asio::awaitable<Result<http::OutboxState, http::AdminFailure>> outbox(
        std::size_t limit) override;
    boost::asio::awaitable<Result<http::OutboxRetried, http::AdminFailure>> retry_outbox() override;
    boost::asio::awaitable<Result<bool, http::AdminFailure>> rebuild_reports() override;
    boost::asio::awaitable<Result<http::StoryTold, http::StoryFailure>> story(
        sale::StoryAsk ask) override;
    boost::asio::awaitable<Result<std::uint64_t, http::AdminFailure>> backup(
        std::string file) override;
    // Uses its own thread. The housekeeper's thread may be delayed while the cores are busy, and an
    // operator who imports a hall waits for the result.
    boost::asio::awaitable<bool> in_background(std::function<void()> work) override;
    boost::asio::awaitable<http::PartsReport> parts() override;
    boost::asio::awaitable<std::string> metrics_text() override;
    boost::asio::awaitable<std::vector<http::PreflightCheck>> preflight(
        std::string event_key) override;

    // Stops the background work. REQUIRES: the admin loop has stopped and still exists.
    void stop() {
        office_.stop();
        office_.join();
    }

  private:
    ServingLoop& admin_loop() const { return *parts_.loops().back(); }
    // Runs `work` on the housekeeper's thread and resumes on the admin loop.
    template <class Answer>
    boost::asio::awaitable<Answer> on_housekeeper(std::function<Answer()> work, Answer if_busy);
    // Like on_housekeeper(), on the courier's thread. A failure there is returned as text.
    template <class Answer>
    boost::asio::awaitable<Result<Answer, http::AdminFailure>> on_courier(
        std::function<Answer(embedded::Delivery&)> work);

    Parts parts_;
    Cluster cluster_;
    http::LiveHistory live_history_;
    boost::asio::thread_pool office_{1};
    bool telling_ = false;  // A story is being read.
};

}  // namespace onsale::program
