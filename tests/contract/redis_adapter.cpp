#include "tests/contract/redis_adapter.hpp"

#include "adapter/redis/feed/event_directory.hpp"
#include "adapter/redis/hall/redis_holds.hpp"
#include "adapter/redis/line/redis_lines.hpp"
#include "adapter/redis/schedule/line_scheduler.hpp"
#include "adapter/redis/script/line_keys.hpp"
#include "seat/domain/delay.hpp"
#include "tests/contract/temporary_folder.hpp"
#include "tests/redis/relay/store_process.hpp"
#include "tests/support/manual_time.hpp"
#include "tests/support/redis_cluster.hpp"
#include "tests/support/redis_server.hpp"

namespace onsale::contract {
namespace {

using namespace std::chrono_literals;

// Returns the server that all tests of a run share, after deleting all its data.
redis::Config empty_server() {
    static const test::RedisServer kServer;
    (void)kServer.command({"FLUSHALL"});
    redis::Config config;
    config.seeds = {{"127.0.0.1", kServer.port()}};
    return config;
}

redis::Config emptied(test::RedisCluster& cluster) {
    for (std::size_t i = 0; i < test::RedisCluster::kMasters; ++i)
        (void)cluster.node(i).command({"FLUSHALL"});
    redis::Config config;
    config.mode = redis::Mode::kCluster;
    config.seeds = cluster.endpoints();
    return config;
}

// The process of the sale store, a queue and booking node, and a scheduler, together on one loop.
class Redis : public SaleAdapter {
  public:
    explicit Redis(redis::Config config) : client_(loop_, std::move(config)) {}

    boost::asio::io_context& loop() override { return loop_; }
    waiting_room::WaitingLines& lines() override { return lines_; }
    waiting_room::EventOffice& office() override { return store_.office(); }
    const waiting_room::RoomView& view() override { return view_; }
    sale::SeatHolds& holds() override { return holds_; }
    sale::Orders& orders() override { return store_.orders(); }
    sale::SaleOffice& sale_office() override { return store_.sale_office(); }
    const sale::SaleView& sale_view() override { return sale_view_; }
    // The scripts use the server's clock, and line time is that clock less `behind`.
    void pass(waiting_room::EventId event, Duration by) override {
        const redis::Command earlier{
            "HINCRBY", {redis::line_keys(event).front(), "behind", std::to_string(-by.count())}};
        bool is_done = false;
        boost::asio::co_spawn(
            loop_,
            client_.call(redis::slot_of(event), earlier, std::chrono::steady_clock::now() + 1s),
            [&](const std::exception_ptr&, const redis::CallResult& answer) {
                is_done = true;
                EXPECT_TRUE(answer && !answer->is_error());
            });
        while (!is_done)
            loop_.run_one();
    }

  private:
    TemporaryFolder folder_;
    test::ManualTime time_{instant_from_ms(1'800'000'000'000)};
    boost::asio::io_context loop_{1};
    boost::asio::executor_work_guard<boost::asio::io_context::executor_type> work_{
        loop_.get_executor()};

    redis::Client client_;
    redis::ScriptCaller caller_{client_, {}};
    waiting_room::RoomView view_;
    sale::SaleView sale_view_;
    sale::BuyingCounts counts_;
    redis::ViewFeed feed_{loop_,
                          caller_,
                          view_,
                          {},
                          [this](auto event, const sale::Facts& facts, Instant now) {
                              sale_feed_.told(event, facts, now);
                          },
                          [this](auto event) { sale_feed_.anew(event); }};
    redis::SaleFeed sale_feed_{{loop_, caller_, feed_, sale_view_, counts_}, {}};
    redis::StoreProcess store_{
        {loop_, caller_, feed_, sale_feed_, view_, sale_view_}, folder_.path(), time_};
    redis::RedisLines lines_{{loop_, caller_, feed_, view_, store_.local_store()}, {}};
    std::uint64_t randoms_ = 0;
    redis::RedisHolds holds_{
        {caller_, sale_feed_, view_, sale_view_, [this] { return seat::derived(1, ++randoms_); }},
        {}};
    redis::LineScheduler scheduler_{loop_, caller_, {.owner = "contract", .step = 20ms}};
    redis::EventDirectory active_{loop_, client_, redis::kActiveEventsKey, 20ms,
                                  [this](const auto& events) { scheduler_.follow(events); }};
};

}  // namespace

std::unique_ptr<LineAdapter> make_redis_adapter() {
    return std::make_unique<Redis>(empty_server());
}

std::unique_ptr<LineAdapter> make_redis_cluster_adapter() {
    static test::RedisCluster cluster;
    return std::make_unique<Redis>(emptied(cluster));
}

std::unique_ptr<LineAdapter> make_redis_masters_adapter() {
    static test::RedisCluster cluster{1000ms, {}, test::RedisCluster::Replicas::kNone};
    return std::make_unique<Redis>(emptied(cluster));
}

}  // namespace onsale::contract
