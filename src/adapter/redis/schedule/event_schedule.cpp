#include "adapter/redis/schedule/event_schedule.hpp"

#include <algorithm>

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/use_awaitable.hpp>

#include "adapter/redis/feed/event_directory.hpp"
#include "adapter/redis/script/line_keys.hpp"

namespace onsale::redis {

namespace asio = boost::asio;
using asio::awaitable;
using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

namespace {

constexpr int kRenewalsPerLease = 4;
// Indexes into line_keys().
constexpr std::size_t kLine = 0, kNumber = 4, kLock = 18;

std::string_view word_of(const Reply& answer) {
    return answer.items.empty() ? std::string_view{} : answer.items.front().text;
}

std::int64_t integer_at(const Reply& answer, std::size_t index) {
    return index < answer.items.size() ? answer.items[index].integer : 0;
}

// One entry is enough to show that there is news. The next step reads the line itself.
Command next_entry(waiting_room::EventId event, const std::string& after, milliseconds block) {
    return {
        "XREAD",
        {"COUNT", "1", "BLOCK", std::to_string(block.count()), "STREAMS", facts_key(event), after}};
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
    reader_.reset();
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
        const bool mine = fence_ || co_await take_lease();
        if (mine && !closed_) co_await step();
        if (fence_ && !closed_) co_await keep_lease();
        if (!closed_ && !over_) co_await rest(began);
    }
}

awaitable<void> EventSchedule::rest(Deadline began) {
    if (!fence_) co_return co_await rest_until(began + context_.config.standby);
    co_await rest_until(began + context_.config.step);
    if (!closed_) co_await wait_for_news();
}

awaitable<void> EventSchedule::rest_until(Deadline time) {
    timer_.expires_at(time);
    (void)co_await timer_.async_wait(asio::as_tuple(asio::use_awaitable));
}

awaitable<void> EventSchedule::wait_for_news() {
    const Deadline until = std::min({sweep_at_, admit_at_, renew_at_});
    // BLOCK 0 would mean no timeout to Redis.
    const auto block = std::chrono::ceil<milliseconds>(until - Clock::now());
    if (block <= milliseconds{0}) co_return;
    const auto answer = co_await reader_->call(slot_of(event_), next_entry(event_, read_, block),
                                               until + context_.config.timeout);
    if (closed_) co_return;
    if (!answer || answer->is_error())
        ++context_.counters["scheduler_failures_total"];
    else if (!answer->items.empty())
        admit_at_ = {};
}

awaitable<std::optional<Reply>> EventSchedule::ask(std::string_view script,
                                                   std::vector<std::string> arguments) {
    auto answer = co_await context_.caller.ask(script, event_, std::move(arguments),
                                               Clock::now() + context_.config.timeout);
    if (closed_) co_return std::nullopt;
    if (!answer) {
        ++context_.counters["scheduler_failures_total"];
        co_return std::nullopt;
    }
    co_return *std::move(answer);
}

// Usually another process has the lease, and line_lock would cost the server five commands to say
// so.
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
    sweep_at_ = {};
    payment_told_.forget();
    ++context_.counters["scheduler_leases_taken_total"];
    co_return true;
}

// Called after the step: a scheduler that was paused past its lease is rejected by its fence, so no
// check is needed before the step.
awaitable<void> EventSchedule::keep_lease() {
    const auto now = Clock::now();
    if (now < renew_at_) co_return;
    const auto& config = context_.config;
    const auto answer =
        co_await ask("line_renew", {config.owner, fence(), std::to_string(config.lease.count())});
    if (!answer) co_return;
    if (word_of(*answer) == "ok") {
        renew_at_ = now + config.lease / kRenewalsPerLease;
        co_return;
    }
    ++context_.counters["scheduler_leases_lost_total"];
    fence_.reset();
}

