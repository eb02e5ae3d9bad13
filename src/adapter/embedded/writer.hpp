#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <thread>
#include <vector>

#include <boost/asio/io_context.hpp>

#include "adapter/embedded/command_queue.hpp"
#include "adapter/embedded/engine.hpp"

namespace onsale::embedded {

// What every loop is told after a commit, before any answer.
struct Publication {
    sale::Facts facts;
    Stamp stamp;
    Health health = Health::kOk;
};

// Figures of the writer for the operator; each is written by the writer alone.
struct WriterFigures {
    std::atomic<std::uint64_t> batches{0};
    std::atomic<std::uint64_t> commands{0};
    std::atomic<std::uint64_t> facts{0};
    std::atomic<std::uint64_t> messages{0};  // The outbox's last number.
    std::atomic<std::uint64_t> commit_us_total{0};
    std::atomic<std::uint64_t> commit_us_max{0};
    std::atomic<std::uint64_t> batch_commands_max{0};
    std::atomic<Health> health{Health::kOk};
    std::atomic<std::int64_t> wall_step_ms{0};
};

struct WriterConfig {
    std::size_t queue_depth_max = 65'536;  // Commands waiting; beyond, callers are refused at once.
    std::size_t batch_max = 4'096;         // Commands in one commit.
};

// The one writer thread: drains the queue, runs the engine, publishes, answers, in that order.
// Thread safety: submit() from any thread; subscribe() before start().
class Writer {
  public:
    using Apply = std::function<void(const Publication&)>;

    Writer(Engine& engine, WriterConfig config);
    ~Writer() { stop(); }

    // The loop's index, which its submissions carry.
    std::size_t subscribe(boost::asio::io_context& loop, Apply apply);
    // Called on the writer thread between batches, for work that needs the engine at rest.
    void run_between_batches(std::function<void(Engine&)> work);
    void start();
    // Answers what is queued, then ends.
    void stop();

    bool submit(std::vector<Submission>& submissions) { return queue_.push(submissions); }
    std::size_t queue_depth() const { return queue_.size(); }
    const WriterFigures& figures() const { return figures_; }

  private:
    struct Subscriber {
        boost::asio::io_context* loop = nullptr;
        std::shared_ptr<const Apply> apply;
    };

    void run();
    void run_batch(std::vector<Submission> submissions, bool tick);
    void run_side_work();
    void publish(BatchResult result, std::vector<Submission> submissions);

    Engine& engine_;
    WriterConfig config_;
    CommandQueue queue_;
    std::vector<Subscriber> subscribers_;
    std::mutex side_work_mutex_;
    std::vector<std::function<void(Engine&)>> side_work_;
    Health published_health_ = Health::kOk;
    WriterFigures figures_;
    std::thread thread_;
};

}  // namespace onsale::embedded
