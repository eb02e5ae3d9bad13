#include "adapter/redis/hall/hall_sweeper.hpp"

#include <algorithm>
#include <charconv>
#include <optional>
#include <set>
#include <vector>

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/use_awaitable.hpp>

#include "adapter/redis/script/hall_keys.hpp"
#include "seat/domain/delay.hpp"

namespace onsale::redis {

namespace asio = boost::asio;
using asio::awaitable;
using std::chrono::milliseconds;
using waiting_room::EventId;
using Clock = std::chrono::steady_clock;

namespace {

// Minimum length of a round, so that deadlines close together share one round.
constexpr milliseconds kRoundMin{50};
// Maximum number of calls for one hall per round. The rest waits for the next round, so that other
// halls of the event get their turn.
constexpr int kCallsPerRound = 16;
// Indexes into hall_keys(): one key of the line, two of the hall.
constexpr std::size_t kGone = 17, kHolds = 23, kReturns = 24;

// Time until the next deadline in the hall; none if there is none.
std::optional<milliseconds> due_in(const LineAnswer& answer) {
    if (answer.more.size() < 3 || answer.more[1].text.empty()) return std::nullopt;
    const std::string& text = answer.more[1].text;
    std::int64_t due = 0;
    std::from_chars(text.data(), text.data() + text.size(), due);
    return milliseconds{due - answer.more[2].integer};
}

}  // namespace

class HallSweeper::Round : public std::enable_shared_from_this<Round> {
  public:
    Round(Deps deps, SweepConfig config)
        : deps_(std::move(deps)), config_(config), timer_(deps_.loop) {}

    void start() {
        asio::co_spawn(deps_.loop, run(), [self = shared_from_this()](const auto& error) {
            if (error) std::rethrow_exception(error);
        });
    }
    void close() {
        closed_ = true;
        timer_.cancel();
    }

  private:
    using Halls = std::vector<std::string>;  // Performances of one event.

    awaitable<void> run() {
        while (!closed_) {
            const Deadline began = Clock::now();
            next_ = began + config_.every + jitter();
            for (auto& [event, halls] : halls_by_event())
                if (under_way_.insert(event).second) sweep(event, std::move(halls));
            while (!closed_ && Clock::now() < next_) {
                timer_.expires_at(std::max(next_, began + kRoundMin));
                (void)co_await timer_.async_wait(asio::as_tuple(asio::use_awaitable));
            }
        }
    }

    // Events are swept in parallel: each has its own master, which may be down.
    void sweep(EventId event, Halls halls) {
        asio::co_spawn(deps_.loop, sweep_event(event, std::move(halls)),
                       [self = shared_from_this(), event](const auto& error) {
                           self->under_way_.erase(event);
                           if (error) std::rethrow_exception(error);
                       });
    }

    awaitable<void> sweep_event(EventId event, Halls halls) {
        co_await tell_payment(event);
        if (deps_.payment != nullptr && deps_.payment->is_doubtful(Clock::now())) co_return;
        for (const std::string& performance : halls) {
            if (closed_ || !co_await has_anything(event, performance)) continue;
            for (int calls = 0; calls < kCallsPerRound && !closed_; ++calls) {
                const auto due = co_await sweep_hall(event, performance);
                if (closed_ || !due) break;
                if (due->count() <= 0) continue;
                bring_forward(Clock::now() + *due);
                break;
            }
        }
    }

    // The scheduler tells the line too, but it may be down together with the payment process.
    awaitable<void> tell_payment(EventId event) {
        const auto now = Clock::now();
        const auto word = deps_.payment == nullptr ? std::nullopt : deps_.payment->word(now);
        if (!word || !payment_told_[event].is_news(*word, now)) co_return;
        const auto answer = co_await deps_.caller.ask("line_payment", event, word->arguments(),
                                                      now + config_.timeout);
        const bool is_told = answer && !answer->items.empty() && answer->items[0].text == "ok";
        if (is_told) payment_told_[event].told(*word, now);
    }

    // Returns true if the hall may have holds, returning seats or seats to give back. Sends one
    // command instead of the script's ten. Without an answer the result is true.
    awaitable<bool> has_anything(EventId event, std::string performance) {
        const auto keys = hall_keys(event, performance);
        Command exists{"EXISTS", {keys[kGone], keys[kHolds], keys[kReturns]}};
        const auto answer = co_await deps_.caller.client().call(slot_of(event), std::move(exists),
                                                                Clock::now() + config_.timeout);
        co_return !answer || answer->is_error() || answer->integer > 0;
    }

    awaitable<std::optional<milliseconds>> sweep_hall(EventId event, std::string performance) {
        const auto answer = co_await deps_.caller.tell("seat_sweep", {event, performance},
                                                       randoms(), Clock::now() + config_.timeout);
        if (closed_) co_return std::nullopt;
        ++deps_.caller.counters()["hall_sweeps_total"];
        if (!answer || answer->word != "ok") {
            ++deps_.caller.counters()["hall_sweep_failures_total"];
            co_return std::nullopt;
        }
        deps_.caller.counters()["hall_swept_total"] +=
            static_cast<std::uint64_t>(answer->more.at(0).integer);
        co_return due_in(*answer);
    }

    void bring_forward(Deadline due) {
        if (due >= next_) return;
        next_ = due;
        timer_.cancel();
    }

    std::map<EventId, Halls> halls_by_event() const {
        std::map<EventId, Halls> events;
        for (const auto& [id, hall] : deps_.view)
            if (deps_.feed.age(hall->event(), Clock::now()))
                events[hall->event()].push_back(hall->performance());
        return events;
    }

    milliseconds jitter() const {
        const auto choices = static_cast<std::uint64_t>(2 * config_.jitter.count() + 1);
        return milliseconds{static_cast<std::int64_t>(deps_.random() % choices)} - config_.jitter;
    }

    std::vector<std::string> randoms() const {
        const std::uint64_t random = deps_.random();
        std::vector<std::string> words;
        for (std::uint64_t i = 0; i < static_cast<std::uint64_t>(config_.randoms); ++i)
            words.push_back(random_arg(seat::derived(random, i)));
        return words;
    }

    Deps deps_;
    SweepConfig config_;
    asio::steady_timer timer_;
    Deadline next_{};
    std::set<EventId> under_way_;
    std::map<EventId, PaymentTold> payment_told_;
    bool closed_ = false;
};

HallSweeper::HallSweeper(Deps deps, SweepConfig config)
    : round_(std::make_shared<Round>(std::move(deps), config)) {}

void HallSweeper::start() {
    round_->start();
}

void HallSweeper::close() {
    round_->close();
}

}  // namespace onsale::redis
