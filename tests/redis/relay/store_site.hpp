#pragma once

#include <atomic>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "adapter/redis/hall/hall_sweeper.hpp"
#include "adapter/redis/hall/redis_holds.hpp"
#include "adapter/redis/line/redis_lines.hpp"
#include "adapter/redis/schedule/line_scheduler.hpp"
#include "seat/domain/delay.hpp"
#include "tests/contract/temporary_folder.hpp"
#include "tests/redis/client/on_loop.hpp"
#include "tests/redis/relay/store_process.hpp"
#include "tests/support/redis_server.hpp"

namespace onsale::redis {

using payment::OrderState;
using payment::result::Approved;
using payment::result::Declined;
using sale::Buyer;
using sale::PayError;
using seat::SeatState;

constexpr waiting_room::EventId kEvent{1};
constexpr sale::HallId kFriday{1};

// Written by the test, read by the writer.
class StoreTime : public TimeSource {
  public:
    Instant wall() const override { return instant_from_ms(ms_); }
    Duration steady() const override { return Duration{ms_}; }
    void advance(Duration by) { ms_ += by.count(); }

  private:
    std::atomic<std::int64_t> ms_{1'800'000'000'000};
};

// The process of the store, a queue and booking node and a scheduler on one loop, one redis-server,
// and an open event with a row of ten seats. The store can be stopped and started again.
class StoreSite : public OnLoop {
  protected:
    explicit StoreSite(StoreSpeed speed = {}) : speed_(speed) {
        start_store();
        auto settings = std::make_shared<waiting_room::EventSettings>();
        settings->key = "tour";
        settings->title = "Tour";
        settings->opens_at = instant_from_ms(1'000'000'000'000);
        settings->rules.max_active = 100;
        settings->performances = {{"fri", "Friday", instant_from_ms(2'000'000'000'000)}};
        EXPECT_TRUE(run(store->office().call(waiting_room::command::CreateEvent{settings})));
        const auto hall = plan();
        auto seating = std::make_shared<const seat::Seating>(*hall);
        EXPECT_TRUE(run(
            store->sale_office().call(sale::command::OpenHall{kEvent, "fri", hall, {}, seating})));
        EXPECT_TRUE(run(store->sale_office().call(sale::command::SetTerms{kEvent, terms()})));
        scheduler.follow({kEvent});
        sweeper.start();
    }
    ~StoreSite() override { store.reset(); }

    Config config() const {
        Config config;
        config.seeds = {endpoint_of(server)};
        return config;
    }
    void start_store() {
        SeatLeases* const repairs = speed_.repairs_under_leases ? &leases : nullptr;
        store.emplace(NodeParts{loop, caller, feed, sale_feed, room, sale, repairs}, folder_.path(),
                      time, speed_);
    }
    std::filesystem::path folder() const { return folder_.path(); }
    void restart_store() {
        store.reset();
        start_store();
    }

