#include "adapter/server/loop/cluster_ports.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "token/key/random.hpp"

namespace onsale::server {
namespace {

using namespace std::chrono_literals;

void add_commands(http::RedisNumbers& numbers, const redis::Metrics& metrics) {
    for (const auto& [name, counted] : metrics.commands) {
        http::RedisCommandNumbers& one = numbers.commands[name];
        one.answered += counted.answered;
        one.errors += counted.errors;
        one.unavailable += counted.unavailable;
        one.unknown += counted.unknown;
        one.latency_ns.merge(counted.latency_ns);
    }
}

// The view gets changes immediately, so this interval only matters for new events.
constexpr std::chrono::milliseconds kLookForEvents{1000};
constexpr std::chrono::milliseconds kLookAtAge{50};
constexpr std::chrono::milliseconds kLookForPayment{1000};
constexpr std::chrono::milliseconds kLookForNews{1000};

RedisSight sight_of(const http::RedisNumbers& numbers, RedisLink& link) {
    RedisSight sight{.gone = link.is_gone(),
                     .connects = numbers.connects,
                     .connections_lost = numbers.connections_lost,
                     .connect_failures = numbers.connect_failures,
                     .views_anew = numbers.feed_resyncs,
                     .lines_told_again = numbers.lines_told_again,
                     .seats_drifted = numbers.seats_drifted,
                     .seats_repaired = numbers.seats_repaired};
    for (const redis::Endpoint& master : link.client().caller().topology->masters())
        sight.masters.push_back(redis::to_text(master));
    std::ranges::sort(sight.masters);
    return sight;
}

}  // namespace

std::string loop_name(const ClusterDeps& deps) {
    return deps.process + "-" + std::to_string(random_numbers()());
}

redis::Random random_numbers() {
    return [pool = token::RandomPool{}]() mutable {
        const Sha256Digest digest = pool.take();
        std::uint64_t number = 0;
        std::memcpy(&number, digest.data(), sizeof number);
        return number;
    };
}

RedisLink::RedisLink(boost::asio::io_context& loop, http::LoopViews& views, const ClusterDeps& deps)
    : deps_(deps),
      views_(views),
      client_(loop, deps.use.client),
      caller_(client_, deps.use.calls),
      feed_(
          loop, caller_, views.line, {},
          [this](waiting_room::EventId event, const sale::Facts& facts, Instant now) {
              sale_feed_.told(event, facts, now);
          },
          [this](waiting_room::EventId event) { sale_feed_.anew(event); }),
      sale_feed_({loop, caller_, feed_, views.sale, views.buying},
                 redis::SaleFeedConfig{.plans = deps.plans},
                 [this](waiting_room::EventId, const sale::Facts& facts, Instant now) {
                     reader_->hear(facts, now);
                 }),
      events_(loop, client_, redis::kEventsKey, kLookForEvents,
              [this](const auto& events) { follow(events); }),
      look_timer_(loop) {}

void RedisLink::tell(NewsReader& reader) {
    reader_ = &reader;
    look();
}

void RedisLink::follow(Events events) {
    for (const waiting_room::EventId event : more_ ? more_() : Events{})
        events.push_back(event);
    feed_.follow_only(events);
    followed_ = std::move(events);
}

// The halls of an event are read after its line.
bool RedisLink::has_read_all() const {
    return followed_ && std::ranges::all_of(*followed_, [this](waiting_room::EventId event) {
               return sale_feed_.is_loaded(event);
           });
}

// Reports the view's age and whether Redis answers.
void RedisLink::look() {
    const auto now = std::chrono::steady_clock::now();
    const auto age = feed_.age(now);
    const bool failing = feed_.figures().failures != failures_seen_;
    failures_seen_ = feed_.figures().failures;
    if (age) reader_->be_current(deps_.clock.now() - *age);
    // Answers contain the age of the event's view. This reports why the view will not become
    // current.
    const bool old = !age || *age > deps_.use.view_age_max;
    if (!old) reader_->be_degraded(operate::Degraded::kNo);
    if (old && failing) reader_->be_degraded(operate::Degraded::kRedisGone);
    is_gone_ = old && (failing || is_gone_);
    if (ready_ && has_read_all()) std::exchange(ready_, nullptr)();
    look_timer_.expires_after(kLookAtAge);
    look_timer_.async_wait([this](const boost::system::error_code& error) {
        if (!error) look();
    });
}

void RedisLink::count(http::RedisNumbers& numbers) const {
    const redis::Metrics metrics = client_.metrics();
    add_commands(numbers, metrics);
    numbers.connects = metrics.connects;
    numbers.connect_failures = metrics.connect_failures;
    numbers.connections_lost = metrics.connections_lost;
    numbers.redirections = metrics.moved + metrics.asked;
    numbers.retries = metrics.retries;
    numbers.map_refreshes = metrics.map_refreshes;
    numbers.refused_full = metrics.refused_full;
    numbers.resubscriptions = metrics.resubscriptions;
    numbers.calls = metrics.calls;
    numbers.connections = metrics.connections;
    numbers.pipeline_depth = metrics.pipeline_depth;
    numbers.pipeline_depth_max = metrics.pipeline_depth_max;
    const redis::FeedFigures& feed = feed_.figures();
    numbers.feed_entries = feed.entries;
    numbers.feed_facts = feed.facts;
    numbers.feed_resyncs = feed.resyncs;
    numbers.feed_failures = feed.failures;
    numbers.hall_loads = sale_feed_.figures().loads;
    numbers.hall_failures = sale_feed_.figures().failures;
    numbers.view_age = feed_.age(std::chrono::steady_clock::now());
    numbers.views_unread = numbers.view_age ? 0 : 1;
    const redis::ReplicaFigures& replicas = caller_.replicas().figures();
    numbers.replicas_missed = replicas.degraded;
    numbers.replicas_unknown = replicas.unknown;
    numbers.replicas_refused = replicas.refused;
}

ClusterPorts::ClusterPorts(boost::asio::io_context& loop, http::LoopViews& views,
                           const ClusterDeps& deps)
    : link_(loop, views, deps),
      remote_store_(link_.client(), {.node = loop_name(deps)}),
      lines_({loop, link_.caller(), link_.feed(), views.line, remote_store_},
             {.join = {.timeout = deps.use.call_timeout}, .timeout = deps.use.call_timeout}),
      holds_({link_.caller(), link_.sale_feed(), views.line, views.sale, random_numbers()},
             {.timeout = deps.use.call_timeout}),
      loop_(loop),
      news_timer_(loop) {}

void ClusterPorts::write_news() {
    http::RedisNumbers numbers;
    count(numbers);
    news_.look(sight_of(numbers, link_), std::chrono::steady_clock::now());
    news_timer_.expires_after(kLookForNews);
    news_timer_.async_wait([this](const boost::system::error_code& error) {
        if (!error) write_news();
    });
}

void ClusterPorts::sweep_halls() {
    sweeper_.emplace(redis::HallSweeper::Deps{loop_, link_.caller(), link_.feed(),
                                              link_.views().sale, random_numbers(), &payment_},
                     redis::SweepConfig{});
    sweeper_->start();
}

void ClusterPorts::describe(http::LoopContext& context) {
    context.view_age = [this](waiting_room::EventId event) -> std::optional<Duration> {
        return link_.feed().age(event, std::chrono::steady_clock::now());
    };
    context.view_age_max = link_.deps().use.view_age_max;
    context.restores_places = true;
}

void ClusterPorts::count(http::RedisNumbers& numbers) const {
    link_.count(numbers);
    if (!sweeper_) return;
    numbers.sweeps = sweeper_->figures().sweeps;
    numbers.swept = sweeper_->figures().ended;
    numbers.sweep_failures = sweeper_->figures().failures;
}

void ClusterPorts::tell(NewsReader& reader) {
    link_.tell(reader);
    if (link_.deps().use.takes_payments) return;
    store_watch_.emplace(
        loop_, link_.client(), kLookForPayment,
        [&reader](bool is_open) { reader.know_payment(is_open); }, &payment_);
}

}  // namespace onsale::server
