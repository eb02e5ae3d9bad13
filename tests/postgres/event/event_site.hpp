#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "adapter/postgres/event/event_office.hpp"
#include "adapter/postgres/event/line_store.hpp"
#include "adapter/postgres/event/sale_office.hpp"
#include "tests/support/manual_time.hpp"
#include "tests/support/on_loop.hpp"
#include "tests/support/server/postgres_server.hpp"
#include "tests/support/server/store_schema.hpp"

namespace onsale::postgres {

using namespace std::chrono_literals;
using test::in;
using waiting_room::OperatorError;
using waiting_room::OperatorOutcome;

constexpr Instant kNow = instant_from_ms(1'800'000'000'000);

inline Config store_config(std::uint16_t port) {
    Config config;
    config.hosts = {{"127.0.0.1", port}};
    config.database = "postgres";
    config.user = "postgres";
    return config;
}

// What one payment process has of the store.
struct StoreSide {
    StoreSide(boost::asio::io_context& loop, std::uint16_t port, const TimeSource& time)
        : client(loop, store_config(port)),
          store{client, replica, time, [] { return sha256("entropy"); },
                [](std::string_view, Instant) { return Duration{0}; }} {}

    std::string bytes() const {
        std::string bytes;
        ByteWriter out{bytes};
        replica.state().save(out);
        return bytes;
    }

    Client client;
    EventReplica replica;
    EventStore store;
    EventOffice office{store};
    SaleOffice sale_office{store};
    LineStore line_store{store};
};

inline std::shared_ptr<waiting_room::EventSettings> event_settings(std::string key) {
    auto settings = std::make_shared<waiting_room::EventSettings>();
    settings->key = std::move(key);
    settings->title = "Tour";
    settings->venue = "Arena";
    settings->opens_at = kNow + 24h;
    settings->performances = {{"fri", "Friday", kNow + 240h}, {"sat", "Saturday", kNow + 264h}};
    return settings;
}

// A row of ten seats, A-1 to A-10.
inline std::shared_ptr<const seat::HallPlan> small_plan() {
    seat::HallPlan plan;
    plan.name = "Small hall";
    plan.grades = {{"R", "R", ""}};
    seat::Row row{.label = "A", .rank = 0, .seats = {}};
    for (int i = 1; i <= 10; ++i) {
        const std::string name = std::to_string(i);
        row.seats.push_back({.id = "A-" + name, .label = name, .grade = "R", .at = {i * 50, 0}});
    }
    plan.sections = {{.id = "S", .name = "Stalls", .rows = {row}, .areas = {}}};
    return std::make_shared<const seat::HallPlan>(plan);
}

inline GuestId guest(std::uint32_t name) {
    const Sha256Digest digest = sha256("guest " + std::to_string(name));
    GuestId id;
    std::copy_n(digest.begin(), id.bytes.size(), id.bytes.begin());
    return id;
}

// Two processes on one database, which is empty at the start of each case.
class OnStore : public test::OnLoop {
  protected:
    void SetUp() override { test::make_empty_store(server()); }

    static test::PostgresServer& server() {
        static test::PostgresServer server{{}};
        return server;
    }
    static std::string sql(const std::string& text) { return server().sql(text); }

    template <class Office, class Command>
    auto call(Office& office, Command command) {
        return run(office.call(std::move(command)));
    }
    EventId create(StoreSide& side, const std::string& key = "tour") {
        return call(side.office, waiting_room::command::CreateEvent{event_settings(key)})
            .value()
            .event;
    }
    sale::OfficeOutcome open_hall(StoreSide& side, EventId event, const std::string& performance) {
        const auto plan = small_plan();
        return call(side.sale_office,
                    sale::command::OpenHall{event, performance, plan, {},
                                            std::make_shared<const seat::Seating>(*plan)});
    }
    void refresh(StoreSide& side) {
        const auto error = run(side.replica.refresh(side.client, in(10s)));
        ASSERT_FALSE(error) << error->words;
    }
    // Runs all calls at once and waits for all outcomes.
    template <class Outcome>
    std::vector<Outcome> all(std::vector<boost::asio::awaitable<Outcome>> calls) {
        std::vector<Outcome> outcomes;
        for (auto& one : calls)
            spawn(std::move(one), [&](Outcome outcome) { outcomes.push_back(std::move(outcome)); });
        const std::size_t wanted = calls.size();
        run_until([&] { return outcomes.size() == wanted; });
        return outcomes;
    }

    test::ManualTime time{kNow};
    StoreSide one{loop, server().port(), time};
    StoreSide two{loop, server().port(), time};
};

}  // namespace onsale::postgres
