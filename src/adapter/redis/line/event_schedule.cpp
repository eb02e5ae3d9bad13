#include "adapter/redis/line/event_schedule.hpp"

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/use_awaitable.hpp>

#include "adapter/redis/line/event_directory.hpp"
#include "adapter/redis/script/line_keys.hpp"

namespace onsale::redis {

namespace asio = boost::asio;
using asio::awaitable;
using Clock = std::chrono::steady_clock;

namespace {

constexpr int kRenewalsPerLease = 4;
// While somebody is in line.
constexpr std::chrono::seconds kLookAgain{1};
// Of line_keys().
constexpr std::size_t kLine = 0, kQueue = 5, kAway = 6, kActive = 7, kLeaving = 9, kRecalled = 10,
                      kLock = 18;

std::string_view word_of(const Reply& answer) {
    return answer.items.empty() ? std::string_view{} : answer.items.front().text;
}

std::int64_t integer_at(const Reply& answer, std::size_t index) {
    return index < answer.items.size() ? answer.items[index].integer : 0;
}

}  // namespace

void EventSchedule::start() {
    asio::co_spawn(
        context_.loop, [self = shared_from_this()] { return self->run(); },
        [](const std::exception_ptr& error) {
            if (error) std::rethrow_exception(error);
        });
}

void EventSchedule::close() {
    if (std::exchange(closed_, true)) return;
    timer_.cancel();
    give_back();
}

void EventSchedule::give_back() {
    if (!fence_) return;
    asio::co_spawn(context_.loop,
                   context_.caller.ask("line_unlock", event_, {context_.config.owner, fence()},
                                       Clock::now() + context_.config.timeout),
                   [](const std::exception_ptr&, const CallResult&) {});
    fence_.reset();
}

awaitable<void> EventSchedule::run() {
    while (!closed_ && !over_) {
        const Deadline began = Clock::now();
        const bool mine = fence_ ? co_await keep_lease() : co_await take_lease();
        if (mine && !closed_) co_await step();
        if (closed_ || over_) break;
        const auto& config = context_.config;
        timer_.expires_at(began + (mine && !quiet_ ? config.step : config.quiet_step));
        (void)co_await timer_.async_wait(asio::as_tuple(asio::use_awaitable));
    }
}

awaitable<std::optional<Reply>> EventSchedule::ask(std::string_view script,
                                                   std::vector<std::string> arguments) {
    auto answer = co_await context_.caller.ask(script, event_, std::move(arguments),
                                               Clock::now() + context_.config.timeout);
    if (closed_) co_return std::nullopt;
    if (!answer) {
        ++context_.figures.failures;
        co_return std::nullopt;
    }
    co_return *std::move(answer);
}

// Most of the time another has it, and a script would cost the server five commands to say so.
awaitable<bool> EventSchedule::may_be_free() {
    const auto answer = co_await context_.caller.client().call(
        slot_of(event_), Command{"GET", {line_keys(event_)[kLock]}},
        Clock::now() + context_.config.timeout);
    if (closed_ || !answer || answer->is_error()) co_return false;
    co_return answer->is_nil() || answer->text.starts_with(context_.config.owner + " ");
}

awaitable<bool> EventSchedule::take_lease() {
    if (!co_await may_be_free()) co_return false;
    const auto asked_at = Clock::now();
    const auto& config = context_.config;
    const auto answer =
        co_await ask("line_lock", {config.owner, std::to_string(config.lease.count())});
    if (!answer || word_of(*answer) != "ok") co_return false;
    fence_ = integer_at(*answer, 1);
    renew_at_ = asked_at + config.lease / kRenewalsPerLease;
    ++context_.figures.leases_taken;
    co_return true;
}

awaitable<bool> EventSchedule::keep_lease() {
    const auto now = Clock::now();
    if (now < renew_at_) co_return true;
    const auto& config = context_.config;
    const auto answer =
        co_await ask("line_renew", {config.owner, fence(), std::to_string(config.lease.count())});
    if (!answer) co_return false;
    if (word_of(*answer) == "ok") {
        renew_at_ = now + config.lease / kRenewalsPerLease;
        co_return true;
    }
    ++context_.figures.leases_lost;
    fence_.reset();
    co_return false;
}

awaitable<void> EventSchedule::step() {
    if (quiet_ || Clock::now() >= look_at_) {
        look_at_ = Clock::now() + kLookAgain;
        quiet_ = co_await is_empty();
        if (closed_) co_return;
        if (quiet_ && Clock::now() < sweep_at_) {
            ++context_.figures.left_out;
            co_return;
        }
    }
    sweep_at_ = Clock::now() + context_.config.quiet_sweep;
    co_await sweep();
    if (!closed_ && fence_) co_await admit();
    if (!closed_ && fence_) co_await look_for_the_end();
}

awaitable<void> EventSchedule::look_for_the_end() {
    if (Clock::now() < idle_check_at_) co_return;
    idle_check_at_ = Clock::now() + context_.config.idle_check;
    if (!co_await is_idle() || closed_) co_return;
    over_ = true;
    give_back();
    (void)co_await context_.caller.client().call(slot_of(kActiveEventsKey),
                                                 strike(kActiveEventsKey, event_),
                                                 Clock::now() + context_.config.timeout);
}

awaitable<void> EventSchedule::admit() {
    const auto answer =
        co_await ask("line_admit", {fence(), std::to_string(context_.config.admit_max)});
    if (!answer) co_return;
    if (word_of(*answer) == "stale") {
        ++context_.figures.stale;
        fence_.reset();
        co_return;
    }
    ++context_.figures.steps;
    context_.figures.admitted += static_cast<std::uint64_t>(integer_at(*answer, 2));
}

awaitable<void> EventSchedule::sweep() {
    const auto& config = context_.config;
    (void)co_await ask("line_sweep",
                       {std::to_string(config.due_max), "0", std::to_string(config.sweep_page)});
}

// Without an answer nobody knows: the step is done.
awaitable<bool> EventSchedule::is_empty() {
    const auto keys = line_keys(event_);
    Command exists{"EXISTS",
                   {keys[kQueue], keys[kAway], keys[kActive], keys[kLeaving], keys[kRecalled]}};
    const auto answer = co_await context_.caller.client().call(
        slot_of(event_), std::move(exists), Clock::now() + context_.config.timeout);
    co_return answer && !answer->is_error() && answer->integer == 0;
}

awaitable<bool> EventSchedule::is_idle() {
    const auto keys = line_keys(event_);
    Pipeline pipeline;
    pipeline.commands.push_back({"HGET", {keys[kLine], "lifecycle"}});
    for (const std::size_t key : {kQueue, kAway, kActive})
        pipeline.commands.push_back({"ZCARD", {keys[key]}});
    const auto answers = co_await context_.caller.client().call(
        slot_of(event_), std::move(pipeline), Clock::now() + context_.config.timeout);
    if (!answers) co_return false;
    const std::string& lifecycle = answers->front().text;
    // Lobby, open and paused are 1 to 3; whoever opens a line puts it on the list again.
    if (lifecycle == "1" || lifecycle == "2" || lifecycle == "3") co_return false;
    co_return (*answers)[1].integer + (*answers)[2].integer + (*answers)[3].integer == 0;
}

}  // namespace onsale::redis
