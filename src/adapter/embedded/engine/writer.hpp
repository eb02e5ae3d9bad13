#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <thread>
#include <vector>

#include <boost/asio/io_context.hpp>

#include "adapter/embedded/engine/command_queue.hpp"
#include "adapter/embedded/engine/engine.hpp"
#include "adapter/embedded/engine/news.hpp"

namespace onsale::embedded {

// Figures of the writer for the operator. Only the writer changes them.
struct WriterFigures {
    std::atomic<std::uint64_t> batches{0};
    std::atomic<std::uint64_t> commands{0};
    std::atomic<std::uint64_t> facts{0};
    std::atomic<std::uint64_t> messages{0};  // The last message number of the outbox.
    std::atomic<std::uint64_t> log_bytes{0};
    std::atomic<std::uint64_t> commit_us_total{0};
    std::atomic<std::uint64_t> commit_us_max{0};
    std::atomic<std::uint64_t> batch_commands_max{0};
    std::atomic<Health> health{Health::kOk};
    std::atomic<std::int64_t> wall_step_ms{0};
};

struct WriterConfig {
    // Maximum number of waiting commands. More are rejected at once.
    std::size_t queue_depth_max = 65'536;
    std::size_t batch_max = 4'096;  // Maximum number of commands per commit.
};

// The writer thread: takes commands from the queue, runs the engine, publishes and answers, in that
// order.
// Thread safety: submit() from any thread; subscribe() before start().
class Writer {
  public:
    // Returns whether these facts wake a loop. Otherwise the loop reads them before its next
    // answer, with the next tick, or by catch_up().
    using Matters = bool (*)(const sale::Facts&);

    Writer(Engine& engine, WriterConfig config);
    ~Writer() { stop(); }

    // Returns the loop's index, which its submissions must carry.
    std::size_t subscribe(boost::asio::io_context& loop, News::Apply apply,
                          Matters matters = nullptr);
    // Applies everything published so far to the loop's view. REQUIRES: called on that loop.
    void catch_up(std::size_t loop) { subscribers_[loop].news->read(); }
    // Runs `work` on the writer thread between batches, while the engine is idle.
    void run_between_batches(std::function<void(Engine&)> work);
    void start();
    // Answers the queued commands, then ends the thread.
    void stop();

    bool submit(std::vector<Submission>& submissions) { return queue_.push(submissions); }
    std::size_t queue_depth() const { return queue_.size(); }
    const WriterFigures& figures() const { return figures_; }

  private:
    struct Subscriber {
        boost::asio::io_context* loop = nullptr;
        std::shared_ptr<News> news;
        Matters matters = nullptr;
        bool unread = false;  // Publications are pending and the loop was not woken for them.
    };
    struct Answer {
        std::move_only_function<void(Outcome&&)> answer;
        Outcome outcome;
    };
    using Answers = std::vector<Answer>;

    void run();
    void run_batch(std::vector<Submission> submissions, bool tick);
    void run_side_work();
    void publish(BatchResult result, std::vector<Submission> submissions, bool tick);
    void spread(BatchResult result, bool tick, Subscriber* reads_anyway);
    static void answer_some(boost::asio::io_context& loop, Answers answers, std::size_t from);

    Engine& engine_;
    WriterConfig config_;
    CommandQueue queue_;
    std::vector<Subscriber> subscribers_;
    std::mutex side_work_mutex_;
    std::vector<std::function<void(Engine&)>> side_work_;
    Health published_health_ = Health::kOk;
    bool beside_polls_ = false;  // A guest polled while the last batch was collected.
    WriterFigures figures_;
    std::thread thread_;
};

}  // namespace onsale::embedded
