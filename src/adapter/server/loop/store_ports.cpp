#include "adapter/server/loop/store_ports.hpp"

#include <algorithm>

#include "adapter/embedded/journal/deadline_moves.hpp"
#include "adapter/server/loop/embedded_ports.hpp"
#include "base/bytes.hpp"
#include "runtime/log.hpp"

namespace onsale::server {
namespace {

using namespace std::chrono_literals;

// An operator's change normally reaches Redis and the local view within a second. After this
// timeout the operator is answered anyway, and the relay continues.
constexpr std::chrono::milliseconds kOfficeTimeout{5000};

// The store's claim normally follows within seconds after Redis stopped the hold's clock.
constexpr std::chrono::milliseconds kPayingAloneMax{15000};

// Maximum number of numbers per block, and the level below which the next block is issued. The
// joins of a node can reach 150,000 per second.
constexpr std::uint32_t kBlock = 262'144;
constexpr std::uint32_t kBlockLow = 131'072;

std::unique_ptr<waiting_room::WaitingRoom> copy_of(const waiting_room::WaitingRoom& room) {
    std::string bytes;
    ByteWriter out{bytes};
    room.save(out);
    ByteReader in{bytes};
    return waiting_room::WaitingRoom::load(in);
}

// Limit of the time that is given back after a stop. Holds wait as long for it (prelude.lua). If
// Redis was down as well, it has already given the same time back, so the time is given twice.
constexpr Duration kGivenBackMax = 10min;

// A stop of this process also moves deadlines: the line continued, but nobody could pay. Frozen
// deadlines have lost nothing.
redis::PastMoves past_moves_in(embedded::Storage storage, const redis::LineRelay& relay) {
    return
        [storage = std::move(storage), &relay](waiting_room::EventId event, std::uint64_t after) {
            const waiting_room::Line* const line = relay.room().find(event);
            const bool frozen = line != nullptr && line->clock().frozen();
            std::vector<redis::DeadlineMove> moves;
            for (const auto& move : embedded::read_deadline_moves(storage, event, after))
                if (!move.was_down)
                    moves.push_back({move.seq, move.by});
                else if (!frozen)
                    moves.push_back({move.seq, std::min(move.by, kGivenBackMax), true});
            return moves;
        };
}

// Logs at most one line per second. A lost hall has tens of thousands of differences; ClusterNews
// counts them all.
void report(const redis::HallDrift& drift) {
    using Clock = std::chrono::steady_clock;
    thread_local Clock::time_point next{};
    if (Clock::now() < next) return;
    next = Clock::now() + 1s;
    runtime::log(runtime::LogLevel::kWarning, "Redis and the sale store differed",
                 {{"hall", std::to_string(drift.hall.value)},
                  {"what", std::string{to_word(drift.kind)}},
                  {"seat", drift.seat ? std::to_string(drift.seat->value) : "-"}});
}

redis::OrdersConfig orders_config(const ClusterDeps& deps) {
    return {.timeout = deps.use.call_timeout};
}

bool is_archived(const waiting_room::Line& line) {
    return line.lifecycle() == waiting_room::Lifecycle::kArchived;
}

// Redis does not have archived events, but their orders are still shown and refunded.
void show_archived(http::LoopViews& views, const sale::State& state) {
    for (const auto& [event, line] : state.room()) {
        if (!is_archived(*line)) continue;
        views.line.add(*line);
        views.sale.add(state, event);
    }
}

std::vector<waiting_room::EventId> living_events(const waiting_room::WaitingRoom& room) {
    std::vector<waiting_room::EventId> events;
    for (const auto& [event, line] : room)
        if (!is_archived(*line)) events.push_back(event);
    return events;
}

}  // namespace

StorePorts::StorePorts(boost::asio::io_context& loop, http::LoopViews& views,
                       const ClusterDeps& deps, const embedded::Engine& engine,
                       embedded::Writer& writer, redis::RelayHandle& relay)
    : ClusterPorts(loop, views, deps),
      events_(living_events(engine.room())),
      store_(
          loop, writer, [this](const embedded::Publication& publication) { apply(publication); },
          never_woken),
      leases_(link().client(), {.process = loop_name(deps)}),
      orders_({store_.orders(), link().caller(), link().sale_feed(), views.sale, relay, &leases_},
              orders_config(deps)) {
    show_archived(views, engine.state());
    link().follow_also([this] {
        store_.port().catch_up();
        return events_;
    });
}

void StorePorts::apply(const embedded::Publication& publication) {
    for (const sale::Fact& fact : publication.facts) {
        const auto* const of_line = std::get_if<waiting_room::Fact>(&fact);
        if (of_line == nullptr) continue;
        const auto* const changed =
            std::get_if<waiting_room::fact::LifecycleChanged>(&of_line->body);
        if (changed != nullptr && changed->to == waiting_room::Lifecycle::kArchived)
            std::erase(events_, of_line->event);
    }
}

OfficePorts::OfficePorts(boost::asio::io_context& loop, http::LoopViews& views,
                         const ClusterDeps& deps, const Store& store)
    : ClusterPorts(loop, views, deps),
      store_(
          loop, store.writer,
          [this](const embedded::Publication& publication) { apply(publication); }, nullptr),
      local_store_({store_.line_store(), store_.lines()}),
      store_server_(link().client(), local_store_, {}),
      line_relay_({loop, link().caller(), local_store_}, copy_of(store.engine.room()),
                  store.engine.journal().last_seq(),
                  {.block = kBlock, .restore_wait = deps.use.restore_wait},
                  past_moves_in(store.engine.storage(), line_relay_)),
      hall_relay_(line_relay_, store.engine.state()),
      relay_handle_({loop, hall_relay_, [this] { catch_up(); }}),
      leases_(link().client(), {.process = loop_name(deps)}),
      line_watch_(std::make_shared<redis::LineWatch>(loop, link().caller(), line_relay_,
                                                     redis::WatchConfig{.block_low = kBlockLow},
                                                     &views.line)),
      hall_watch_(std::make_shared<redis::HallWatch>(
          redis::HallWatch::Deps{loop, link().caller(), hall_relay_, views.sale, &leases_},
          redis::HallWatchConfig{.alone_max = kPayingAloneMax}, report)),
      order_times_(std::make_shared<redis::OrderTimes>(
          redis::OrderTimes::Deps{loop, store_.order_clock(), hall_relay_, views.line, views.sale,
                                  [&clock = deps.clock] { return clock.now(); }})),
      office_({store_.office(), line_relay_, link().feed(), views.line}, kOfficeTimeout),
      sale_office_({store_.sale_office(), hall_relay_, link().sale_feed(), views.sale},
                   kOfficeTimeout),
      orders_({store_.orders(), link().caller(), link().sale_feed(), views.sale, relay_handle_,
               &leases_},
              orders_config(deps)),
      payment_worker_(loop, store.payments, orders_, store.time) {
    show_archived(views, store.engine.state());
    link().follow_also([this] { return living_events(line_relay_.room()); });
}

OfficePorts::~OfficePorts() {
    order_times_->close();
    hall_watch_->close();
    line_watch_->close();
}

void OfficePorts::describe(http::LoopContext& context) {
    using Awaited = http::LoopContext::PlacesAwaited;
    ClusterPorts::describe(context);
    context.decided = &decided_;
    context.places_awaited = [this, &context](waiting_room::EventId event) {
        const auto awaited = line_watch_->awaited(event);
        const bool is_on = awaited && awaited->until > context.clock.now();
        return is_on ? std::optional{Awaited{awaited->until, awaited->restored}} : std::nullopt;
    };
}

void OfficePorts::tell(NewsReader& reader) {
    ClusterPorts::tell(reader);
    reader_ = &reader;
    line_watch_->start();
    hall_watch_->start();
    order_times_->start();
    payment_worker_.start();
}

void OfficePorts::apply(const embedded::Publication& publication) {
    if (publication.facts.empty()) return;
    decided_.apply(publication.facts);
    line_relay_.apply(publication.facts, publication.stamp.now);
    hall_relay_.apply(publication.facts, publication.stamp.now);
    payment_worker_.see(publication.facts);
    reader_->hear_sale(publication.facts, publication.stamp.now);
}

}  // namespace onsale::server
