// Runs the suites of the operators' ports on PostgreSQL.
#include "adapter/postgres/event/event_office.hpp"
#include "adapter/postgres/event/line_store.hpp"
#include "adapter/postgres/event/sale_office.hpp"
#include "tests/contract/line_adapter.hpp"
#include "tests/contract/postgres/store_news.hpp"
#include "tests/support/manual_time.hpp"
#include "tests/support/server/postgres_server.hpp"
#include "tests/support/server/store_schema.hpp"

namespace onsale::contract {
namespace {

// The number of guests concerned comes from the side of the guests, and both sides must agree on
// what is allowed.
template <class Port>
class Office final : public Handles<Office<Port>, Port> {
  public:
    Office(Port& store, GuestSide& guests, StoreNews& news)
        : store_(store), guests_(guests), news_(news) {}

    template <class Command>
    Call<Command> handle(Command command) {
        auto expected = concerned(command);
        // A hold is known on the side of the guests alone.
        if constexpr (std::is_same_v<Command, sale::command::BlockSeats>)
            if (!*expected) co_return *expected;
        auto outcome = co_await store_.call(command);
        if (!outcome) {
            EXPECT_FALSE(expected && expected->has_value());
            co_return outcome;
        }
        EXPECT_TRUE(!expected || expected->has_value());
        co_await news_.bring();
        if (expected) take_count(*outcome, **expected);
        co_return outcome;
    }

  private:
    // What the rules say on the side of the guests. None: they do not know the event.
    template <class Command>
    auto concerned(const Command& command) {
        const sale::State& state = guests_.state();
        if constexpr (requires { sale::decide(state, command, guests_.moment()); }) {
            return std::optional{sale::decide(state, command, guests_.moment()).outcome};
        } else {
            using Outcome = decltype(waiting_room::OperatorDecision::outcome);
            if constexpr (requires { command.event; }) {
                const auto* const line = state.room().find(command.event);
                const Stamp stamp = guests_.moment().stamp;
                if (line == nullptr) return std::optional<Outcome>{};
                if constexpr (requires { sale::decide(state, command, stamp); })
                    return std::optional{sale::decide(state, command, stamp).outcome};
                else if constexpr (requires { decide(*line, command, stamp); })
                    return std::optional{decide(*line, command, stamp).outcome};
                else
                    return std::optional{decide(*line, command).outcome};
            } else {
                return std::optional{decide(state.room(), command).outcome};
            }
        }
    }
    static void take_count(waiting_room::Changed& changed, std::uint32_t count) {
        changed.count = count;
    }
    static void take_count(std::uint32_t& counted, std::uint32_t count) { counted = count; }

    Port& store_;
    GuestSide& guests_;
    StoreNews& news_;
};

postgres::Config empty_store() {
    static const test::PostgresServer kServer{test::PostgresOptions{}};
    test::make_empty_store(kServer);
    postgres::Config config;
    config.hosts = {{"127.0.0.1", kServer.port()}};
    config.database = "postgres";
    config.user = "postgres";
    return config;
}

class Postgres final : public SaleAdapter {
  public:
    boost::asio::io_context& loop() override { return loop_; }
    waiting_room::WaitingLines& lines() override { return lines_; }
    waiting_room::EventOffice& office() override { return office_; }
    const waiting_room::RoomView& view() override { return guests_.view(); }
    sale::SeatHolds& holds() override { return holds_; }
    sale::Orders& orders() override { return orders_; }
    sale::SaleOffice& sale_office() override { return sale_office_; }
    const sale::SaleView& sale_view() override { return guests_.sale_view(); }
    void pass(EventId, Duration by) override { time_.advance(by); }

  private:
    test::ManualTime time_{instant_from_ms(1'800'000'000'000)};
    boost::asio::io_context loop_{1};
    boost::asio::executor_work_guard<boost::asio::io_context::executor_type> work_{
        loop_.get_executor()};
    postgres::Client client_{loop_, empty_store()};
    postgres::EventReplica replica_;
    postgres::EventStore store_{client_, replica_, time_, [] { return sha256("entropy"); },
                                [](std::string_view, Instant) { return Duration{0}; }};
    postgres::EventOffice stored_office_{store_};
    postgres::SaleOffice stored_sale_office_{store_};
    postgres::LineStore line_store_{store_};
    GuestSide guests_{time_, line_store_};
    StoreNews news_{store_, guests_};
    GuestLines lines_{guests_};
    GuestPort<sale::SeatHolds> holds_{guests_};
    GuestPort<sale::Orders> orders_{guests_};
    Office<waiting_room::EventOffice> office_{stored_office_, guests_, news_};
    Office<sale::SaleOffice> sale_office_{stored_sale_office_, guests_, news_};
};

}  // namespace

const std::vector<AdapterKind>& line_adapters() {
    static const std::vector<AdapterKind> kAdapters = {
        {"postgres", [] { return std::make_unique<Postgres>(); }},
    };
    return kAdapters;
}

const std::vector<AdapterKind>& sale_adapters() {
    return line_adapters();
}

}  // namespace onsale::contract
