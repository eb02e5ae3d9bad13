#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <boost/asio/awaitable.hpp>

#include "adapter/http/api/context/test_room.hpp"
#include "payment/codec/default_terms.hpp"
#include "payment/domain/rule/order_rules.hpp"
#include "sale/port/orders.hpp"

namespace onsale::http::testing {

using namespace std::chrono_literals;

// The real rules over orders in memory, without persistence and without halls: every caller holds
// the seats A1 and A2 of the only performance.
class OrdersInMemory final : public Handles<OrdersInMemory, sale::Orders> {
  public:
    std::optional<sale::PayRefusal> refusal{};  // If set, every change is refused with it.
    payment::OrderBook book{};
    Instant now = kTestStart;
    std::vector<sale::command::RequestPayment> requests{};
    std::vector<sale::command::RecordPayment> records{};
    bool recording_fails = false;  // Results and returns cannot be stored.
    bool reading_fails = false;

    explicit OrdersInMemory() {
        payment::Terms terms = payment::default_terms(
            {{"R", {{"adult", 10'000}, {"youth", 7'000}}}, {"S", {{"adult", 5'000}}}});
        for (const std::uint32_t event : {1U, 2U})
            set_terms({event}, terms);
    }

    void set_terms(payment::EventId event, const payment::Terms& terms) {
        keep(payment::decide(
            book,
            payment::command::SetTerms{event, std::make_shared<const payment::Terms>(terms), {}},
            time()));
    }

    // Commands that no test of a guest sends.
    template <class Command>
    Call<Command> handle(Command) {
        co_return unknown();
    }
    Call<sale::command::RequestPayment> handle(sale::command::RequestPayment request) {
        requests.push_back(request);
        const auto type = [&](std::string_view seat) -> payment::PriceTypeIndex {
            const auto found = std::ranges::find(request.types, seat, &sale::PriceChoice::seat);
            return {static_cast<std::uint16_t>(
                found != request.types.end() && found->type == "youth" ? 1 : 0)};
        };
        co_return decided(payment::command::RequestPayment{
            .event = request.buyer.event,
            .performance = {request.buyer.event.value},
            .guest = request.buyer.guest,
            .seats = {{{0}, {1}, {0}, type("A1")}, {{1}, {1}, {0}, type("A2")}},
            .hold_until = now + 10min,
            .provider = request.provider,
            .merchant = request.merchant,
            .traits = request.traits,
            .code = {0x1000 + book.size()},
            .call = request.call});
    }
    Call<sale::command::ConfirmPayment> handle(sale::command::ConfirmPayment confirm) {
        const payment::Order* const order = book.find(confirm.order);
        if (order == nullptr) co_return unknown();
        const bool was = order->confirming && !order->approval;
        const auto attempt = confirm.attempt == 0 ? order->attempt() : confirm.attempt;
        auto outcome = decided(payment::command::ConfirmPayment{
            order->id, attempt, confirm.guest, confirm.payment_key, confirm.amount, confirm.call});
        if (outcome) outcome->calls_provider = !was && outcome->order.confirming;
        co_return outcome;
    }
    Call<sale::command::KeepReturn> handle(sale::command::KeepReturn back) {
        if (recording_fails) co_return fail(sale::PayRefusal{sale::PayError::kUnavailable});
        const payment::Order* const order = book.find(back.order);
        if (order == nullptr) co_return unknown();
        co_return decided(payment::command::KeepReturn{order->id, back.attempt, back.payment_key,
                                                       back.amount, back.approval});
    }
    Call<sale::command::TakeBack> handle(sale::command::TakeBack take) {
        const payment::Order* const order = book.find(take.order);
        if (order == nullptr) co_return unknown();
        co_return decided(payment::command::TakeBack{order->id, take.attempt});
    }
    Call<sale::command::RecordPayment> handle(sale::command::RecordPayment record) {
        records.push_back(record);
        if (recording_fails) co_return fail(sale::PayRefusal{sale::PayError::kUnavailable});
        const payment::Order* const order = book.find(record.order);
        if (order == nullptr) co_return unknown();
        co_return decided(payment::command::RecordPayment{order->id, record.attempt, record.source,
                                                          record.result, true, record.by});
    }
    Call<sale::command::CancelOrder> handle(sale::command::CancelOrder cancel) {
        const payment::Order* const order = book.find(cancel.order);
        if (order == nullptr) co_return unknown();
        co_return decided(
            payment::command::CancelOrder{order->id, cancel.guest, cancel.by, cancel.call});
    }
    Call<sale::command::RequestRefund> handle(sale::command::RequestRefund request) {
        const auto asked = in_orders_words(request);
        if (!asked) co_return unknown();
        co_return decided(*asked);
    }
    Call<sale::command::ShowOrder> handle(sale::command::ShowOrder show) {
        if (reading_fails) co_return fail(sale::PayRefusal{sale::PayError::kUnavailable});
        co_return owned(book.find(show.order), show.guest);
    }
    Call<sale::command::ShowBooking> handle(sale::command::ShowBooking show) {
        for (const payment::Order& order : book.orders())
            if (order.booked && number_of(order) == show.number)
                co_return owned(&order, show.guest);
        co_return unknown();
    }
    Call<sale::command::ShowOpenOrder> handle(sale::command::ShowOpenOrder show) {
        co_return owned(book.open_order(show.guest, {show.event.value}), show.guest);
    }
    Call<sale::command::ListBookings> handle(sale::command::ListBookings list) {
        std::vector<sale::OrderCopy> copies;
        for (const payment::Order& order : book.orders())
            if (order.booked && order.guest == list.guest) copies.push_back(copy_of(order));
        co_return copies;
    }
    Call<sale::command::ListOrders> handle(sale::command::ListOrders) {
        co_return std::vector<sale::OrderCopy>{};
    }
    Call<sale::command::FindOrders> handle(sale::command::FindOrders) {
        co_return sale::OrderPage{};
    }
    Call<sale::command::PreviewRefund> handle(sale::command::PreviewRefund preview) {
        const auto asked = in_orders_words(preview.refund);
        if (!asked) co_return fail(sale::PayRefusal{sale::PayError::kUnknownOrder});
        const auto quote = payment::preview_refund(book, *asked, now);
        if (!quote) co_return fail(sale::PayRefusal{sale::PayError::kOrder, quote.error()});
        co_return *quote;
    }

    static booking::BookingNumber number_of(const payment::Order& order) {
        return booking::booking_number(std::chrono::year{2026} / 11 / 15, order.id.value);
    }

  private:
    payment::OrderTime time() const { return {now, now}; }
    void keep(const payment::Decision& decision) {
        for (const payment::Fact& fact : decision.facts)
            book.evolve(fact, now);
    }
    sale::OrderCopy copy_of(const payment::Order& order) const {
        sale::OrderCopy copy{order, book.shared_terms(order), std::nullopt};
        if (order.booked) copy.booking = number_of(order);
        return copy;
    }
    static sale::OrderOutcome unknown() {
        return fail(sale::PayRefusal{sale::PayError::kUnknownOrder});
    }
    sale::OrderOutcome owned(const payment::Order* order, std::optional<GuestId> guest) const {
        if (order == nullptr || (guest && order->guest != *guest)) return unknown();
        return copy_of(*order);
    }
    sale::OrderOutcome decided(const auto& command) {
        if (refusal) return fail(*refusal);
        const auto decision = payment::decide(book, command, time());
        keep(decision);
        if (decision.outcome) return copy_of(*book.find(decision.outcome->order));
        const bool no_order = decision.outcome.error() == payment::OrderError::kUnknownOrder;
        return fail(
            sale::PayRefusal{no_order ? sale::PayError::kUnknownOrder : sale::PayError::kOrder,
                             decision.outcome.error()});
    }
    std::optional<payment::command::RequestRefund> in_orders_words(
        const sale::command::RequestRefund& request) const {
        const payment::Order* const order = book.find(request.order);
        if (order == nullptr) return std::nullopt;
        payment::command::RequestRefund asked;
        asked.order = order->id;
        asked.guest = request.guest;
        for (const std::string& seat : request.seats)
            asked.seats.push_back({seat == "A1" ? 0U : seat == "A2" ? 1U : 99U});
        asked.days_before = 5;
        asked.shown = request.shown;
        asked.by = request.by;
        asked.call = request.call;
        return asked;
    }
};

}  // namespace onsale::http::testing
