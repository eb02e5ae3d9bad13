#include "adapter/crowd/crowd.hpp"

#include <algorithm>
#include <random>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/use_awaitable.hpp>

#include "runtime/log.hpp"

namespace onsale::crowd {
namespace {

using namespace std::chrono_literals;
using boost::asio::awaitable;
using Verdict = Inspection::Verdict;

// 300 guests that poll every three seconds make 100 calls per second, the limit of one address
// without a token. Four calls per 25 ms are at most 160 per second and use about a hundredth of a
// core.
constexpr Duration kTick = 25ms;
constexpr std::size_t kCallsPerTick = 4;
constexpr std::size_t kCallsMax = 16;

// 300 guests join within 40 seconds: 7.5 per second. One address may make 20.
constexpr Duration kBetweenJoins = 133ms;

constexpr Duration kInspectEvery = 60s;
constexpr Duration kInspectAgain = 2s;
// Processes that share a line learn of a new event within seconds.
constexpr Duration kWaitForEvent = 30s;

std::vector<Guest> arriving(std::uint32_t count, Duration from) {
    std::vector<Guest> guests;
    guests.reserve(count);
    for (std::uint32_t i = 0; i < count; ++i)
        guests.emplace_back(from + i * kBetweenJoins);
    return guests;
}

}  // namespace

Crowd::Crowd(boost::asio::io_context& loop, Config config, const TimeSource& time)
    : loop_(loop),
      config_(std::move(config)),
      time_(time),
      timer_(loop),
      dice_([engine = std::mt19937_64{config_.seed}]() mutable { return engine(); }),
      site_(loop, config_.site, kCallsMax + 1) {}  // One extra connection for checking the event.

awaitable<void> Crowd::pass(Duration duration) {
    timer_.expires_after(duration);
    co_await timer_.async_wait(boost::asio::use_awaitable);
}

awaitable<std::string> Crowd::play() {
    nothing_since_ = time_.steady();
    while (true) {
        if (!may_play_ || time_.steady() - inspected_at_ > kInspectEvery)
            if (auto reason = co_await inspect_site()) co_return std::move(*reason);
        if (is_real_) co_return "the event is not paid by Demo Pay; the crowd spends no real money";
        if (may_play_) let_some_act();
        co_await pass(may_play_ ? kTick : kInspectAgain);
    }
}

// The reason why the crowd may not play here; nothing when it may, or when the site does not answer
// yet.
awaitable<std::optional<std::string>> Crowd::inspect_site() {
    may_play_ = false;
    auto exchange = co_await site_.call(inspection_call(config_.event), "");
    Inspection seen = inspect(exchange.reply);
    const Duration now = time_.steady();
    if (seen.verdict != Verdict::kNothingToSee) nothing_since_ = now;
    if (seen.verdict == Verdict::kNotDemo)
        co_return "the event '" + config_.event + "' is not a demo; the crowd only plays at demos";
    if (now - nothing_since_ > kWaitForEvent)
        co_return "there is no event '" + config_.event + "' with a performance at this site";
    if (seen.verdict != Verdict::kDemo) co_return std::nullopt;
    may_play_ = true;
    inspected_at_ = now;
    programme_ = std::move(seen.programme);
    if (!guests_.empty()) co_return std::nullopt;
    guests_ = arriving(config_.guests, now);
    for (std::size_t i = 0; i < guests_.size(); ++i)
        agenda_.push_back({guests_[i].due(), i});  // Sorted; std::greater needs a min-heap.
    std::ranges::make_heap(agenda_, std::greater{});
    runtime::log(runtime::LogLevel::kInfo, "demo crowd: simulated guests join, wait and buy",
                 {{"event", config_.event}, {"guests", std::to_string(config_.guests)}});
    co_return std::nullopt;
}

void Crowd::let_some_act() {
    const Duration now = time_.steady();
    for (std::size_t calls = 0; calls < kCallsPerTick; ++calls) {
        if (agenda_.empty() || agenda_.front().due > now || calls_ == kCallsMax) return;
        std::ranges::pop_heap(agenda_, std::greater{});
        const std::size_t guest = agenda_.back().guest;
        agenda_.pop_back();
        start(guest);
    }
}

void Crowd::start(std::size_t guest) {
    ++calls_;
    const auto done = [this, guest](const std::exception_ptr& failure) {
        if (failure) std::rethrow_exception(failure);
        --calls_;
        agenda_.push_back({guests_[guest].due(), guest});
        std::ranges::push_heap(agenda_, std::greater{});
    };
    boost::asio::co_spawn(loop_, act(guests_[guest]), done);
}

awaitable<void> Crowd::act(Guest& guest) {
    const Act act = guest.errand().act;
    const auto exchange =
        co_await site_.call(call_of(guest.errand(), config_.event), guest.cookies().header());
    for (const std::string& cookie : exchange.cookies)
        guest.cookies().keep(cookie);
    // The next answer may come from another server.
    if (exchange.reply.status == 0) may_play_ = false;
    const Answer answer = answer_of(act, exchange.reply);
    if (answer.outcome == Outcome::kNotDemo) is_real_ = true;
    guest.hear(answer, programme_, time_.steady(), dice_);
}

}  // namespace onsale::crowd
