#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <boost/asio/thread_pool.hpp>

#include "adapter/embedded/engine/housekeeper.hpp"
#include "adapter/embedded/outbox/courier.hpp"
#include "adapter/server/loop/serving_loop.hpp"
#include "operate/port/server_operations.hpp"
#include "token/key/key_ring.hpp"
#include "token/key/secret_file.hpp"

namespace onsale::server {

class ClusterWatch;

// Gives the operator's routes access to every loop, the housekeeper and the keys.
// Thread safety: used on the admin loop.
class ServerOperations : public operate::ServerOperations {
  public:
    struct Settings {
        waiting_room::LineRules default_rules;
        std::size_t queue_depth_max = 0;
        std::string mode;       // "embedded", "single" or "cluster".
        bool on_redis = false;  // Lines and seats are kept in Redis.
        std::string process;
        std::string version;
    };
    struct Deps {
        Settings settings;
        embedded::Writer& writer;
        embedded::Housekeeper& housekeeper;
        embedded::Courier& courier;
        embedded::Storage storage;
        token::KeyRing& keys;
        // Other processes read the keys too, so a new key signs only after all of them have it.
        bool shares_keys = false;
        const token::SecretFile& owner_key;
        // Nullopt: only the owner's key can read /metrics.
        const std::optional<token::SecretFile>& metrics_key;
        std::function<std::vector<ServingLoop*>()> loops;  // All loops, the admin loop last.
        Instant started_at;
    };
    // The deployment beside this process.
    struct Cluster {
        ClusterWatch* watch = nullptr;  // Null: there is none.
        // How far Redis' clock is ahead; empty: its clock is not used.
        std::function<Duration()> clock_ahead{};
    };

    explicit ServerOperations(Deps deps) : deps_(std::move(deps)) {}

    void watch(Cluster cluster) { cluster_ = std::move(cluster); }

    bool accepts_key(std::string_view presented) const override;
    bool accepts_metrics_key(std::string_view presented) const override;
    boost::asio::awaitable<operate::Readiness> readiness() override;
    waiting_room::LineRules default_rules() const override { return deps_.settings.default_rules; }
    boost::asio::awaitable<Result<std::uint8_t, operate::Failure>> rotate_keys() override;
    boost::asio::awaitable<std::optional<operate::JournalStats>> journal_stats() override;
    boost::asio::awaitable<Result<std::vector<operate::ReportLine>, operate::Failure>> report(
        operate::ReportAsk ask) override;
    boost::asio::awaitable<Result<operate::OutboxState, operate::Failure>> outbox(
        std::size_t limit) override;
    boost::asio::awaitable<Result<operate::OutboxRetried, operate::Failure>> retry_outbox()
        override;
    boost::asio::awaitable<Result<bool, operate::Failure>> rebuild_reports() override;
    boost::asio::awaitable<Result<operate::StoryTold, operate::StoryFailure>> story(
        sale::StoryAsk ask) override;
    boost::asio::awaitable<Result<std::uint64_t, operate::Failure>> backup(
        std::string file) override;
    // Uses its own thread. The housekeeper's thread may be delayed while the cores are busy, and an
    // operator who imports a hall waits for the result.
    boost::asio::awaitable<bool> in_background(std::function<void()> work) override;
    boost::asio::awaitable<operate::PartsReport> parts() override;
    boost::asio::awaitable<std::string> metrics_text() override;
    boost::asio::awaitable<std::vector<operate::PreflightCheck>> preflight(
        std::string event_key) override;

    // Stops the background work. REQUIRES: the admin loop has stopped and still exists.
    void stop() {
        office_.stop();
        office_.join();
    }

  private:
    ServingLoop& admin_loop() const { return *deps_.loops().back(); }
    // Runs `work` on the housekeeper's thread and resumes on the admin loop.
    template <class Answer>
    boost::asio::awaitable<Answer> on_housekeeper(std::function<Answer()> work, Answer if_busy);
    // Like on_housekeeper(), on the courier's thread. A failure there is returned as text.
    template <class Answer>
    boost::asio::awaitable<Result<Answer, operate::Failure>> on_courier(
        std::function<Answer(embedded::Delivery&)> work);

    Deps deps_;
    Cluster cluster_;
    boost::asio::thread_pool office_{1};
    bool telling_ = false;  // A story is being read.
};

}  // namespace onsale::server
