#pragma once

#include <memory>
#include <string>
#include <utility>

#include <boost/json/serialize.hpp>
#include <gtest/gtest.h>

#include "adapter/http/operator/test_admin_site.hpp"
#include "sale/domain/rule/test_sale.hpp"

namespace onsale::http::testing {

// Implements the operators' ports with the real rules of a sale in memory. After each change the
// loop's view is rebuilt as after a restart.
class TestCounter final : public Handles<TestCounter, sale::SaleOffice>,
                          public Handles<TestCounter, sale::Orders> {
  public:
    explicit TestCounter(LoopContext& context) : context_(context) { refresh(); }

    template <class Command>
    Call<Command> handle(Command command) {
        if constexpr (requires { command.rehearse; })
            co_return settled(command);
        else if constexpr (requires { answer(shop.state(), command, shop.moment()); })
            co_return answer(shop.state(), command, shop.moment());
        else if constexpr (requires { answer(shop.state(), command); })
            co_return answer(shop.state(), command);
        else
            co_return ordered(command);
    }

    // Call it after the test changed the shop directly.
    void refresh() { context_.sale = sale::SaleView{shop.state()}; }

    sale::TestShop shop;

  private:
    template <class Command>
    sale::OfficeOutcome settled(const Command& command) {
        if (command.rehearse) return decide(shop.state(), command, shop.moment()).outcome;
        auto outcome = shop.run(command);
        refresh();
        return outcome;
    }
    template <class Command>
    sale::OrderOutcome ordered(const Command& command) {
        const auto done = shop.run(command);
        refresh();
        if (!done) return fail(done.error());
        sale::OrderCopy copy = copy_of(shop.state(), done->order);
        copy.refund = done->refund;
        return copy;
    }

    LoopContext& context_;
};

// An admin site for the event "tour" of TestSale: Friday has a hall of ten seats, Sunday has none.
class AdminSaleTest : public ::testing::Test {
  protected:
    AdminSaleTest() {
        site.room.publish(
            sale::TestSale::kEvent,
            {waiting_room::fact::EventCreated{std::make_shared<const waiting_room::EventSettings>(
                counter.shop.line().settings())}});
        site.context.orders = &counter;
        site.context.sale_office = &counter;
        site.context.providers.push_back({.id = sale::TestSale::kProvider, .word = "demo"});
    }

    AdminTestAnswer get(const std::string& rest) { return site.call(Method::kGet, path(rest)); }
    AdminTestAnswer post(const std::string& rest, std::string_view body = "") {
        return site.call(Method::kPost, path(rest), body);
    }
    AdminTestAnswer put(const std::string& rest, std::string_view body) {
        return site.call(Method::kPut, path(rest), body);
    }
    AdminTestAnswer patch(const std::string& rest, std::string_view body) {
        return site.call(Method::kPatch, path(rest), body);
    }
    const AuditNote& noted() const { return site.book.entries.back().note; }
    sale::TestShop& shop() { return counter.shop; }

    AdminTestSite site;
    TestCounter counter{site.context};

  private:
    static std::string path(const std::string& rest) {
        return rest.starts_with('/') ? "/api/admin" + rest : "/api/admin/events/tour/" + rest;
    }
};

}  // namespace onsale::http::testing
