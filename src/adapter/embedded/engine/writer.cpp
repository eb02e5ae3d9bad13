#include "adapter/embedded/engine/writer.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

#include <boost/asio/post.hpp>
#include <pthread.h>

#include "runtime/completion_budget.hpp"
#include "runtime/foreground_work.hpp"
#include "runtime/scheduling.hpp"

namespace onsale::embedded {
namespace {

using Steady = std::chrono::steady_clock;

constexpr std::chrono::milliseconds kTick{100};
constexpr std::chrono::seconds kAliveEvery{1};
// A busy writer collects commands for this time, or up to this number, before the next commit. Each
// commit costs as much CPU time as about ten polls on the same core, however many commands share
// it. After a pause the first command is committed at once.
struct Pace {
    std::chrono::milliseconds commit_every;
    std::size_t enough;
};
constexpr Pace kAlone{std::chrono::milliseconds{1}, CommandQueue::kEnough};
constexpr Pace kBesidePolls{std::chrono::milliseconds{4}, 4 * CommandQueue::kEnough};

constexpr const Pace& pace_of(bool beside_polls) {
    return beside_polls ? kBesidePolls : kAlone;
}

// On a core shared with a loop, polls are answered before the next batch: a batch that waits only
// becomes larger, but a poll that waits is late. A writer with its own core is not affected.
void give_way_to_loops() {
    constexpr int kNicer = 10;  // A tenth of a loop's share while both want the core.
    constexpr std::chrono::microseconds kTurn{300};  // Longer than a loop's.
    runtime::ask_for_turns(kTurn, kNicer);
}

void raise(std::atomic<std::uint64_t>& figure, std::uint64_t value) {
    if (value > figure.load(std::memory_order_relaxed))
        figure.store(value, std::memory_order_relaxed);
}

}  // namespace

Writer::Writer(Engine& engine, WriterConfig config)
    : engine_(engine), config_(config), queue_(config.queue_depth_max) {
    figures_.messages = engine.journal().last_message();
}

std::size_t Writer::subscribe(boost::asio::io_context& loop, News::Apply apply, Matters matters) {
    subscribers_.push_back({&loop, std::make_shared<News>(std::move(apply)), matters});
    return subscribers_.size() - 1;
}

void Writer::run_between_batches(std::function<void(Engine&)> work) {
    const std::lock_guard lock{side_work_mutex_};
    side_work_.push_back(std::move(work));
}

void Writer::start() {
    thread_ = std::thread{[this] {
        pthread_setname_np(pthread_self(), "writer");
        give_way_to_loops();
        // Without polls nothing else needs the core, and the callers wait for the writer.
        engine_.yield_with([this] {
            if (beside_polls_) runtime::give_way_to_guests();
        });
        run();
    }};
}

void Writer::stop() {
    queue_.close();
    if (thread_.joinable()) thread_.join();
}

void Writer::run() {
    auto next_tick = Steady::now();
    auto next_alive = next_tick;
    auto gather_until = next_tick;
    for (bool open = true; open;) {
        const auto wait = std::chrono::ceil<std::chrono::milliseconds>(next_tick - Steady::now());
        auto submissions =
            queue_.pop(config_.batch_max, std::max(wait, std::chrono::milliseconds{0}),
                       gather_until, pace_of(beside_polls_).enough);
        open = !queue_.closed() || !submissions.empty();
        const auto now = Steady::now();
        const bool tick = now >= next_tick;
        if (tick) next_tick = now + kTick;
        if (!submissions.empty()) {
            beside_polls_ = runtime::CompletionBudget::memory_request_came();
            gather_until = now + pace_of(beside_polls_).commit_every;
        }
        if (tick || !submissions.empty()) run_batch(std::move(submissions), tick);
        if (now >= next_alive) {
            next_alive = now + kAliveEvery;
            engine_.note_alive();
            figures_.wall_step_ms = engine_.clock().wall_step().count();
        }
        if (tick) run_side_work();
    }
}

void Writer::run_batch(std::vector<Submission> submissions, bool tick) {
    std::vector<Command> commands;
    commands.reserve(submissions.size());
    for (Submission& submission : submissions)
        commands.push_back(std::move(submission.command));
    const auto before = Steady::now();
    BatchResult result = engine_.run(commands, tick);
    if (!result.facts.empty()) {
        const auto took =
            std::chrono::duration_cast<std::chrono::microseconds>(Steady::now() - before);
        figures_.batches += 1;
        figures_.facts += result.facts.size();
        figures_.messages = engine_.journal().last_message();
        figures_.log_bytes = engine_.journal().log_bytes();
        figures_.commit_us_total += static_cast<std::uint64_t>(took.count());
        raise(figures_.commit_us_max, static_cast<std::uint64_t>(took.count()));
    }
    figures_.commands += commands.size();
    raise(figures_.batch_commands_max, commands.size());
    figures_.health = engine_.health();
    publish(std::move(result), std::move(submissions), tick);
}

void Writer::publish(BatchResult result, std::vector<Submission> submissions, bool tick) {
    std::vector<Answers> answers(subscribers_.size());
    for (std::size_t i = 0; i < submissions.size(); ++i) {
        if (!submissions[i].answer) continue;
        Answers& mine = answers[submissions[i].loop];
        if (mine.empty()) mine.reserve(submissions.size() - i);
        mine.push_back({std::move(submissions[i].answer), std::move(result.outcomes[i])});
    }
    // If only one loop has answers, it reads the news together with them.
    const auto asked = [](const Answers& mine) { return !mine.empty(); };
    const bool alone = std::ranges::count_if(answers, asked) == 1;
    const auto sole = std::ranges::find_if(answers, asked) - answers.begin();
    spread(std::move(result), tick,
           alone ? &subscribers_[static_cast<std::size_t>(sole)] : nullptr);
    for (std::size_t i = 0; i < subscribers_.size(); ++i)
        if (!answers[i].empty())
            boost::asio::post(*subscribers_[i].loop,
                              [&loop = *subscribers_[i].loop, news = subscribers_[i].news,
                               mine = std::move(answers[i])]() mutable {
                                  news->read();
                                  answer_some(loop, std::move(mine), 0);
                              });
}

// Every loop gets the news before any answer is sent: a guest's next request may reach another
// loop.
void Writer::spread(BatchResult result, bool tick, Subscriber* reads_anyway) {
    const bool other_health = engine_.health() != published_health_;
    published_health_ = engine_.health();
    const bool news = !result.facts.empty() || other_health;
    const auto publication = std::make_shared<const Publication>(
        Publication{std::move(result.facts), result.stamp, engine_.health()});
    for (Subscriber& subscriber : subscribers_) {
        if (news) subscriber.news->add(publication);
        subscriber.unread |= news;
        const bool matters =
            subscriber.matters == nullptr || subscriber.matters(publication->facts);
        if (!subscriber.unread || !(tick || other_health || matters)) continue;
        subscriber.unread = false;
        if (&subscriber == reads_anyway) continue;
        boost::asio::post(*subscriber.loop, [about = subscriber.news] { about->read(); });
    }
}

// A batch may have thousands of answers. Polls that arrived in the meantime must not wait for all
// of them.
void Writer::answer_some(boost::asio::io_context& loop, Answers answers, std::size_t from) {
    const std::size_t to = std::min(answers.size(), from + runtime::CompletionBudget::next_limit());
    const runtime::ForegroundWork turn;
    for (std::size_t i = from; i < to; ++i)
        answers[i].answer(std::move(answers[i].outcome));
    if (to == answers.size()) return;
    boost::asio::post(loop, [&loop, rest = std::move(answers), to]() mutable {
        answer_some(loop, std::move(rest), to);
    });
}

void Writer::run_side_work() {
    std::vector<std::function<void(Engine&)>> work;
    {
        const std::lock_guard lock{side_work_mutex_};
        work.swap(side_work_);
    }
    for (const auto& one : work)
        one(engine_);
}

}  // namespace onsale::embedded
