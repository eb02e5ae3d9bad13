#include "adapter/server/loop/cluster_ports.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "token/key/random.hpp"

namespace onsale::server {
namespace {

using namespace std::chrono_literals;

// The view gets changes immediately, so this interval only matters for new events.
constexpr std::chrono::milliseconds kLookForEvents{1000};
constexpr std::chrono::milliseconds kLookAtAge{50};
constexpr std::chrono::milliseconds kLookForPayment{250};
constexpr std::chrono::milliseconds kLookForNews{1000};

RedisSight sight_of(RedisLink& link) {
    RedisSight sight{.gone = link.is_gone(), .counters = link.client().counters()};
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
    const std::uint64_t failures = client_.counters()["redis_view_failures_total"];
    const bool failing = std::exchange(failures_seen_, failures) != failures;
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

void RedisLink::count(http::ProcessNumbers& sum) const {
    sum.loops.counters.add(client_.counters());
    for (const auto& [name, calls] : client_.commands())
        sum.commands[name].merge(calls);
    const std::optional<Duration> age = feed_.age(std::chrono::steady_clock::now());
    if (!age) ++sum.loops.counters["redis_views_unread"];
    sum.view_age = std::max(sum.view_age, age);  // std::nullopt compares less than any age.
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
    news_.look(sight_of(link_), std::chrono::steady_clock::now());
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

void ClusterPorts::tell(NewsReader& reader) {
    link_.tell(reader);
    if (link_.deps().use.takes_payments) return;
    store_watch_.emplace(
        loop_, link_.client(), kLookForPayment,
        [&reader](bool is_open) { reader.know_payment(is_open); }, &payment_);
}

}  // namespace onsale::server
