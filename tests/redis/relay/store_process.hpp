#pragma once

#include <chrono>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "adapter/embedded/port/ports.hpp"
#include "adapter/redis/relay/hall_watch.hpp"
#include "adapter/redis/relay/line_watch.hpp"
#include "adapter/redis/relay/order_times.hpp"
#include "adapter/redis/relay/relayed_office.hpp"
#include "adapter/redis/relay/relayed_orders.hpp"
#include "adapter/redis/relay/relayed_sale_office.hpp"
#include "adapter/redis/store/local_store.hpp"
#include "runtime/system_time.hpp"

namespace onsale::redis {

// Parts of a node on the same loop that the store's process uses.
struct NodeParts {
    boost::asio::io_context& loop;
    ScriptCaller& caller;
    ViewFeed& feed;
    SaleFeed& sale_feed;
    const waiting_room::RoomView& room;
    const sale::SaleView& sale;
    SeatLeases* leases = nullptr;  // Null: repairs need no lease.
};

struct StoreSpeed {
    std::chrono::milliseconds line_watch{20};
    HallWatchConfig hall_watch{.step = std::chrono::milliseconds{20},
                               .every = std::chrono::milliseconds{200},
                               .glance_every = std::chrono::milliseconds{50},
                               .alone_max = std::chrono::milliseconds{60'000}};
    bool repairs_under_leases = false;
};

// The process of the sale store on one loop: an engine with its writer, and the objects that send
// its decisions to Redis.
class StoreProcess {
  public:
    StoreProcess(NodeParts node, const std::filesystem::path& folder, const TimeSource& time,
                 StoreSpeed speed = {})
        : engine_({folder, ""}, time, [] { return sha256("entropy"); }),
          writer_(engine_, {}),
          port_(node.loop, writer_,
                writer_.subscribe(node.loop,
                                  [this](const auto& publication) {
                                      if (publication.facts.empty()) return;
                                      lines_.apply(publication.facts, publication.stamp.now);
                                      halls_.apply(publication.facts, publication.stamp.now);
                                  })),
          lines_({node.loop, node.caller, local_store_}, copy_of(engine_.room()),
                 engine_.journal().last_seq(), {}),
          halls_(lines_, engine_.state()),
          relay_handle_({node.loop, halls_, [this] { port_.catch_up(); }}),
          orders_({store_orders_, node.caller, node.sale_feed, node.sale, relay_handle_}, {}),
          office_({store_office_, lines_, node.feed, node.room}, std::chrono::seconds{5}),
          sale_office_({store_sale_office_, halls_, node.sale_feed, node.sale},
                       std::chrono::seconds{5}),
          line_watch_(std::make_shared<LineWatch>(
              node.loop, node.caller, lines_,
              WatchConfig{.every = speed.line_watch, .enlist_every = speed.line_watch})),
          hall_watch_(std::make_shared<HallWatch>(
              HallWatch::Deps{node.loop, node.caller, halls_, node.sale, node.leases},
              speed.hall_watch, [this](const HallDrift& drift) { drifts_.push_back(drift); })),
          order_times_(std::make_shared<OrderTimes>(
              OrderTimes::Deps{node.loop, order_clock_, halls_, node.room, node.sale, wall_now})) {
        line_watch_->start();
        hall_watch_->start();
        order_times_->start();
        writer_.start();
    }
    ~StoreProcess() {
        writer_.stop();
        line_watch_->close();
        hall_watch_->close();
        order_times_->close();
    }
    StoreProcess(const StoreProcess&) = delete;
    StoreProcess& operator=(const StoreProcess&) = delete;

    LocalStore& local_store() { return local_store_; }
    RelayedOrders& orders() { return orders_; }
    // The store's own orders, which do not use Redis.
    embedded::Orders& store_orders() { return store_orders_; }
    RelayedOffice& office() { return office_; }
    RelayedSaleOffice& sale_office() { return sale_office_; }
    HallRelay& halls() { return halls_; }
    RelayHandle& relay_handle() { return relay_handle_; }
    std::vector<HallDrift>& drifts() { return drifts_; }

  private:
    // The time of Redis, which runs on the same machine.
    static Instant wall_now() { return runtime::SystemTime{}.wall(); }
    static std::unique_ptr<waiting_room::WaitingRoom> copy_of(
        const waiting_room::WaitingRoom& room) {
        std::string bytes;
        ByteWriter out{bytes};
        room.save(out);
        ByteReader in{bytes};
        return waiting_room::WaitingRoom::load(in);
    }

    embedded::Engine engine_;
    embedded::Writer writer_;
    embedded::WriterPort port_;
    embedded::WaitingLines store_lines_{port_};
    embedded::LineStore line_store_{port_};
    embedded::EventOffice store_office_{port_};
    embedded::Orders store_orders_{port_};
    embedded::OrderClock order_clock_{port_};
    embedded::SaleOffice store_sale_office_{port_};
    LocalStore local_store_{{line_store_, store_lines_}};
    LineRelay lines_;
    HallRelay halls_;
    RelayHandle relay_handle_;
    RelayedOrders orders_;
    RelayedOffice office_;
    RelayedSaleOffice sale_office_;
    std::shared_ptr<LineWatch> line_watch_;
    std::shared_ptr<HallWatch> hall_watch_;
    std::shared_ptr<OrderTimes> order_times_;
    std::vector<HallDrift> drifts_;
};

}  // namespace onsale::redis
