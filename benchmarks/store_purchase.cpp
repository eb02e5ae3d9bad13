// onsale_bench_store PORT FIRST SECONDS: keeps 64 purchases under way at the port Orders on a
// PostgreSQL server with the tables of the store, without HTTP and without Redis. A purchase is a
// request, a confirm and an approval, each answered after its commit. FIRST is the number of
// purchases that earlier runs have made, so that every seat is sold once.
#include <cstdlib>
#include <memory>
#include <random>

#include <boost/asio/co_spawn.hpp>
#include <fmt/format.h>

#include "adapter/postgres/order/postgres_orders.hpp"
#include "base/sha256.hpp"
#include "runtime/system_time.hpp"

namespace onsale::bench {
namespace {

namespace asio = boost::asio;
using Clock = std::chrono::steady_clock;

constexpr std::uint64_t kInFlight = 64;
constexpr std::uint32_t kHalls = 20;
constexpr std::uint32_t kSeatsOfHall = 50'000;
constexpr std::uint32_t kSeatsOfRow = 100;
constexpr EventId kEvent{1};
constexpr Instant kAt = instant_from_ms(1'700'000'000'000);

std::shared_ptr<const seat::HallPlan> stadium() {
    auto plan = std::make_shared<seat::HallPlan>();
    plan->name = "Stadium";
    plan->grades = {{"R", "R", ""}};
    seat::Section& section = plan->sections.emplace_back();
    section.id = section.name = "S";
    for (std::uint32_t i = 0; i < kSeatsOfHall; ++i) {
        if (i % kSeatsOfRow == 0)
            section.rows.push_back(
                {.label = std::to_string(i / kSeatsOfRow), .rank = 0, .seats = {}});
        section.rows.back().seats.push_back({.id = "S-" + std::to_string(i),
                                             .label = std::to_string(i % kSeatsOfRow),
                                             .grade = "R",
                                             .at = {0, 0}});
    }
    return plan;
}

std::string performance(std::uint32_t hall) {
    return "day-" + std::to_string(hall);
}

// An open event with enough seats for hours.
sale::Facts event_facts() {
    waiting_room::EventSettings settings;
    settings.key = "tour";
    settings.title = "Tour";
    for (std::uint32_t hall = 0; hall < kHalls; ++hall)
        settings.performances.push_back({performance(hall), "Day", kAt});
    payment::Terms terms;
    terms.prices.grades = {{"R", {{"adult", 100'000}}}};
    sale::Facts facts = {
        waiting_room::Fact{kEvent,
                           waiting_room::fact::EventCreated{
                               std::make_shared<const waiting_room::EventSettings>(settings)}},
        waiting_room::Fact{kEvent,
                           waiting_room::fact::LifecycleChanged{waiting_room::Lifecycle::kOpen}}};
    const auto plan = stadium();
    const auto seating = std::make_shared<const seat::Seating>(*plan);
    for (std::uint32_t hall = 0; hall < kHalls; ++hall)
        facts.push_back(sale::fact::HallOpened{kEvent, performance(hall), plan, {}, seating});
    facts.push_back(payment::Fact{
        {}, {}, payment::fact::TermsSet{kEvent, std::make_shared<const payment::Terms>(terms)}});
    return facts;
}

GuestId guest_of(std::uint64_t purchase) {
    const Sha256Digest digest = sha256(std::to_string(purchase));
    GuestId guest;
    std::copy_n(digest.begin(), guest.bytes.size(), guest.bytes.begin());
    return guest;
}

postgres::Config config_of(std::uint16_t port) {
    postgres::Config config;
    config.hosts = {{"127.0.0.1", port}};
    config.user = "bench";
    config.database = "postgres";
    config.session_settings = postgres::kOrderSessions;
    return config;
}

class Load {
  public:
    Load(std::uint16_t port, std::uint64_t first, Clock::duration length)
        : next_(first), until_(Clock::now() + length), client_(loop_, config_of(port)) {
        events_.apply({.change = 1, .event = kEvent, .seq = 1, .at = kAt, .facts = event_facts()});
        lane_ = std::make_shared<postgres::OrderLane>(context_);
        orders_ = std::make_unique<postgres::PostgresOrders>(context_, lane_);
    }

    void run() {
        const auto started = Clock::now();
        for (std::uint64_t i = 0; i < kInFlight; ++i)
            asio::co_spawn(loop_, buy(), [this](const std::exception_ptr& error) {
                if (error) std::rethrow_exception(error);
                if (++ended_ == kInFlight) loop_.stop();
            });
        loop_.run();
        const std::chrono::duration<double> took = Clock::now() - started;
        fmt::print(
            "{{\"purchases\": {}, \"seconds\": {:.3f}, \"commits\": {}, \"conflicts\": {}}}\n",
            bought_, took.count(), counters_["order_commits"], counters_["order_conflicts"]);
    }

  private:
    asio::awaitable<void> buy() {
        while (Clock::now() < until_) {
            const payment::Order order = (co_await orders_->call(wish(next_++))).value().order;
            const std::string key = "key-" + std::to_string(order.code.value);
            const payment::Money total = order.quote.total;
            (void)(co_await orders_->call(
                       sale::command::ConfirmPayment{order.code, order.guest, 0, key, total, {}}))
                .value();
            const auto paid = co_await orders_->call(
                sale::command::RecordPayment{order.code, 1, payment::ResultSource::kAnswer,
                                             payment::result::Approved{key, "bench", total}});
            ONSALE_ASSERT(paid->order.state == payment::OrderState::kPaid);
            ++bought_;
        }
    }

    static sale::command::RequestPayment wish(std::uint64_t purchase) {
        const auto hall = static_cast<std::uint32_t>(purchase / kSeatsOfHall);
        const auto seat = static_cast<std::uint32_t>(purchase % kSeatsOfHall);
        ONSALE_ASSERT(hall < kHalls);
        return {{kEvent, performance(hall), guest_of(purchase), {}},
                {},
                {1},
                "bench",
                {},
                payment::CallKey{purchase, 1},
                sale::HoldElsewhere{{{seat}}, std::chrono::minutes{5}}};
    }

    std::uint64_t next_;
    Clock::time_point until_;
    std::uint64_t bought_ = 0;
    std::uint64_t ended_ = 0;
    asio::io_context loop_{1};
    runtime::SystemTime time_;
    postgres::Client client_;
    postgres::EventReplica events_;
    runtime::Counters counters_;
    std::mt19937_64 random_{std::random_device{}()};
    postgres::OrderContext context_{.loop = loop_,
                                    .client = client_,
                                    .events = events_,
                                    .clock = SaleClock{time_, {}},
                                    .random = [this] { return random_(); },
                                    .zones = [](std::string_view, Instant) { return Duration{}; },
                                    .counters = counters_};
    std::shared_ptr<postgres::OrderLane> lane_;
    std::unique_ptr<postgres::PostgresOrders> orders_;
};

}  // namespace
}  // namespace onsale::bench

int main(int count, char** words) {
    if (count != 4) {
        fmt::print(stderr, "usage: onsale_bench_store PORT FIRST SECONDS\n");
        return 2;
    }
    onsale::bench::Load load{static_cast<std::uint16_t>(std::atoi(words[1])),
                             std::strtoull(words[2], nullptr, 10),
                             std::chrono::seconds{std::atoi(words[3])}};
    load.run();
    return 0;
}