    static std::shared_ptr<const seat::HallPlan> plan() {
        seat::HallPlan plan;
        plan.name = "Small hall";
        plan.grades = {{"R", "R", ""}};
        seat::Row row{.label = "A", .rank = 0, .seats = {}};
        for (int i = 1; i <= 10; ++i) {
            const std::string name = std::to_string(i);
            row.seats.push_back(
                {.id = "A-" + name, .label = name, .grade = "R", .at = {i * 50, 0}});
        }
        plan.sections = {{.id = "S", .name = "Stalls", .rows = {row}, .areas = {}}};
        return std::make_shared<const seat::HallPlan>(plan);
    }
    static std::shared_ptr<const payment::Terms> terms() {
        payment::Terms terms;
        terms.prices.grades = {{"R", {{"adult", 100'000}}}};
        terms.refunds.rows = {{1, 100, 0}};
        return std::make_shared<const payment::Terms>(terms);
    }
    static GuestId guest(std::uint32_t name) {
        const Sha256Digest digest = sha256("guest " + std::to_string(name));
        GuestId id;
        std::copy_n(digest.begin(), id.bytes.size(), id.bytes.begin());
        return id;
    }
    // Enters and waits for the admission. After a loss of Redis data this may take some time.
    Buyer let_in(std::uint32_t name) {
        std::optional<waiting_room::Number> number;
        run_until([&] {
            const auto entered =
                run(lines.call(waiting_room::command::Enter{kEvent, guest(name), {}, {}}));
            if (entered) number = *entered;
            return entered &&
                   room.find(kEvent)->book().standing(*number) == waiting_room::Standing::kAdmitted;
        });
        const auto* const admission = room.find(kEvent)->ledger().find(*number);
        return {kEvent, "fri", guest(name),
                waiting_room::admission_id(*number, admission->attempt)};
    }
    Buyer holding(std::uint32_t name, std::vector<std::string> seats) {
        const Buyer buyer = let_in(name);
        run_until(
            [&] { return run(holds.call(sale::command::SelectSeats{buyer, seats})).has_value(); });
        return buyer;
    }
    sale::OrderOutcome request(const Buyer& buyer) {
        const payment::ProviderTraits traits{.can_ask = true, .charges_at_page = true};
        return run(
            store->orders().call(sale::command::RequestPayment{buyer, {}, {1}, "hall", traits}));
    }
    payment::Order paying(std::uint32_t name, std::vector<std::string> seats) {
        return request(holding(name, std::move(seats))).value().order;
    }
    sale::OrderOutcome record(const payment::Order& order, payment::PaymentResult result) {
        return run(store->orders().call(sale::command::RecordPayment{
            order.code, order.attempt(), payment::ResultSource::kWebhook, std::move(result)}));
    }
    sale::OrderOutcome approve(const payment::Order& order) {
        return record(order, Approved{"key-" + std::to_string(order.id.value), "hall",
                                      order.attempts.back().total});
    }
    payment::Order sold(std::uint32_t name, std::vector<std::string> seats) {
        return approve(paying(name, std::move(seats))).value().order;
    }
    payment::Order order_now(const payment::Order& order) {
        return run(store->orders().call(sale::command::ShowOrder{order.code, {}})).value().order;
    }
    void in_store_until(const payment::Order& order, OrderState state) {
        run_until([&] { return order_now(order).state == state; });
    }

    SeatState state(const std::string& seat) const {
        const sale::HallView* const hall = sale.find(kEvent, "fri");
        return hall == nullptr ? SeatState::kFree : hall->map().state(*hall->seating().find(seat));
    }
    void shown(const std::string& seat, SeatState as) {
        run_until([&] { return state(seat) == as; });
        EXPECT_EQ(state(seat), as);
    }
    SeatState in_store(const std::string& seat) {
        const seat::Hall& hall = store->halls().halls().find(kFriday)->seats;
        return hall.state(*hall.seating().find(seat));
    }
    static std::string key(const std::string& what) { return what + ":{1}:fri"; }
    Reply redis(const std::vector<std::string>& words) const { return server.command(words); }

    test::RedisServer server;
    StoreTime time;
    Client client{loop, config()};
    ScriptCaller caller{client, {}};
    SeatLeases leases{client, {.process = "store"}};
    waiting_room::RoomView room;
    sale::SaleView sale;
    sale::BuyingCounts counts;
    ViewFeed feed{loop,
                  caller,
                  room,
                  {.block = 50ms},
                  [this](auto event, const sale::Facts& facts, Instant now) {
                      sale_feed.told(event, facts, now);
                  },
                  [this](auto event) { sale_feed.anew(event); }};
    SaleFeed sale_feed{{loop, caller, feed, sale, counts}, {}};

  private:
    contract::TemporaryFolder folder_;
    StoreSpeed speed_;
    std::uint64_t randoms_ = 0;

  protected:
    std::optional<StoreProcess> store;
    // Forwards to the store that is running.
    class Verifier : public CodeVerifier {
      public:
        explicit Verifier(std::optional<StoreProcess>& store) : store_(store) {}
        awaitable<Result<std::string, waiting_room::EnterError>> prove(
            waiting_room::command::Enter enter) override {
            return store_->local_store().prove(std::move(enter));
        }
        awaitable<waiting_room::EligibilityOutcome> check(
            waiting_room::command::CheckEligibility check) override {
            return store_->local_store().check(std::move(check));
        }
        awaitable<bool> bar(waiting_room::EventId event, GuestId name) override {
            return store_->local_store().bar(event, name);
        }

      private:
        std::optional<StoreProcess>& store_;
    };
    Verifier verifier{store};
    RedisLines lines{{loop, caller, feed, room, verifier}, {}};
    Random random = [this] { return seat::derived(1, ++randoms_); };
    RedisHolds holds{{caller, sale_feed, room, sale, random}, {}};
    HallSweeper sweeper{{loop, caller, feed, sale, random}, {.every = 50ms, .jitter = 10ms}};
    LineScheduler scheduler{loop, caller, {.owner = "store", .step = 20ms}};
};

}  // namespace onsale::redis
