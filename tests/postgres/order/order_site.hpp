#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "sale/domain/rule/test_store.hpp"
#include "tests/postgres/order/order_process.hpp"
#include "tests/support/on_loop.hpp"
#include "tests/support/server/tcp_proxy.hpp"

namespace onsale::postgres {

using namespace std::chrono_literals;
using namespace sale::command;
using payment::OrderState;
using payment::result::Approved;
using payment::result::Declined;
using sale::OrderOutcome;
using sale::PayError;
using sale::TestSale;
using Process = std::unique_ptr<OrderProcess>;

// An open event with a hall of ten seats and prices. Its processes know it; the tables of orders
// are empty at the start of each case.
class OnOrders : public test::OnLoop {
  protected:
    void SetUp() override { database().empty(); }

    static OrderDatabase& database() { return OrderDatabase::shared(); }

    Process process(std::uint64_t seed, OrderConfig config = {}, std::uint16_t port = 0) {
        auto made =
            std::make_unique<OrderProcess>(loop, time, seed, database().config(port), config);
        for (const auto& [at, bytes] : shop.journal()) {
            sale::Facts facts;
            EXPECT_TRUE(sale::load(bytes, facts));
            made->learn(facts, at);
        }
        return made;
    }

    static RequestPayment wish(std::uint32_t name, const std::vector<std::uint32_t>& seats) {
        RequestPayment request{
            {TestSale::kEvent, "fri", TestSale::guest(name), waiting_room::admission_id({name}, 1)},
            {},
            TestSale::kProvider,
            "hall",
            {},
            {},
            sale::HoldElsewhere{{}, 5min}};
        for (const std::uint32_t seat : seats)
            request.hold->seats.push_back({seat});
        return request;
    }
    static std::string key(const payment::Order& order) {
        return "key-" + std::to_string(order.code.value) + "-" + std::to_string(order.attempt());
    }
    static ConfirmPayment confirm(const payment::Order& order) {
        return {order.code, order.guest, 0, key(order), order.attempts.back().total};
    }
    static RecordPayment record(const payment::Order& order, payment::PaymentResult result) {
        return {order.code, order.attempt(), payment::ResultSource::kWebhook, std::move(result)};
    }
    static RecordPayment approval(const payment::Order& order) {
        return record(order, Approved{key(order), "hall", order.attempts.back().total});
    }

    template <class Command>
    Command::Outcome call(Process& process, Command command) {
        return run(process->orders().call(std::move(command)));
    }
    payment::Order paying(Process& process, std::uint32_t name,
                          const std::vector<std::uint32_t>& seats) {
        return call(process, wish(name, seats)).value().order;
    }
    payment::Order paid(Process& process, std::uint32_t name,
                        const std::vector<std::uint32_t>& seats) {
        const payment::Order order = paying(process, name, seats);
        (void)call(process, confirm(order)).value();
        return call(process, approval(order)).value().order;
    }

    // Calls that are made at the same moment, by any processes.
    template <class Command>
    void start(Process& process, Command command) {
        const std::size_t at = outcomes.size();
        outcomes.emplace_back();
        spawn(process->orders().call(std::move(command)),
              [this, at](auto outcome) { outcomes[at] = std::move(outcome); });
    }
    void finish() {
        run_until([this] {
            return std::ranges::all_of(outcomes, [](const auto& one) { return one.has_value(); });
        });
    }
    std::string sql(const std::string& text) const { return database().sql(text); }
    // The living rows: seat, state.
    std::string living() const {
        return sql(
            "SELECT coalesce(string_agg(seat || ':' || state, ' ' ORDER BY seat), '')"
            " FROM seat_owners WHERE ended_at IS NULL");
    }

    test::ManualTime time{TestSale::kStart};
    sale::TestShop shop;
    std::vector<std::optional<OrderOutcome>> outcomes;
};

}  // namespace onsale::postgres
