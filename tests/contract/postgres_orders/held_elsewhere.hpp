#pragma once

#include <map>
#include <utility>

#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>

#include "sale/domain/view/sale_view.hpp"
#include "sale/port/orders.hpp"

namespace onsale::contract {

// Orders of a store for holds that another engine has, as Redis has them when many machines sell.
// The store decides. That engine gets the same commands afterwards, so that its views show what
// became of the seats; its own answers do not count.
class HeldElsewhere : public Handles<HeldElsewhere, sale::Orders> {
  public:
    HeldElsewhere(sale::Orders& store, sale::Orders& holds, const sale::SaleView& view)
        : store_(store), holds_(holds), view_(view) {}

    Call<sale::command::RequestPayment> handle(sale::command::RequestPayment request) {
        auto stored = request;
        stored.hold = hold_of(request.buyer);
        const auto outcome = co_await store_.call(std::move(stored));
        if (!outcome) co_return outcome;
        const auto shown = co_await holds_.call(std::move(request));
        if (shown) codes_[outcome->order.code] = shown->order.code;
        co_return outcome;
    }
    template <class Command>
    Call<Command> handle(Command command) {
        const auto outcome = co_await store_.call(command);
        if constexpr (requires { command.order == payment::OrderCode{}; }) {
            const auto known = codes_.find(command.order);
            if (outcome && known != codes_.end()) {
                command.order = known->second;
                co_await repeat(std::move(command));
            }
        }
        co_return outcome;
    }

  private:
    // The engine refuses the answer to a refund that it sends only at its next tick.
    template <class Command>
    boost::asio::awaitable<void> repeat(Command command) {
        constexpr int kTriesMax = 100;
        boost::asio::steady_timer timer{co_await boost::asio::this_coro::executor};
        for (int tries = 0; tries < kTriesMax; ++tries) {
            const auto shown = co_await holds_.call(command);
            if (shown) co_return;
            timer.expires_after(std::chrono::milliseconds{10});
            co_await timer.async_wait(boost::asio::use_awaitable);
        }
    }
    sale::HoldElsewhere hold_of(const sale::Buyer& buyer) const {
        const sale::HallView* const hall = view_.find(buyer.event, buyer.performance);
        const sale::HoldView* const hold = hall == nullptr ? nullptr : hall->hold(buyer.guest);
        if (hold == nullptr) return {};
        return {hold->seats, std::chrono::minutes{5}};
    }

    sale::Orders& store_;
    sale::Orders& holds_;
    const sale::SaleView& view_;
    std::map<payment::OrderCode, payment::OrderCode> codes_;
};

}  // namespace onsale::contract
