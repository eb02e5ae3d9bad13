#include "adapter/server/operate/cluster_watch.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>

#include "operate/port/readiness.hpp"

namespace onsale::server {

namespace asio = boost::asio;

namespace {

using namespace std::chrono_literals;
using std::chrono::duration_cast;
using std::chrono::milliseconds;

constexpr auto kAskEvery = 1s;
constexpr auto kAnswerMax = 500ms;
// Three missing announcements.
constexpr Duration kSilent = 6s;

operate::ProcessReport report_of(const redis::ProcessNote& note, Instant now) {
    const Duration heard = std::max(Duration{0}, now - note.said_at);
    return {.name = note.name,
            .roles = note.roles,
            .address = note.address,
            .admin_address = note.admin_address,
            .version = note.version,
            .state = heard > kSilent ? "silent" : note.state,
            .degraded = note.degraded,
            .started_at = note.started_at,
            .heard = heard,
            .view_age = note.view_age,
            .connections = note.connections,
            .requests = note.requests,
            .leases = note.leases};
}

// Without Redis no notes can be read: only this process is known to be alive.
void say_what_is_unknown(std::vector<operate::ProcessReport>& reports, const std::string& own) {
    for (operate::ProcessReport& report : reports) {
        if (report.name != own) {
            report.state = "unknown";
            continue;
        }
        report.state = "degraded";
        report.degraded = to_word(operate::Degraded::kRedisGone);
        report.heard = milliseconds{0};
    }
}

operate::RedisNodeReport report_of(const redis::NodeNote& note, milliseconds age) {
    operate::RedisNodeReport report{.address = note.address,
                                    .id = note.id,
                                    .master = note.master,
                                    .replica_of = note.replica_of,
                                    .state = std::string{to_word(note.health)},
                                    .linked = note.health == redis::NodeHealth::kOk,
                                    .slots = note.slots,
                                    .offset = note.offset,
                                    .lag_bytes = std::nullopt,
                                    .age = age};
    if (!note.master) report.lag_bytes = note.behind_by_bytes;
    return report;
}

}  // namespace

ClusterWatch::ClusterWatch(asio::io_context& loop, Deps deps) : deps_(std::move(deps)) {
    asio::co_spawn(loop, listen(), [](const std::exception_ptr& error) {
        if (error) std::rethrow_exception(error);
    });
}

asio::awaitable<void> ClusterWatch::listen() {
    asio::steady_timer timer{co_await asio::this_coro::executor};
    for (;;) {
        const SteadyTime begun = std::chrono::steady_clock::now();
        auto notes =
            co_await redis::read_roster(deps_.client, deps_.clock.now(), begun + kAnswerMax);
        processes_answer_ = notes.has_value();
        if (notes) notes_ = *std::move(notes);
        for (const redis::ProcessNote& note : notes_)
            deps_.counts.hear(note);
        timer.expires_at(begun + kAskEvery);
        co_await timer.async_wait(asio::use_awaitable);
    }
}

asio::awaitable<void> ClusterWatch::look() {
    const SteadyTime begun = std::chrono::steady_clock::now();
    if (begun - asked_at_ < kAskEvery) co_return;
    asked_at_ = begun;
    auto nodes = co_await redis::read_nodes(deps_.client, deps_.config, begun + kAnswerMax);
    nodes_answer_ = nodes.has_value();
    if (!nodes) co_return;
    nodes_ = *std::move(nodes);
    nodes_at_ = std::chrono::steady_clock::now();
}

std::vector<operate::ProcessReport> ClusterWatch::processes(Instant now) const {
    std::vector<operate::ProcessReport> reports;
    for (const redis::ProcessNote& note : notes_)
        reports.push_back(report_of(note, now));
    if (!processes_answer_) say_what_is_unknown(reports, deps_.counts.own());
    return reports;
}

std::vector<operate::RedisNodeReport> ClusterWatch::nodes(SteadyTime now) const {
    std::vector<operate::RedisNodeReport> reports;
    for (const redis::NodeNote& note : nodes_)
        reports.push_back(report_of(note, duration_cast<milliseconds>(now - nodes_at_)));
    return reports;
}

}  // namespace onsale::server
