#include "adapter/redis/line/line_watch.hpp"

#include <algorithm>
#include <charconv>
#include <utility>

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/use_awaitable.hpp>

#include "adapter/redis/line/event_directory.hpp"
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

LineReport read_report(const Reply& fields, const Reply& info) {
    constexpr std::size_t kFields = 5;
    LineReport report;
    if (fields.items.size() != kFields) return report;
    report.is_known = !fields.items[0].is_nil();
    report.applied = number_in(fields.items[1]);
    report.issued = number_in(fields.items[2]);
    const std::uint64_t block_end = number_in(fields.items[3]);
    report.numbers = static_cast<std::uint32_t>(block_end - std::min(block_end, report.issued));
    report.is_other_server = fields.items[4].text != run_id(info.text);
    return report;
}

LineWatch::LineWatch(asio::io_context& loop, LineCaller& caller, LineRelay& relay,
                     WatchConfig config)
    : loop_(loop), caller_(caller), relay_(relay), config_(config), timer_(loop) {}

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
        if (closed_) co_return;
        timer_.expires_at(next);
        (void)co_await timer_.async_wait(asio::as_tuple(asio::use_awaitable));
    }
}

awaitable<void> LineWatch::look(EventId event, bool enlist) {
    enlist |= watched_[event].took_guests != takes_guests(relay_.room().find(event));
    if (!relay_.is_idle(event) || (!enlist && Clock::now() < watched_[event].look_at)) co_return;
    watched_[event].look_at = {};  // Soon again, unless it turns out to be at rest.
    Pipeline pipeline;
    const std::string line = line_keys(event).front();
    pipeline.commands.push_back(
        {"HMGET", {line, "event", "applied", "issued", "block_end", "run"}});
    pipeline.commands.push_back({"INFO", {"server"}});
    const auto answers = co_await caller_.client().call(slot_of(event), std::move(pipeline),
                                                        Clock::now() + config_.timeout);
    if (closed_ || !answers || (*answers)[0].is_error() || (*answers)[1].is_error()) co_return;
    const LineReport report = read_report((*answers)[0], (*answers)[1]);
    const bool issues = std::exchange(watched_[event].issued, report.issued) != report.issued;
    if (act(event, report) && !issues) watched_[event].look_at = Clock::now() + config_.at_rest;
    if (enlist) co_await enlist_event(event);
}

bool LineWatch::act(EventId event, const LineReport& report) {
    relay_.continue_from(report.applied);
    // What it does not know may be on its way.
    if (!relay_.is_idle(event)) return false;
    // The first look after a start tells everything: whether the store told it all is not known.
    const std::uint64_t told = relay_.change_of(event);
    if (!report.is_known || told == 0 || report.applied < told) {
        ++told_again_;
        // A line that is not known has no deadlines.
        if (report.is_known) relay_.recall_moves(event, report.applied);
        relay_.tell_all(event);
        return false;
    }
    if (!takes_guests(relay_.room().find(event))) return true;
    if (!report.is_other_server && report.numbers >= config_.block_low) return true;
    ++blocks_;
    relay_.hand_out_numbers(event);
    return false;
}

awaitable<void> LineWatch::enlist_event(EventId event) {
    const Deadline deadline = Clock::now() + config_.timeout;
    const bool takes = takes_guests(relay_.room().find(event));
    (void)co_await caller_.client().call(slot_of(kEventsKey), enlist(kEventsKey, event), deadline);
    if (closed_) co_return;
    if (takes)
        (void)co_await caller_.client().call(slot_of(kActiveEventsKey),
                                             enlist(kActiveEventsKey, event), deadline);
    if (!closed_) watched_[event].took_guests = takes;
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
        if (is_struck) struck_.insert(event);
    }
}

}  // namespace onsale::redis
