#include "adapter/redis/feed/event_feed.hpp"

#include <algorithm>
#include <array>
#include <charconv>

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/use_awaitable.hpp>

#include "adapter/redis/feed/lobby_draw.hpp"
#include "adapter/redis/script/line_keys.hpp"

namespace onsale::redis {

namespace asio = boost::asio;
using asio::awaitable;
using Clock = std::chrono::steady_clock;

namespace {

// True if the entry defines the event from the start: everything recorded before is void.
bool begins_anew(const StreamEntry& entry) {
    return std::ranges::any_of(entry.facts, [](const sale::Fact& fact) {
        const auto* const of_line = std::get_if<waiting_room::Fact>(&fact);
        return of_line != nullptr &&
               std::holds_alternative<waiting_room::fact::EventCreated>(of_line->body);
    });
}

// True if the entry may have changed how long admission waits for lost places: a server that lost
// them has got its first block of numbers, or places were restored.
bool may_move_wait(const StreamEntry& entry) {
    return std::ranges::any_of(entry.facts, [](const sale::Fact& fact) {
        const auto* const of_line = std::get_if<waiting_room::Fact>(&fact);
        return of_line != nullptr &&
               (std::holds_alternative<waiting_room::fact::NumbersSkipped>(of_line->body) ||
                std::holds_alternative<waiting_room::fact::PlaceRestored>(of_line->body));
    });
}

Command read_command(waiting_room::EventId event, StreamId after, const FeedConfig& config) {
    const std::array<std::string, 7> words{"COUNT",         std::to_string(config.entries_at_once),
                                           "BLOCK",         std::to_string(config.block.count()),
                                           "STREAMS",       facts_key(event),
                                           to_string(after)};
    return {"XREAD", words};
}

}  // namespace

EventFeed::EventFeed(FeedContext& context, waiting_room::EventId event)
    : context_(context),
      event_(event),
      reader_(std::make_unique<BlockingReader>(context.caller.client())),
      rest_(context.loop) {}

void EventFeed::start() {
    asio::co_spawn(context_.loop, run(),
                   [self = shared_from_this()](const std::exception_ptr&) { self->close(); });
}

void EventFeed::close() {
    closed_ = true;
    loaded_ = false;
    reader_.reset();
    rest_.cancel();
    for (const Waiter& waiter : std::exchange(waiters_, {}))
        waiter.until->cancel();
}

awaitable<void> EventFeed::run() {
    while (!closed_) {
        const bool moved = loaded_ ? co_await read_on() : co_await start_anew();
        if (closed_ || moved) continue;
        ++context_.caller.counters()["redis_view_failures_total"];
        co_await rest();
    }
}

awaitable<void> EventFeed::rest() {
    rest_.expires_after(context_.config.retry);
    (void)co_await rest_.async_wait(asio::as_tuple(asio::use_awaitable));
}

awaitable<bool> EventFeed::start_anew() {
    const Deadline deadline = Clock::now() + context_.config.start_timeout;
    const auto answer = co_await context_.caller.ask("line_read", event_, {}, deadline);
    if (closed_ || !answer) co_return false;
    auto line = read_line(*answer);
    if (!line || !co_await add_draw(*line) || closed_) co_return false;
    // The view outlives this feed: an emptied Redis also loses the list of events, which closes the
    // feed.
    if (const auto* const before = context_.view.find(event_)) {
        context_.lost[event_].remember(before->book(), line->image.standings);
        ++context_.caller.counters()["redis_view_resyncs_total"];
    }
    context_.view.start_anew(event_, std::move(line->image));
    loaded_ = true;
    current_at_ = Clock::now();
    if (context_.anew) context_.anew(event_);
    moved_to(line->id);
    co_return true;
}

// A draw never changes, so it is read only once.
awaitable<bool> EventFeed::add_draw(LineAt& line) {
    if (!line.draw_root) co_return true;
    if (!draw_ || draw_->root() != *line.draw_root)
        draw_ = co_await read_draw(context_.caller, event_, *line.draw_root,
                                   context_.config.start_timeout);
    line.image.draw = draw_;
    co_return draw_ != nullptr;
}

awaitable<bool> EventFeed::read_on() {
    const Deadline deadline = Clock::now() + context_.config.read_timeout;
    const auto answer = co_await reader_->call(
        slot_of(event_), read_command(event_, applied_, context_.config), deadline);
    if (closed_ || !answer || answer->is_error()) co_return false;
    const auto entries = read_entries(*answer);
    if (entries && entries->empty()) co_return co_await compare();
    // Before the facts, so that no answer to a restored place contains an estimate.
    if (entries && std::ranges::any_of(*entries, may_move_wait) && !co_await read_wait())
        co_return false;
    // Facts of a newer version cannot be decoded, but the image that is read next includes them.
    if (!entries || !std::ranges::all_of(*entries, [this](const auto& one) { return apply(one); }))
        loaded_ = false;
    else if (entries->size() < context_.config.entries_at_once)
        current_at_ = Clock::now();
    co_return true;
}

// Without new entries, checks that our last entry still exists: a server that took over may not
// have it.
awaitable<bool> EventFeed::compare() {
    const Deadline deadline = Clock::now() + context_.config.read_timeout;
    const std::string line = line_keys(event_).front();
    const auto answer = co_await context_.caller.client().call(
        slot_of(event_), Command{"HGET", {line, "id"}}, deadline);
    if (closed_ || !answer || answer->is_error()) co_return false;
    const StreamId id = parse_stream_id(answer->text).value_or(StreamId{});
    if (id < applied_) loaded_ = false;
    if (id == applied_) current_at_ = Clock::now();
    co_return true;
}

awaitable<bool> EventFeed::read_wait() {
    const Deadline deadline = Clock::now() + context_.config.read_timeout;
    const auto answer = co_await context_.caller.client().call(
        slot_of(event_), Command{"HGET", {line_keys(event_).front(), "wait_until"}}, deadline);
    if (closed_ || !answer || answer->is_error()) co_return false;
    std::int64_t until = 0;
    std::from_chars(answer->text.data(), answer->text.data() + answer->text.size(), until);
    context_.view.wait_for_places(event_, instant_from_ms(until));
    co_return true;
}

bool EventFeed::apply(const StreamEntry& entry) {
    if (entry.before != applied_ || begins_anew(entry)) return false;
    for (const sale::Fact& fact : entry.facts)
        if (const auto* const of_line = std::get_if<waiting_room::Fact>(&fact))
            context_.view.apply(*of_line, entry.now);
    ++context_.caller.counters()["redis_view_entries_total"];
    context_.caller.counters()["redis_view_facts_total"] += entry.facts.size();
    if (context_.told) context_.told(event_, entry.facts, entry.now);
    moved_to(entry.id);
    return true;
}

void EventFeed::moved_to(StreamId id) {
    applied_ = id;
    std::erase_if(waiters_, [this](const Waiter& waiter) {
        const bool is_there = has_applied(waiter.id);
        if (is_there) waiter.until->cancel();
        return is_there;
    });
}

awaitable<bool> EventFeed::wait_applied(StreamId id, Deadline deadline) {
    const auto self = shared_from_this();
    // Loops because the view may be read again before this coroutine runs.
    while (!has_applied(id) && !closed_ && Clock::now() < deadline) {
        const auto until = std::make_shared<asio::steady_timer>(context_.loop, deadline);
        waiters_.push_back({id, until});
        (void)co_await until->async_wait(asio::as_tuple(asio::use_awaitable));
        std::erase_if(waiters_, [&](const Waiter& waiter) { return waiter.until == until; });
    }
    co_return has_applied(id);
}

}  // namespace onsale::redis
