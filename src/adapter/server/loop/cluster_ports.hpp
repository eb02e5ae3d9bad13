#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>

#include <boost/asio/steady_timer.hpp>

#include "adapter/redis/feed/event_directory.hpp"
#include "adapter/redis/hall/hall_sweeper.hpp"
#include "adapter/redis/hall/redis_holds.hpp"
#include "adapter/redis/hall/sale_feed.hpp"
#include "adapter/redis/line/no_office.hpp"
#include "adapter/redis/line/redis_lines.hpp"
#include "adapter/redis/store/remote_store.hpp"
#include "adapter/redis/store/store_watch.hpp"
#include "adapter/server/loop/cluster_news.hpp"
#include "adapter/server/loop/loop_ports.hpp"

namespace onsale::server {

// How the loops of a process use Redis.
struct RedisUse {
    redis::Config client;
    redis::ScriptCallConfig calls;
    Duration call_timeout{};
    Duration view_age_max{};
    Duration restore_wait{};  // How long admission waits after all places were lost.
    bool takes_payments = false;
};

// Shared by the loops of a process on Redis; outlives them.
struct ClusterDeps {
    RedisUse use;
    const SaleClock& clock;
    std::string process;  // Unique name of the process.
    std::shared_ptr<redis::PlanShelf> plans = std::make_shared<redis::PlanShelf>();
};

// A loop's own connections to Redis, and its views, which are fed from the streams.
class RedisLink {
  public:
    RedisLink(boost::asio::io_context& loop, http::LoopViews& views, const ClusterDeps& deps);

    void tell(NewsReader& reader);
    void when_ready(std::function<void()> ready) { ready_ = std::move(ready); }
    // Events that must be followed even if Redis does not have them yet. The views are complete
    // only when these events are in Redis.
    using Events = std::vector<waiting_room::EventId>;
    void follow_also(std::function<Events()> more) { more_ = std::move(more); }
    void count(http::ProcessNumbers& sum) const;
    bool is_gone() const { return is_gone_; }

    const ClusterDeps& deps() const { return deps_; }
    http::LoopViews& views() { return views_; }
    redis::Client& client() { return client_; }
    redis::ScriptCaller& caller() { return caller_; }
    redis::ViewFeed& feed() { return feed_; }
    redis::SaleFeed& sale_feed() { return sale_feed_; }

  private:
    void follow(Events events);
    void look();
    bool has_read_all() const;

    const ClusterDeps& deps_;
    http::LoopViews& views_;
    NewsReader* reader_ = nullptr;
    redis::Client client_;
    redis::ScriptCaller caller_;
    redis::ViewFeed feed_;
    redis::SaleFeed sale_feed_;
    std::function<Events()> more_;
    std::optional<Events> followed_;  // Nullopt until the directory was read.
    redis::EventDirectory events_;
    std::function<void()> ready_;
    boost::asio::steady_timer look_timer_;
    std::uint64_t failures_seen_ = 0;
    bool is_gone_ = false;
};

// The guests' ports over Redis. Only the payment process knows orders and payments.
class ClusterPorts : public LoopPorts {
  public:
    ClusterPorts(boost::asio::io_context& loop, http::LoopViews& views, const ClusterDeps& deps);
    // Lets this loop also expire holds.
    void sweep_halls();
    // Lets this loop log the changes of Redis. One loop per process is enough.
    void write_news();

    const SaleClock& clock() const override { return link_.deps().clock; }
    waiting_room::WaitingLines& lines() override { return lines_; }
    waiting_room::EventOffice& office() override { return office_; }
    sale::SeatHolds* holds() override { return &holds_; }
    sale::Orders* orders() override { return nullptr; }
    sale::SaleOffice* sale_office() override { return nullptr; }
    void tell(NewsReader& reader) override;
    void when_ready(std::function<void()> ready) override { link_.when_ready(std::move(ready)); }
    void describe(http::LoopContext& context) override;
    void count(http::ProcessNumbers& sum) const override { link_.count(sum); }

    RedisLink& link() { return link_; }

  private:
    RedisLink link_;
    redis::RemoteStore remote_store_;
    redis::RedisLines lines_;
    redis::RedisHolds holds_;
    redis::PaymentSight payment_;
    std::optional<redis::HallSweeper> sweeper_;
    std::optional<redis::StoreWatch> store_watch_;
    ClusterNews news_;
    redis::NoOffice office_;
    boost::asio::io_context& loop_;
    boost::asio::steady_timer news_timer_;
};

redis::Random random_numbers();
// A name that no loop of any process has, not even of an earlier one.
std::string loop_name(const ClusterDeps& deps);

}  // namespace onsale::server
