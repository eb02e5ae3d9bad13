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
class TestCounter final : public sale::SaleOffice, public sale::Orders {
  public:
    using Office = sale::SaleOffice::Outcome;
    using Order = sale::Orders::Outcome;
    template <class Outcome>
    using Work = boost::asio::awaitable<Outcome>;

    explicit TestCounter(LoopContext& context) : context_(context) { refresh(); }

    Office open_hall(sale::command::OpenHall open) override { co_return settled(open); }
    Office set_hall_rules(sale::command::SetHallRules set) override { co_return settled(set); }
    Office block(sale::command::BlockSeats block) override { co_return settled(block); }
    Office unblock(sale::command::UnblockSeats unblock) override { co_return settled(unblock); }
    Office release_returned(sale::command::ReleaseReturned release) override {
        co_return settled(release);
    }
    Office set_terms(sale::command::SetTerms set) override { co_return settled(set); }
    Office set_settings(sale::command::SetSettings set) override { co_return settled(set); }
    Office set_levers(sale::command::SetLevers set) override { co_return settled(set); }
    Office set_brake(sale::command::SetBrake set) override { co_return settled(set); }

    Order request(sale::command::RequestPayment request) override { co_return ordered(request); }
    Order confirm(sale::command::ConfirmPayment confirm) override { co_return ordered(confirm); }
    Order keep_return(sale::command::KeepReturn back) override { co_return ordered(back); }
    Order take_back(sale::command::TakeBack take) override { co_return ordered(take); }
    Order record(sale::command::RecordPayment record) override { co_return ordered(record); }
    Order cancel(sale::command::CancelOrder cancel) override { co_return ordered(cancel); }
    Order request_refund(sale::command::RequestRefund request) override {
        co_return ordered(request);
    }
    Order record_refund(sale::command::RecordRefund record) override { co_return ordered(record); }
    Order retry_refund(sale::command::RetryRefund retry) override { co_return ordered(retry); }
    Order ask_again(sale::command::AskAgain ask) override { co_return ordered(ask); }
    Order show(sale::command::ShowOrder show) override { co_return answer(shop.state(), show); }
    Order show(sale::command::ShowOrderById show) override { co_return answer(shop.state(), show); }
    Order show(sale::command::ShowBooking show) override { co_return answer(shop.state(), show); }
    Order show(sale::command::ShowOpenOrder show) override { co_return answer(shop.state(), show); }
    Work<sale::OrdersOutcome> list(sale::command::ListBookings list) override {
        co_return answer(shop.state(), list);
    }
    Work<sale::OrdersOutcome> list(sale::command::ListOrders list) override {
        co_return answer(shop.state(), list);
    }
    Work<sale::OrderPageOutcome> find(sale::command::FindOrders find) override {
        co_return answer(shop.state(), find);
    }
    Work<sale::RefundPreview> preview(sale::command::PreviewRefund preview) override {
        co_return answer(shop.state(), preview, shop.moment());
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
