#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <gtest/gtest.h>

#include "adapter/http/guest/pay/test_gateway.hpp"
#include "adapter/http/guest/pay/test_orders_in_memory.hpp"
#include "adapter/http/guest/test_guest_site.hpp"
#include "payment/domain/order_code.hpp"
#include "seat/domain/test_hall.hpp"
#include "token/payment_return.hpp"
#include "token/visitor_token.hpp"

namespace onsale::http::testing {

using namespace std::chrono_literals;

struct Browser {
    std::string cookie;
    std::string queue;
    std::string entry;
    GuestId guest;
};

// A demo event and a real one with one hall each, a simulated provider and a real one.
class ShopTest : public ::testing::Test, public TestGuestSite {
  protected:
    ShopTest() {
        open(1, "demo", true);
        open(2, "real", false);
        context_.holds = &holds_;
        context_.orders = &orders_;
        context_.providers = {{.id = {1}, .word = "demo-pay", .gateway = &demo_, .demo_only = true},
                              {.id = {2}, .word = "cards", .gateway = &cards_}};
        mine_ = enter();
        other_ = enter();
    }

    struct NoHolds final : Handles<NoHolds, sale::SeatHolds> {
        sale::HoldRefusal refusal{};

        template <class Command>
        Call<Command> handle(Command) {
            co_return fail(refusal);
        }
    };

    void open(std::uint32_t id, const std::string& key, bool demo) {
        waiting_room::EventSettings settings;
        settings.key = key;
        settings.title = "<b>" + key + "</b>";
        settings.demo = demo;
        settings.opens_at = kTestStart;
        settings.rules.max_active = 10;
        room_.publish({id}, {waiting_room::fact::EventCreated{
                                 std::make_shared<waiting_room::EventSettings>(settings)},
                             waiting_room::fact::LifecycleChanged{waiting_room::Lifecycle::kOpen}});
        context_.sale.apply(sale::fact::HallOpened{
            .event = {id},
            .performance = "p1",
            .plan = std::make_shared<const seat::HallPlan>(seat::test_plan()),
            .rules = {},
            .seating = std::make_shared<const seat::Seating>(seat::test_plan())});
        context_.sale.apply(payment::Fact{
            {},
            {},
            payment::fact::TermsSet{{id}, orders_.book.shared_terms(payment::EventId{id})}});
    }

    // Starts a call. The returned object is filled when the call is answered.
    std::shared_ptr<Answered> begin(Method method, std::string_view target,
                                    std::vector<Header> headers, std::string_view body = "") {
        auto answered = std::make_shared<Answered>();
        TestReply reply{answered};
        Request request;
        request.method = method;
        const std::size_t mark = std::min(target.find('?'), target.size());
        request.path = target.substr(0, mark);
        request.query = target.substr(std::min(mark + 1, target.size()));
        request.body = body;
        headers.push_back({"Host", "tickets.example"});
        request.headers = headers;
        site_.handle(request, reply);
        run();
        return answered;
    }
    void run() {
        io_.restart();
        io_.poll();
    }
    Answered call(Method method, std::string_view target, std::vector<Header> headers,
                  std::string_view body = "") {
        return *begin(method, target, std::move(headers), body);
    }
    Answered get(std::string_view target, const Browser& browser) {
        return call(Method::kGet, target, {{"Cookie", browser.cookie}});
    }
    std::vector<Header> headers_of(const Browser& browser) {
        return {{"Cookie", browser.cookie},
                {"X-Onsale-Request", "1"},
                {"Content-Type", "application/json"}};
    }
    Answered post(std::string_view target, const Browser& browser, std::string_view body) {
        return call(Method::kPost, target, headers_of(browser), body);
    }
    Browser enter(const std::string& event = "demo") {
        Browser browser;
        browser.cookie = "onsale_v=" + token::seal(*context_.keys, token::new_visitor(kTestStart));
        const auto entered = post("/api/queue/enter", browser, R"({"eventId":")" + event + R"("})");
        browser.entry = entered.text("entryToken");
        browser.queue = entered.text("token");
        browser.guest = token::open_queue_token(*context_.keys, browser.queue)->token.guest;
        return browser;
    }
    std::vector<Header> admitted_headers_of(const Browser& browser) {
        auto headers = headers_of(browser);
        headers.push_back({"X-Queue-Entry-Token", browser.entry});
        return headers;
    }
    Answered ask_to_pay(const Browser& browser, std::string_view more = "",
                        std::string_view event = "demo") {
        return call(Method::kPost, "/api/payment/request", admitted_headers_of(browser),
                    R"({"eventId":")" + std::string{event} + R"(","performanceId":"p1")" +
                        std::string{more} + "}");
    }
    // Requests a payment as `browser` and returns its order.
    std::string order_of(const Browser& browser) {
        return std::string{ask_to_pay(browser).json().at("order").at("orderId").as_string()};
    }
    static std::string confirm_body(const std::string& order, std::string_view key = "key-1",
                                    std::int64_t amount = 24'000) {
        return R"({"orderId":")" + order + R"(","paymentKey":")" + std::string{key} +
               R"(","amount":)" + std::to_string(amount) + R"(,"currency":"KRW"})";
    }
    Answered confirm(const Browser& browser, const std::string& order) {
        return post("/api/payment/confirm", browser, confirm_body(order));
    }
    std::string paid_order() {
        const std::string order = order_of(mine_);
        confirm(mine_, order);
        return order;
    }
    const payment::Order& stored(const std::string& order) {
        return *orders_.book.find(*payment::parse_order_code(order));
    }
    std::string attempt_of(const std::string& order, std::uint8_t attempt = 1) {
        return to_text(payment::AttemptName{*payment::parse_order_code(order), attempt});
    }

    OrdersInMemory orders_;
    TestGateway demo_{io_};
    TestGateway cards_{io_};
    NoHolds holds_;
    Browser mine_;
    Browser other_;
};

}  // namespace onsale::http::testing
