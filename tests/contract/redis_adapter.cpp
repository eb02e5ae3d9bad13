#include "tests/contract/redis_adapter.hpp"

#include "adapter/embedded/line_ports.hpp"
#include "adapter/redis/line/event_directory.hpp"
#include "adapter/redis/line/line_scheduler.hpp"
#include "adapter/redis/line/line_watch.hpp"
#include "adapter/redis/line/redis_lines.hpp"
#include "adapter/redis/line/relayed_office.hpp"
#include "tests/contract/redis_store.hpp"
#include "tests/contract/temporary_folder.hpp"
#include "tests/support/manual_time.hpp"
#include "tests/support/redis_server.hpp"

namespace onsale::contract {
namespace {

using namespace std::chrono_literals;

// One for all tests of a run; each begins with an empty one.
redis::Config empty_server() {
    static const test::RedisServer kServer;
    (void)kServer.command({"FLUSHALL"});
    redis::Config config;
    config.seeds = {{"127.0.0.1", kServer.port()}};
    return config;
}

std::unique_ptr<waiting_room::WaitingRoom> copy_of(const waiting_room::WaitingRoom& room) {
    std::string bytes;
    ByteWriter out{bytes};
    room.save(out);
    ByteReader in{bytes};
    return waiting_room::WaitingRoom::load(in);
}

// The process of the sale store, a queue node and a scheduler in one, on one loop.
class Redis : public LineAdapter {
  public:
    Redis()
        : engine_({folder_.path(), ""}, time_, [] { return sha256("entropy"); }),
          writer_(engine_, {}),
          port_(loop_, writer_,
                writer_.subscribe(loop_,
                                  [this](const auto& publication) {
                                      if (!publication.facts.empty())
                                          relay_.apply(publication.facts, publication.stamp.now);
                                  })),
          relay_({loop_, caller_, numbers_}, copy_of(engine_.room()), engine_.journal().last_seq(),
                 {}) {
        watch_->start();
        writer_.start();
    }
    ~Redis() override {
        writer_.stop();
        watch_->close();
    }

    boost::asio::io_context& loop() override { return loop_; }
    waiting_room::WaitingLines& lines() override { return lines_; }
    waiting_room::EventOffice& office() override { return office_; }
    const waiting_room::RoomView& view() override { return view_; }

  private:
    TemporaryFolder folder_;
    test::ManualTime time_{instant_from_ms(1'800'000'000'000)};
    boost::asio::io_context loop_{1};
    boost::asio::executor_work_guard<boost::asio::io_context::executor_type> work_{
        loop_.get_executor()};
    embedded::Engine engine_;
    embedded::Writer writer_;
    embedded::WriterPort port_;
    embedded::WaitingLines store_lines_{port_};
    embedded::EventOffice store_office_{port_};

    redis::Client client_{loop_, empty_server()};
    redis::LineCaller caller_{client_, {}};
    waiting_room::RoomView view_;
    redis::ViewFeed feed_{loop_, caller_, view_, {}};
    StoreNumbers numbers_{port_};
    redis::LineRelay relay_;
    std::shared_ptr<redis::LineWatch> watch_ = std::make_shared<redis::LineWatch>(
        loop_, caller_, relay_, redis::WatchConfig{.every = 20ms, .enlist_every = 20ms});
    TestDesk desk_{relay_, store_lines_};
    redis::RedisLines lines_{{loop_, caller_, feed_, view_, desk_}, {}};
    redis::RelayedOffice office_{{store_office_, relay_, feed_, view_}, 5s};
    redis::LineScheduler scheduler_{loop_, caller_, {.owner = "contract", .step = 20ms}};
    redis::EventDirectory active_{loop_, client_, redis::kActiveEventsKey, 20ms,
                                  [this](const auto& events) { scheduler_.follow(events); }};
};

}  // namespace

std::unique_ptr<LineAdapter> make_redis_adapter() {
    return std::make_unique<Redis>();
}

}  // namespace onsale::contract
