#pragma once

#include <memory>
#include <vector>

#include "adapter/embedded/port/ports.hpp"
#include "adapter/redis/lease/seat_leases.hpp"
#include "adapter/redis/relay/decided_by_store.hpp"
#include "adapter/redis/relay/hall_watch.hpp"
#include "adapter/redis/relay/line_watch.hpp"
#include "adapter/redis/relay/order_times.hpp"
#include "adapter/redis/relay/relay_handle.hpp"
#include "adapter/redis/relay/relayed_office.hpp"
#include "adapter/redis/relay/relayed_orders.hpp"
#include "adapter/redis/relay/relayed_sale_office.hpp"
#include "adapter/redis/store/local_store.hpp"
#include "adapter/redis/store/store_server.hpp"
#include "adapter/server/loop/cluster_ports.hpp"
#include "adapter/server/loop/payments.hpp"

namespace onsale::server {

// Gives a loop access to the sale store of its process.
// REQUIRES: built before the writer starts.
class StoreLink {
  public:
    StoreLink(boost::asio::io_context& loop, embedded::Writer& writer, embedded::News::Apply apply,
              embedded::Writer::Matters matters)
        : port_(loop, writer, writer.subscribe(loop, std::move(apply), matters)) {}

    embedded::WriterPort& port() { return port_; }
    embedded::WaitingLines& lines() { return lines_; }
    embedded::EventOffice& office() { return office_; }
    embedded::Orders& orders() { return orders_; }
    embedded::SaleOffice& sale_office() { return sale_office_; }
    embedded::LineStore& line_store() { return line_store_; }
    embedded::OrderClock& order_clock() { return order_clock_; }

  private:
    embedded::WriterPort port_;
    embedded::WaitingLines lines_{port_};
    embedded::EventOffice office_{port_};
    embedded::Orders orders_{port_};
    embedded::SaleOffice sale_office_{port_};
    embedded::LineStore line_store_{port_};
    embedded::OrderClock order_clock_{port_};
};

// Ports of a guests' loop in the payment process: lines and seats in Redis, orders in the store.
class StorePorts : public ClusterPorts {
  public:
    // REQUIRES: built before the writer starts.
    StorePorts(boost::asio::io_context& loop, http::LoopViews& views, const ClusterDeps& deps,
               const embedded::Engine& engine, embedded::Writer& writer, redis::RelayHandle& relay);

    sale::Orders* orders() override { return &orders_; }
    void catch_up() override { store_.port().catch_up(); }

  private:
    void apply(const embedded::Publication& publication);

    // The events of the store at the start, without those that have been archived.
    std::vector<waiting_room::EventId> events_;
    StoreLink store_;
    redis::SeatLeases leases_;
    redis::RelayedOrders orders_;
};

// Ports of the operator's loop in the payment process. It also relays the store's decisions to
// Redis, restores what Redis has lost, and makes the provider calls that no guest waits for.
class OfficePorts : public ClusterPorts {
  public:
    struct Store {
        embedded::Engine& engine;
        embedded::Writer& writer;
        const Payments& payments;
        const TimeSource& time;
    };
    OfficePorts(boost::asio::io_context& loop, http::LoopViews& views, const ClusterDeps& deps,
                const Store& store);
    ~OfficePorts() override;

    waiting_room::EventOffice& office() override { return office_; }
    sale::Orders* orders() override { return &orders_; }
    sale::SaleOffice* sale_office() override { return &sale_office_; }
    void describe(http::LoopContext& context) override;
    void tell(NewsReader& reader) override;
    void catch_up() override { store_.port().catch_up(); }

    // Used by the other loops of the process.
    redis::RelayHandle& relay_handle() { return relay_handle_; }

  private:
    void apply(const embedded::Publication& publication);

    NewsReader* reader_ = nullptr;
    StoreLink store_;
    redis::LocalStore local_store_;
    redis::StoreServer store_server_;
    redis::LineRelay line_relay_;
    redis::DecidedByStore decided_{line_relay_};
    redis::HallRelay hall_relay_;
    redis::RelayHandle relay_handle_;
    redis::SeatLeases leases_;
    std::shared_ptr<redis::LineWatch> line_watch_;
    std::shared_ptr<redis::HallWatch> hall_watch_;
    std::shared_ptr<redis::OrderTimes> order_times_;
    redis::RelayedOffice office_;
    redis::RelayedSaleOffice sale_office_;
    redis::RelayedOrders orders_;
    PaymentWorker payment_worker_;
};

}  // namespace onsale::server
