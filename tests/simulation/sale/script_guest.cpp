// Actions of guests, and messages in their name.
#include <algorithm>

#include <fmt/format.h>

#include "tests/simulation/sale/sale_script.hpp"

namespace onsale::sim {

using namespace std::chrono_literals;
using embedded::Command;
using embedded::SaleCommand;
using gateway::DemoScript;
using payment::ResultSource;
using sale::HallId;
using waiting_room::EventId;
namespace command = sale::command;
namespace line_command = waiting_room::command;
namespace result = payment::result;

namespace {

constexpr payment::ProviderId kProvider{1};
constexpr const char* kMerchant = "hall";

}  // namespace

void SaleScript::guest_acts(std::vector<Asked>& asked) {
    const Guest& guest = guests_[chance_.below(guests_.size())];
    const EventId event = any_event();
    const auto admission = world_.auditor().admission(event, guest.id);
    const auto number = world_.auditor().place(event, guest.id);
    if (!admission || chance_.one_in(30)) {
        asked.push_back({line_command::Enter{event, guest.id, {}, {}}, {}});
        return;
    }
    if (chance_.one_in(40)) {
        asked.push_back({line_command::Leave{event, *number, guest.id}, {}});
        return;
    }
    if (chance_.one_in(40)) return move_device(event, guest.id, asked);
    if (chance_.one_in(20)) {
        const auto which = static_cast<std::uint32_t>(chance_.below(4));
        asked.push_back({line_command::Extend{event, *admission, guest.id, which}, {}});
        return;
    }
    const HallId hall = any_hall(event);
    const std::string performance = world_.auditor().view().find(hall)->performance();
    const SaleTarget target{hall, {event, performance, guest.id, *admission}};
    const Entry* const order = world_.auditor().orders().open_order(guest.id, hall);
    std::optional<Command> acted;
    if (order != nullptr && order->being_paid())
        acted = act_with_order(target, *order);
    else if (world_.auditor().hall(hall)->held_by(guest.id) != 0)
        acted = act_with_hold(target);
    else
        acted = act_without_hold(target);
    if (acted) asked.push_back({std::move(*acted), {}});
}

void SaleScript::move_device(EventId event, const GuestId& guest, std::vector<Asked>& asked) {
    const auto number = world_.auditor().place(event, guest);
    const Sha256Digest code = sha256(fmt::format("code {}", chance_.below(3)));
    const GuestId taker = guests_[chance_.below(guests_.size())].id;
    asked.push_back({line_command::OfferPlace{event, *number, guest, code}, {}});
    asked.push_back({line_command::TakePlace{event, taker, code}, {}});
}

std::optional<Command> SaleScript::act_without_hold(const SaleTarget& target) {
    const std::size_t luck = chance_.below(12);
    if (luck < 8) return select(target);
    if (luck < 10) return best(target);
    if (luck == 10) return SaleCommand{command::ReleaseSeats{target.buyer}};
    return line_command::Claim{target.buyer.event, target.buyer.admission, target.buyer.guest};
}

std::optional<Command> SaleScript::act_with_hold(const SaleTarget& target) {
    const std::size_t luck = chance_.below(16);
    if (luck < 11) return request(target);
    if (luck < 13) return select(target);
    if (luck == 13) return best(target);
    if (luck == 14) return SaleCommand{command::ReleaseSeats{target.buyer}};
    return line_command::Complete{target.buyer.event, target.buyer.admission};
}

std::optional<Command> SaleScript::act_with_order(const SaleTarget& target, const Entry& order) {
    const std::size_t luck = chance_.below(20);
    if (luck < 5) {
        act_at_page(order);
        return std::nullopt;
    }
    // A guest who paid at the page returns from it, some twice.
    if (luck < 14) {
        act_at_page(order);
        return confirm(order);
    }
    if (luck == 14) return request(target);
    if (luck == 15) return select(target);
    if (luck == 16) return SaleCommand{command::CancelOrder{order.code, order.guest}};
    if (luck == 17) return SaleCommand{command::ReleaseSeats{target.buyer}};
    if (luck == 18) return SaleCommand{command::ShowOrder{order.code, order.guest}};
    return SaleCommand{command::RecordPayment{
        order.code, static_cast<std::uint8_t>(order.attempts.size()), ResultSource::kBrowser,
        result::Declined{payment::DeclineReason::kGuestLeft}}};
}

void SaleScript::act_at_page(const Entry& order) {
    const auto page = world_.bank().page(order.code, order.attempts.size(), world_.now());
    if (!page) return;
    const auto script = static_cast<DemoScript>(chance_.below(8));
    if (chance_.one_in(12)) {
        (void)world_.bank().demo().leave(page->payment_key, world_.now());
        return;
    }
    // The provider charges before our confirm only if the order allows it.
    if (script == DemoScript::kChargeAtPage && !order.charges_at_page) return;
    (void)world_.bank().demo().press(page->payment_key, script, world_.now());
}

// A guest left the provider's page open and pays there later.
void SaleScript::pay_late(const Entry& order) {
    const auto page = world_.bank().page(order.code, order.attempts.size(), world_.now());
    if (page && order.charges_at_page)
        (void)world_.bank().demo().press(page->payment_key, DemoScript::kChargeAtPage,
                                         world_.now());
}

Command SaleScript::select(const SaleTarget& target) {
    return SaleCommand{
        command::SelectSeats{target.buyer, any_seats(target.hall, 1 + chance_.below(3))}};
}

Command SaleScript::best(const SaleTarget& target) {
    seat::Wish wish;
    wish.kind = one_of({seat::Wish::Kind::kSeats, seat::Wish::Kind::kSeats,
                        seat::Wish::Kind::kStanding, seat::Wish::Kind::kAccessible});
    wish.count = static_cast<std::uint32_t>(1 + chance_.below(3));
    command::SelectBest best{target.buyer, wish};
    if (chance_.one_in(3)) best.price_max = one_of<std::int64_t>({1'000, 60'000, 120'000});
    return SaleCommand{std::move(best)};
}

Command SaleScript::request(const SaleTarget& target) {
    command::RequestPayment request{target.buyer, {}, kProvider, kMerchant, {}};
    request.traits.charges_at_page = chance_.one_in(2);
    request.traits.can_ask = request.traits.charges_at_page || !chance_.one_in(6);
    if (chance_.one_in(3)) request.types = {{any_seats(target.hall, 1).front(), "youth"}};
    request.call = any_key();
    return SaleCommand{std::move(request)};
}

Command SaleScript::confirm(const Entry& order) {
    const std::size_t attempt =
        chance_.one_in(10) ? 1 + chance_.below(order.attempts.size()) : order.attempts.size();
    const auto page = world_.bank().page(order.code, attempt, world_.now());
    command::ConfirmPayment confirm{order.code,
                                    order.guest,
                                    static_cast<std::uint8_t>(attempt),
                                    page ? page->payment_key : "none",
                                    {order.attempts[attempt - 1], payment::kWon}};
    if (chance_.one_in(12)) ++confirm.amount.amount;
    if (chance_.one_in(15)) confirm.payment_key = "another";
    if (chance_.one_in(15)) confirm.guest = guests_.front().id;
    // The return of the browser is recorded first. A page of ours confirms directly.
    if (chance_.one_in(2))
        return SaleCommand{command::KeepReturn{order.code, confirm.attempt, confirm.payment_key,
                                               confirm.amount, "approval"}};
    confirm.call = any_key();
    return SaleCommand{std::move(confirm)};
}

// A message that the provider never sent. It must not be accepted.
Command SaleScript::forged(const Entry& order) {
    const std::size_t attempt = 1 + chance_.below(order.attempts.size());
    const auto page = world_.bank().page(order.code, attempt, world_.now());
    result::Approved approved{
        page ? page->payment_key : "none", kMerchant, {order.attempts[attempt - 1], payment::kWon}};
    auto source = ResultSource::kWebhook;
    switch (chance_.below(3)) {
        case 0:
            approved.amount.amount += one_of<std::int64_t>({-1'000, 1, 1'000});
            break;
        case 1:
            approved.merchant = "another hall";
            break;
        default:
            source = ResultSource::kBrowser;
            break;
    }
    return SaleCommand{command::RecordPayment{order.code, static_cast<std::uint8_t>(attempt),
                                              source, std::move(approved)}};
}

// Few keys and few bodies, so that they are reused.
std::optional<payment::CallKey> SaleScript::any_key() {
    if (!chance_.one_in(3)) return std::nullopt;
    return payment::CallKey{1 + chance_.below(8), 1 + chance_.below(3) / 2};
}

EventId SaleScript::any_event() {
    return {static_cast<std::uint32_t>(1 + chance_.below(events_))};
}

HallId SaleScript::any_hall(EventId event) {
    const auto& halls = world_.auditor().halls();
    for (;;) {
        const HallId id{static_cast<std::uint32_t>(1 + chance_.below(halls.size()))};
        if (world_.auditor().event_of(id) == event) return id;
    }
}

// Adjacent seats at a random position. Some of them do not exist.
std::vector<std::string> SaleScript::any_seats(HallId hall, std::size_t count) {
    const seat::Seating& seating = world_.auditor().hall(hall)->seating();
    const std::size_t first = chance_.below(seating.size());
    std::vector<std::string> ids;
    for (std::size_t i = first; i < first + count; ++i)
        ids.push_back(i < seating.size() ? seating.id({static_cast<std::uint32_t>(i)}) : "none");
    return ids;
}

// Recent orders are chosen more often than old ones.
const SaleScript::Entry* SaleScript::any_order() {
    const auto& orders = world_.auditor().orders().entries();
    if (orders.empty()) return nullptr;
    const std::size_t back = chance_.below(std::min<std::size_t>(orders.size(), 6));
    return world_.auditor().orders().find({orders.size() - back});
}

Duration SaleScript::between(Duration low, Duration high) {
    return low + Duration{static_cast<Duration::rep>(
                     chance_.below(static_cast<std::size_t>((high - low).count())))};
}

}  // namespace onsale::sim
