#include "adapter/redis/relay/line_watch.hpp"

#include <algorithm>
#include <charconv>
#include <utility>

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/use_awaitable.hpp>

#include "adapter/redis/feed/event_directory.hpp"
#include "adapter/redis/relay/event_removal.hpp"
#include "adapter/redis/script/line_keys.hpp"

namespace onsale::redis {

namespace asio = boost::asio;
using asio::awaitable;
using Clock = std::chrono::steady_clock;
using waiting_room::EventId;
using waiting_room::Lifecycle;

namespace {

std::uint64_t number_in(const Reply& reply) {
    std::uint64_t value = 0;
    std::from_chars(reply.text.data(), reply.text.data() + reply.text.size(), value);
    return value;
}

}  // namespace

std::string_view run_id(std::string_view info) {
    constexpr std::string_view kName = "run_id:";
    const auto from = info.find(kName);
    if (from == info.npos) return {};
    info.remove_prefix(from + kName.size());
    return info.substr(0, info.find_first_of("\r\n"));
}

Command report_command(EventId event) {
    return {"HMGET",
            {line_keys(event).front(), "event", "applied", "issued", "block_end", "run",
             "wait_until", "restored"}};
}

LineReport read_report(const Reply& fields, const Reply& info) {
    constexpr std::size_t kFields = 7;
    LineReport report;
    if (fields.items.size() != kFields) return report;
    report.is_known = !fields.items[0].is_nil();
    report.applied = number_in(fields.items[1]);
    report.issued = number_in(fields.items[2]);
    report.block_end = number_in(fields.items[3]);
    report.numbers =
        static_cast<std::uint32_t>(report.block_end - std::min(report.block_end, report.issued));
    report.is_other_server = fields.items[4].text != run_id(info.text);
    if (!fields.items[5].is_nil())
        report.awaited = {instant_from_ms(static_cast<std::int64_t>(number_in(fields.items[5]))),
                          number_in(fields.items[6])};
    return report;
}

LineWatch::LineWatch(asio::io_context& loop, ScriptCaller& caller, LineRelay& relay,
                     WatchConfig config, const waiting_room::RoomView* view)
    : loop_(loop), caller_(caller), relay_(relay), config_(config), timer_(loop), view_(view) {}

void LineWatch::start() {
    asio::co_spawn(
        loop_, [self = shared_from_this()] { return self->run(); },
        [](const std::exception_ptr& error) {
            if (error) std::rethrow_exception(error);
        });
}

void LineWatch::close() {
    closed_ = true;
    timer_.cancel();
}

awaitable<void> LineWatch::run() {
    while (!closed_) {
        const Deadline next = Clock::now() + config_.every;
        const bool enlist = Clock::now() >= enlist_at_;
        if (enlist) enlist_at_ = Clock::now() + config_.enlist_every;
        std::vector<EventId> events;
        for (const auto& [event, line] : relay_.room())
            if (line->lifecycle() != Lifecycle::kArchived) events.push_back(event);
        for (const EventId event : events) {
            co_await look(event, enlist);
            if (closed_) co_return;
        }
        if (enlist) co_await strike_archived();
        if (enlist && !closed_) co_await remove_struck();
        if (closed_) co_return;
        timer_.expires_at(next);
        (void)co_await timer_.async_wait(asio::as_tuple(asio::use_awaitable));
    }
}

awaitable<void> LineWatch::look(EventId event, bool enlist) {
    enlist |= watched_[event].listed_as != relay_.room().find(event)->lifecycle();
    const bool must_look = enlist || runs_out(event);
    if (!relay_.is_idle(event) || (!must_look && Clock::now() < watched_[event].look_at)) co_return;
    // Look again soon, unless the line turns out to be idle.
    watched_[event].look_at = Clock::now() + config_.busy;
    Pipeline pipeline;
    pipeline.commands.push_back(report_command(event));
    pipeline.commands.push_back({"INFO", {"server"}});
    const auto answers = co_await caller_.client().call(slot_of(event), std::move(pipeline),
                                                        Clock::now() + config_.timeout);
    if (closed_ || !answers || (*answers)[0].is_error() || (*answers)[1].is_error()) co_return;
    const LineReport report = read_report((*answers)[0], (*answers)[1]);
    const bool issues = note(watched_[event], report);
    if (act(event, report) && !issues) watched_[event].look_at = Clock::now() + config_.at_rest;
    if (enlist) co_await enlist_event(event);
}

std::uint32_t LineWatch::low_mark(const Watched& line) const {
    const std::uint32_t block = line.block == 0 ? relay_.config().first_block : line.block;
    return std::min(config_.block_low, block / 2);
}

std::uint32_t LineWatch::next_block(const Watched& line) const {
    const auto wanted = static_cast<std::uint64_t>(config_.block_lasts.count()) * line.per_second;
    const RelayConfig& allowed = relay_.config();
    return static_cast<std::uint32_t>(std::clamp<std::uint64_t>(
        wanted, std::min(allowed.first_block, allowed.block), allowed.block));
}

bool LineWatch::runs_out(EventId event) const {
    const auto* const line = view_ == nullptr ? nullptr : view_->find(event);
    const auto found = watched_.find(event);
    if (line == nullptr || found == watched_.end() || found->second.block_end == 0) return false;
    if (!takes_guests(relay_.room().find(event))) return false;
    return line->book().issued_count() + low_mark(found->second) > found->second.block_end;
}

// The previous pace still counts for half: a line stopped by a server failure will soon go on.
bool LineWatch::note(Watched& line, const LineReport& report) const {
    using Seconds = std::chrono::duration<double>;
    const auto now = Clock::now();
    const std::uint64_t issued = report.issued - std::min(report.issued, line.issued);
    const double seconds = std::max(Seconds{0.01}, Seconds{now - line.looked_at}).count();
    const auto pace = static_cast<std::uint32_t>(static_cast<double>(issued) / seconds);
    line.per_second = std::max(pace, line.per_second / 2);
    const bool issues = report.issued != line.issued;
    line.looked_at = now;
    line.issued = report.issued;
    line.block_end = report.block_end;
    line.awaited = report.awaited;
    return issues;
}

std::optional<PlacesAwaited> LineWatch::awaited(EventId event) const {
    const auto found = watched_.find(event);
    return found == watched_.end() ? std::nullopt : found->second.awaited;
}

bool LineWatch::act(EventId event, const LineReport& report) {
    relay_.continue_from(report.applied);
    // The missing changes may be on their way.
    if (!relay_.is_idle(event)) return false;
    // The first look after a start sends everything, because it is not known whether the last
    // process delivered all changes.
    const std::uint64_t told = relay_.change_of(event);
    if (!report.is_known || told == 0 || report.applied < told) {
        ++caller_.counters()["store_lines_told_again_total"];
        // A line that Redis does not know has no deadlines.
        if (report.is_known) relay_.recall_moves(event, report.applied);
        relay_.tell_all(event);
        return false;
    }
    if (!takes_guests(relay_.room().find(event))) return true;
    Watched& line = watched_[event];
    if (!report.is_other_server && report.numbers >= low_mark(line)) return true;
    ++caller_.counters()["store_number_blocks_total"];
    line.block = next_block(line);
    relay_.hand_out_numbers(event, line.block);
    return false;
}

// A closed line is listed once, because guests may still be admitted. A scheduler removes it when
// they have all ended.
awaitable<void> LineWatch::enlist_event(EventId event) {
    const Deadline deadline = Clock::now() + config_.timeout;
    const Lifecycle lifecycle = relay_.room().find(event)->lifecycle();
    const bool has_guests =
        takes_guests(relay_.room().find(event)) ||
        (lifecycle == Lifecycle::kClosed && watched_[event].listed_as != lifecycle);
    (void)co_await caller_.client().call(slot_of(kEventsKey), enlist(kEventsKey, event), deadline);
    if (closed_) co_return;
    if (has_guests)
        (void)co_await caller_.client().call(slot_of(kActiveEventsKey),
                                             enlist(kActiveEventsKey, event), deadline);
    if (!closed_) watched_[event].listed_as = lifecycle;
}

awaitable<void> LineWatch::strike_archived() {
    const Deadline deadline = Clock::now() + config_.timeout;
    std::vector<EventId> archived;
    for (const auto& [event, line] : relay_.room())
        if (line->lifecycle() == Lifecycle::kArchived && relay_.is_idle(event) &&
            !struck_.contains(event))
            archived.push_back(event);
    for (const EventId event : archived) {
        bool is_struck = true;
        for (const std::string_view key : {kEventsKey, kActiveEventsKey}) {
            const auto answer =
                co_await caller_.client().call(slot_of(key), strike(key, event), deadline);
            if (closed_) co_return;
            is_struck = is_struck && answer && !answer->is_error();
        }
        if (is_struck) struck_.emplace(event, Clock::now() + config_.remove_after);
    }
}

awaitable<void> LineWatch::remove_struck() {
    std::vector<EventId> due;
    for (const auto& [event, from] : struck_)
        if (Clock::now() >= from && relay_.is_idle(event) && !removed_.contains(event))
            due.push_back(event);
    for (const EventId event : due) {
        const bool is_done = co_await remove_event(caller_.client(), event, config_.timeout);
        if (closed_) co_return;
        if (is_done) removed_.insert(event);
    }
}

}  // namespace onsale::redis
