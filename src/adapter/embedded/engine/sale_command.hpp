#pragma once

#include <variant>

#include "sale/domain/command.hpp"

namespace onsale::embedded {

// The commands about seats, orders and how an event sells.
using SaleCommand = std::variant<
    sale::command::SelectSeats, sale::command::SelectBest, sale::command::ReleaseSeats,
    sale::command::RequestPayment, sale::command::ConfirmPayment, sale::command::RecordPayment,
    sale::command::CancelOrder, sale::command::RequestRefund, sale::command::RecordRefund,
    sale::command::RetryRefund, sale::command::AskAgain, sale::command::ShowOrder,
    sale::command::ShowOrderById, sale::command::ShowBooking, sale::command::ShowOpenOrder,
    sale::command::ListBookings, sale::command::ListOrders, sale::command::PreviewRefund,
    sale::command::OpenHall, sale::command::SetHallRules, sale::command::BlockSeats,
    sale::command::UnblockSeats, sale::command::ReleaseReturned, sale::command::SetTerms,
    sale::command::SetSettings, sale::command::SetLevers, sale::command::SetBrake,
    sale::command::TakeBack, sale::command::FindOrders, sale::command::KeepReturn>;

using SaleOutcome =
    std::variant<sale::HoldOutcome, sale::ReleaseOutcome, sale::OrderOutcome, sale::OrdersOutcome,
                 sale::OrderPageOutcome, sale::RefundPreview, sale::OfficeOutcome>;

// Each command's type of outcome, and how to make one from an error.
template <class Command>
struct SaleAnswer;

template <class Outcome_>
struct HoldAnswer {
    using Outcome = Outcome_;
    static Outcome refuse(sale::HoldError error) { return fail(sale::HoldRefusal{error}); }
    using Error = sale::HoldError;
};
template <class Outcome_>
struct PayAnswer {
    using Outcome = Outcome_;
    static Outcome refuse(sale::PayError error) { return fail(sale::PayRefusal{error}); }
    using Error = sale::PayError;
};
struct OfficeAnswer {
    using Outcome = sale::OfficeOutcome;
    static Outcome refuse(sale::OfficeError error) { return fail(sale::OfficeRefusal{error}); }
    using Error = sale::OfficeError;
};

using OrderAnswer = PayAnswer<sale::OrderOutcome>;
using OrdersAnswer = PayAnswer<sale::OrdersOutcome>;

// clang-format off
template <> struct SaleAnswer<sale::command::SelectSeats> : HoldAnswer<sale::HoldOutcome> {};
template <> struct SaleAnswer<sale::command::SelectBest> : HoldAnswer<sale::HoldOutcome> {};
template <> struct SaleAnswer<sale::command::ReleaseSeats> : HoldAnswer<sale::ReleaseOutcome> {};
template <> struct SaleAnswer<sale::command::RequestPayment> : OrderAnswer {};
template <> struct SaleAnswer<sale::command::ConfirmPayment> : OrderAnswer {};
template <> struct SaleAnswer<sale::command::KeepReturn> : OrderAnswer {};
template <> struct SaleAnswer<sale::command::TakeBack> : OrderAnswer {};
template <> struct SaleAnswer<sale::command::RecordPayment> : OrderAnswer {};
template <> struct SaleAnswer<sale::command::CancelOrder> : OrderAnswer {};
template <> struct SaleAnswer<sale::command::RequestRefund> : OrderAnswer {};
template <> struct SaleAnswer<sale::command::RecordRefund> : OrderAnswer {};
template <> struct SaleAnswer<sale::command::RetryRefund> : OrderAnswer {};
template <> struct SaleAnswer<sale::command::AskAgain> : OrderAnswer {};
template <> struct SaleAnswer<sale::command::ShowOrder> : OrderAnswer {};
template <> struct SaleAnswer<sale::command::ShowOrderById> : OrderAnswer {};
template <> struct SaleAnswer<sale::command::ShowBooking> : OrderAnswer {};
template <> struct SaleAnswer<sale::command::ShowOpenOrder> : OrderAnswer {};
template <> struct SaleAnswer<sale::command::ListBookings> : OrdersAnswer {};
template <> struct SaleAnswer<sale::command::ListOrders> : OrdersAnswer {};
template <> struct SaleAnswer<sale::command::FindOrders> : PayAnswer<sale::OrderPageOutcome> {};
template <> struct SaleAnswer<sale::command::PreviewRefund> : PayAnswer<sale::RefundPreview> {};
template <> struct SaleAnswer<sale::command::OpenHall> : OfficeAnswer {};
template <> struct SaleAnswer<sale::command::SetHallRules> : OfficeAnswer {};
template <> struct SaleAnswer<sale::command::BlockSeats> : OfficeAnswer {};
template <> struct SaleAnswer<sale::command::UnblockSeats> : OfficeAnswer {};
template <> struct SaleAnswer<sale::command::ReleaseReturned> : OfficeAnswer {};
template <> struct SaleAnswer<sale::command::SetTerms> : OfficeAnswer {};
template <> struct SaleAnswer<sale::command::SetSettings> : OfficeAnswer {};
template <> struct SaleAnswer<sale::command::SetLevers> : OfficeAnswer {};
template <> struct SaleAnswer<sale::command::SetBrake> : OfficeAnswer {};
// clang-format on

}  // namespace onsale::embedded