awaitable<void> EventSchedule::step() {
    co_await tell_payment();
    const bool sweeps = !closed_ && Clock::now() >= sweep_at_;
    if (sweeps) co_await sweep();
    if (!closed_ && fence_ && (sweeps || Clock::now() >= admit_at_)) co_await admit();
    if (!closed_ && fence_) co_await look_for_the_end();
}

// Must precede the sweep, which would otherwise end admissions while payment is unavailable.
awaitable<void> EventSchedule::tell_payment() {
    const auto now = Clock::now();
    const auto word = context_.payment == nullptr ? std::nullopt : context_.payment->word(now);
    if (!word || !payment_told_.is_news(*word, now)) co_return;
    const auto answer = co_await ask("line_payment", word->arguments());
    if (answer && word_of(*answer) == "ok") payment_told_.told(*word, now);
}

awaitable<void> EventSchedule::look_for_the_end() {
    if (Clock::now() < idle_check_at_) co_return;
    idle_check_at_ = Clock::now() + context_.config.idle_check;
    if (!co_await is_idle() || closed_) co_return;
    (void)co_await ask("line_tidy", {});
    if (closed_) co_return;
    over_ = true;
    give_back();
    (void)co_await context_.caller.client().call(slot_of(kActiveEventsKey),
                                                 strike(kActiveEventsKey, event_),
                                                 Clock::now() + context_.config.timeout);
}

awaitable<void> EventSchedule::admit() {
    admit_at_ = {};  // Without an answer the state is unknown: the next step calls again.
    const auto answer =
        co_await ask("line_admit", {fence(), std::to_string(context_.config.admit_max)});
    if (!answer) co_return;
    if (word_of(*answer) == "stale") {
        ++context_.counters["scheduler_stale_total"];
        fence_.reset();
        co_return;
    }
    ++context_.counters["scheduler_steps_total"];
    context_.counters["scheduler_admitted_total"] +=
        static_cast<std::uint64_t>(integer_at(*answer, 2));
    const milliseconds again{integer_at(*answer, 3)};
    admit_at_ = again < milliseconds{0} ? Deadline::max() : Clock::now() + again;
    if (answer->items.size() > 1) read_ = answer->items[1].text;
}

awaitable<void> EventSchedule::sweep() {
    const auto& config = context_.config;
    const bool is_doubtful =
        context_.payment != nullptr && context_.payment->is_doubtful(Clock::now());
    const std::uint32_t due_max = is_doubtful ? 0 : config.due_max;
    const auto answer = co_await ask(
        "line_sweep", {std::to_string(due_max), "0", std::to_string(config.sweep_page)});
    if (answer)
        sweep_at_ = Clock::now() + until_sweep(integer_at(*answer, 3), integer_at(*answer, 4));
}

milliseconds EventSchedule::until_sweep(std::int64_t due_in, std::int64_t numbers) const {
    const auto& config = context_.config;
    const std::int64_t pages = numbers / config.sweep_page + 1;
    const milliseconds page_in = std::min(config.sweep_every, config.pass / pages);
    const milliseconds latest = numbers == 0 ? config.quiet_sweep : page_in;
    return due_in < 0 ? latest : std::min(latest, milliseconds{due_in});
}

awaitable<bool> EventSchedule::is_idle() {
    const auto keys = line_keys(event_);
    Pipeline pipeline;
    pipeline.commands.push_back({"HGET", {keys[kLine], "lifecycle"}});
    // Contains all guests who are waiting, away or admitted, or have missed a turn.
    pipeline.commands.push_back({"HLEN", {keys[kNumber]}});
    const auto answers = co_await context_.caller.client().call(
        slot_of(event_), std::move(pipeline), Clock::now() + context_.config.timeout);
    if (!answers) co_return false;
    const std::string& lifecycle = answers->front().text;
    // Lobby, open and paused are 1 to 3. Opening a line adds it to the list again.
    if (lifecycle == "1" || lifecycle == "2" || lifecycle == "3") co_return false;
    co_return (*answers)[1].kind == Reply::Kind::kInteger && (*answers)[1].integer == 0;
}

}  // namespace onsale::redis
