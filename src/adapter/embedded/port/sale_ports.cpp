#include "adapter/embedded/port/sale_ports.hpp"

#include <utility>

namespace onsale::embedded {

using boost::asio::awaitable;

namespace {

// Sends the command to the writer. If the queue is full, nothing was decided: certainly not done.
template <class Command>
awaitable<typename SaleAnswer<Command>::Outcome> ask(WriterPort& port, Command command) {
    using Answer = SaleAnswer<Command>;
    embedded::Command submitted{SaleCommand{std::move(command)}};
    Outcome outcome = co_await port.submit(std::move(submitted));
    auto* const decided = std::get_if<SaleOutcome>(&outcome);
    if (decided == nullptr) co_return Answer::refuse(Answer::Error::kUnavailable);
    co_return std::move(std::get<typename Answer::Outcome>(*decided));
}

}  // namespace

awaitable<sale::HoldOutcome> SeatHolds::select(sale::command::SelectSeats select) {
    return ask(port_, std::move(select));
}

awaitable<sale::HoldOutcome> SeatHolds::select_best(sale::command::SelectBest select) {
    return ask(port_, std::move(select));
}

awaitable<sale::ReleaseOutcome> SeatHolds::release(sale::command::ReleaseSeats release) {
    return ask(port_, std::move(release));
}

Orders::Outcome Orders::request(sale::command::RequestPayment request) {
    return ask(port_, std::move(request));
}

Orders::Outcome Orders::confirm(sale::command::ConfirmPayment confirm) {
    return ask(port_, std::move(confirm));
}

Orders::Outcome Orders::keep_return(sale::command::KeepReturn back) {
    return ask(port_, std::move(back));
}

Orders::Outcome Orders::take_back(sale::command::TakeBack take) {
    return ask(port_, take);
}

Orders::Outcome Orders::record(sale::command::RecordPayment record) {
    return ask(port_, std::move(record));
}

Orders::Outcome Orders::cancel(sale::command::CancelOrder cancel) {
    return ask(port_, std::move(cancel));
}

Orders::Outcome Orders::request_refund(sale::command::RequestRefund request) {
    return ask(port_, std::move(request));
}

Orders::Outcome Orders::record_refund(sale::command::RecordRefund record) {
    return ask(port_, std::move(record));
}

Orders::Outcome Orders::retry_refund(sale::command::RetryRefund retry) {
    return ask(port_, std::move(retry));
}

Orders::Outcome Orders::ask_again(sale::command::AskAgain again) {
    return ask(port_, std::move(again));
}

Orders::Outcome Orders::show(sale::command::ShowOrder show) {
    return ask(port_, std::move(show));
}

Orders::Outcome Orders::show(sale::command::ShowOrderById show) {
    return ask(port_, show);
}

Orders::Outcome Orders::show(sale::command::ShowBooking show) {
    return ask(port_, std::move(show));
}

Orders::Outcome Orders::show(sale::command::ShowOpenOrder show) {
    return ask(port_, std::move(show));
}

awaitable<sale::OrdersOutcome> Orders::list(sale::command::ListBookings list) {
    return ask(port_, std::move(list));
}

awaitable<sale::OrdersOutcome> Orders::list(sale::command::ListOrders list) {
    return ask(port_, std::move(list));
}

awaitable<sale::OrderPageOutcome> Orders::find(sale::command::FindOrders find) {
    return ask(port_, std::move(find));
}

awaitable<sale::RefundPreview> Orders::preview(sale::command::PreviewRefund preview) {
    return ask(port_, std::move(preview));
}

SaleOffice::Outcome SaleOffice::open_hall(sale::command::OpenHall open) {
    return ask(port_, std::move(open));
}

SaleOffice::Outcome SaleOffice::set_hall_rules(sale::command::SetHallRules set) {
    return ask(port_, std::move(set));
}

SaleOffice::Outcome SaleOffice::block(sale::command::BlockSeats block) {
    return ask(port_, std::move(block));
}

SaleOffice::Outcome SaleOffice::unblock(sale::command::UnblockSeats unblock) {
    return ask(port_, std::move(unblock));
}

SaleOffice::Outcome SaleOffice::release_returned(sale::command::ReleaseReturned release) {
    return ask(port_, std::move(release));
}

SaleOffice::Outcome SaleOffice::set_terms(sale::command::SetTerms set) {
    return ask(port_, std::move(set));
}

SaleOffice::Outcome SaleOffice::set_settings(sale::command::SetSettings set) {
    return ask(port_, std::move(set));
}

SaleOffice::Outcome SaleOffice::set_levers(sale::command::SetLevers set) {
    return ask(port_, std::move(set));
}

SaleOffice::Outcome SaleOffice::set_brake(sale::command::SetBrake set) {
    return ask(port_, std::move(set));
}

}  // namespace onsale::embedded
