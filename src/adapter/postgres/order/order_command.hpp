#pragma once

#include <variant>

#include "sale/domain/command.hpp"

namespace onsale::postgres {

// The commands that may change an order. All have the same type of outcome.
using OrderCommand =
    std::variant<sale::command::RequestPayment, sale::command::ConfirmPayment,
                 sale::command::KeepReturn, sale::command::TakeBack, sale::command::RecordPayment,
                 sale::command::CancelOrder, sale::command::RequestRefund,
                 sale::command::RecordRefund, sale::command::RetryRefund, sale::command::AskAgain,
                 sale::command::HoldLonger>;

// What a command is about: an order, or a guest who may have none yet.
using Subject = std::variant<payment::OrderCode, GuestId>;

inline Subject subject_of(const OrderCommand& command) {
    return std::visit(
        [](const auto& one) -> Subject {
            if constexpr (requires { one.buyer.guest; })
                return one.buyer.guest;
            else if constexpr (requires { one.order; })
                return one.order;
            else
                return one.guest;
        },
        command);
}

}  // namespace onsale::postgres
