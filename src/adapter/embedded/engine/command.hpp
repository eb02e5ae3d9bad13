#pragma once

#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "base/error_in.hpp"
#include "base/time.hpp"
#include "sale/domain/command.hpp"
#include "waiting_room/domain/command.hpp"

namespace onsale::embedded {

// Presences reported by one loop. Nobody waits for an outcome.
struct Seen {
    waiting_room::EventId event;
    std::vector<waiting_room::Number> numbers;
    Duration covers{};  // How long a reported presence stays valid.
};

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
    sale::command::TakeBack, sale::command::FindOrders, sale::command::KeepReturn,
    sale::command::HoldLonger>;

using Command =
    std::variant<Seen, waiting_room::command::Enter, waiting_room::command::CheckEligibility,
                 waiting_room::command::Leave, waiting_room::command::Claim,
                 waiting_room::command::Complete, waiting_room::command::Extend,
                 waiting_room::command::Revoke, waiting_room::command::OfferPlace,
                 waiting_room::command::TakePlace, waiting_room::command::TakeNumbers,
                 waiting_room::command::SpendCode, waiting_room::command::CreateEvent,
                 waiting_room::command::EditEvent, waiting_room::command::ChangeLifecycle,
                 waiting_room::command::DelayOpening, waiting_room::command::SetLevers,
                 waiting_room::command::FreezeDeadlines, waiting_room::command::MoveDeadlines,
                 waiting_room::command::ListGuests, waiting_room::command::BarGuests,
                 waiting_room::command::IssueCodes, SaleCommand>;

using Outcome =
    std::variant<std::monostate, waiting_room::EnterOutcome, waiting_room::EligibilityOutcome,
                 waiting_room::CodeOutcome, waiting_room::PlaceOutcome, waiting_room::MoveOutcome,
                 waiting_room::OperatorOutcome, sale::HoldOutcome, sale::ReleaseOutcome,
                 sale::OrderOutcome, sale::OrdersOutcome, sale::OrderPageOutcome,
                 sale::RefundPreview, sale::OfficeOutcome>;

// A command that names the type of its outcome, whose error can tell what the environment refused.
// Fields of a command never decide about the type of its outcome.
template <class Body>
concept Answered = requires {
    typename Body::Outcome::error_type;
    ErrorIn<typename Body::Outcome::error_type>::type::kUnavailable;
    ErrorIn<typename Body::Outcome::error_type>::type::kOutcomeUnknown;
};

template <Answered Body>
using ErrorOf = ErrorIn<typename Body::Outcome::error_type>::type;

template <Answered Body>
Body::Outcome refused(ErrorOf<Body> error) {
    typename Body::Outcome::error_type refusal{};
    if constexpr (std::is_enum_v<decltype(refusal)>)
        refusal = error;
    else
        refusal.error = error;
    return fail(std::move(refusal));
}

// The command was certainly not executed.
template <Answered Body>
Body::Outcome unavailable() {
    return refused<Body>(ErrorOf<Body>::kUnavailable);
}

// The command may have been executed.
template <Answered Body>
Body::Outcome outcome_unknown() {
    return refused<Body>(ErrorOf<Body>::kOutcomeUnknown);
}

}  // namespace onsale::embedded
