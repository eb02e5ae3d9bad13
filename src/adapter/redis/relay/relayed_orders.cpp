#include "adapter/redis/relay/relayed_orders.hpp"

#include <utility>

#include "adapter/redis/call/line_words.hpp"
#include "adapter/redis/script/hall_args.hpp"
#include "runtime/log.hpp"
#include "sale/domain/state.hpp"

namespace onsale::redis {

using boost::asio::awaitable;
using sale::OrderOutcome;
using sale::PayError;
using sale::PayRefusal;
using Clock = std::chrono::steady_clock;

namespace {

// Converts a rejection by seat_pay. After kNoHold the store is still asked: it may know the request
// from an earlier call with the same key.
PayError pay_error(std::string_view word) {
    if (word == "unknown_performance") return PayError::kUnknownPerformance;
    if (word == "not_open") return PayError::kNotOpen;
    if (word == "no_admission") return PayError::kNoAdmission;
    if (word == "no_hold" || word == "time_over") return PayError::kNoHold;
    return PayError::kOutcomeUnknown;
}

// Parses the answer of seat_pay after the stream id: deadline, line time, then each seat and its
// fence.
std::optional<sale::HoldElsewhere> read_hold(const LineAnswer& answer) {
    constexpr std::size_t kTimes = 2;
    if (answer.more.size() < kTimes) return std::nullopt;
    sale::HoldElsewhere hold{{}, Duration{answer.more[0].integer - answer.more[1].integer}};
    for (std::size_t i = kTimes; i < answer.more.size(); i += 2)
        hold.seats.push_back({static_cast<std::uint32_t>(answer.more[i].integer)});
    return hold;
}

// True for a new approval of an order that is neither being paid nor paid.
bool is_late(const payment::Order& order, const payment::PaymentResult& result) {
    const auto* const approved = std::get_if<payment::result::Approved>(&result);
    const bool waits = order.being_paid() || order.state == payment::OrderState::kPaid;
    return approved != nullptr && !waits && order.find_charge(approved->payment_key) == nullptr;
}

std::string_view to_string(LeaseError error) {
    switch (error) {
        case LeaseError::kHeld:
            return "held by another owner";
        case LeaseError::kTooMany:
            return "too many wait";
        case LeaseError::kUnavailable:
            return "Redis does not answer";
    }
    return "";
}

// Logs at most one line per second. Without Redis every payment works without leases.
void report_no_leases(const std::string& performance, const seat::Seats& seats, LeaseError error) {
    thread_local Clock::time_point next{};
    if (Clock::now() < next) return;
    next = Clock::now() + std::chrono::seconds{1};
    runtime::log(runtime::LogLevel::kWarning, "a payment goes on without the leases on its seats",
                 {{"performance", performance},
                  {"seat", seats.empty() ? "-" : std::to_string(seats.front().value)},
                  {"seats", std::to_string(seats.size())},
                  {"why", std::string{to_string(error)}}});
}

}  // namespace

RelayedOrders::Outcome RelayedOrders::call(sale::command::RequestPayment request) {
    const sale::Buyer buyer = request.buyer;
    const auto answer = co_await deps_.caller.change(
        "seat_pay", {buyer.event, buyer.performance},
        {guest_arg(buyer.guest), std::to_string(buyer.admission.value)},
        Clock::now() + config_.timeout);
    if (!answer) co_return fail(PayRefusal{error_of<PayError>(answer.error())});
    request.hold = answer->word == "ok" ? read_hold(*answer) : sale::HoldElsewhere{};
    if (!request.hold) co_return fail(PayRefusal{PayError::kOutcomeUnknown});
    // Redis has lost a hall that the view knows. The hall is about to be written again.
    if (answer->word == "unknown_performance" &&
        deps_.view.find(buyer.event, buyer.performance) != nullptr)
        co_return fail(PayRefusal{PayError::kUnavailable});
    if (answer->word != "ok" && pay_error(answer->word) != PayError::kNoHold)
        co_return fail(PayRefusal{pay_error(answer->word)});

    const Place place{buyer.event, buyer.performance, buyer.guest, request.hold->seats};
    const auto leases = co_await work_on(place);
    const OrderOutcome outcome = co_await deps_.store.call(std::move(request));
    if (!outcome && !place.seats.empty()) co_await refused(place, outcome.error());
    (void)co_await deps_.feed.wait_applied(buyer.event, answer->id, Clock::now() + config_.settle);
    co_return outcome;
}

awaitable<void> RelayedOrders::refused(Place place, PayRefusal refusal) {
    // With an unknown outcome nothing is undone. HallWatch ends payments without an order.
    if (refusal.must_come_again()) co_return;
    const bool taken = refusal.error == PayError::kSeatTaken;
    if (!taken && co_await is_paying(place)) co_return;
    co_await stop_paying(place);
    if (taken) deps_.relay.tell(place.event, place.performance, place.seats);
}

// A concurrent request of the same guest may have succeeded.
awaitable<bool> RelayedOrders::is_paying(const Place& place) {
    const auto open = co_await deps_.store.call(
        sale::command::ShowOpenOrder{place.event, place.performance, place.guest});
    if (!open) co_return open.error().must_come_again();
    co_return open->order.being_paid();
}

awaitable<void> RelayedOrders::stop_paying(Place place) {
    // Through the relay, in the order of the store's decisions: a payment that the store accepts in
    // the meantime is sent after this. Without a grace period, because otherwise rejected requests
    // could extend a hold forever.
    deps_.relay.undo_request(place.event, place.performance, place.guest, place.seats,
                             place.before);
    co_await settle(place.event);
}

awaitable<void> RelayedOrders::settle(waiting_room::EventId event) {
    const Deadline deadline = Clock::now() + config_.settle;
    const auto id = co_await deps_.relay.settled(event, deadline);
    if (id) (void)co_await deps_.feed.wait_applied(event, *id, deadline);
}

RelayedOrders::Outcome RelayedOrders::follow(Outcome decided) {
    auto outcome = co_await std::move(decided);
    if (outcome) co_await settle(outcome->order.event);
    co_return outcome;
}

awaitable<std::optional<RelayedOrders::Known>> RelayedOrders::look_up(payment::OrderCode code) {
    const auto shown = co_await deps_.store.call(sale::command::ShowOrder{code, std::nullopt});
    if (!shown) co_return std::nullopt;
    const payment::Order& order = shown->order;
    const sale::HallView* const hall = deps_.view.find(order.performance);
    if (hall == nullptr) co_return std::nullopt;
    Place place{order.event,
                hall->performance(),
                order.guest,
                {},
                order.ended ? Before::kFree : Before::kHeld};
    for (const payment::QuoteLine& line : order.quote.lines)
        place.seats.push_back(line.chosen.seat);
    co_return Known{order, std::move(place)};
}

awaitable<std::vector<Lease>> RelayedOrders::work_on(const Place& place) {
    if (deps_.leases == nullptr) co_return std::vector<Lease>{};
    auto leases = co_await deps_.leases->acquire_all(place.event, place.performance, place.seats,
                                                     Clock::now() + config_.lease_wait);
    if (leases) co_return *std::move(leases);
    ++deps_.caller.counters()["seat_work_without_lease_total"];
    report_no_leases(place.performance, place.seats, leases.error());
    co_return std::vector<Lease>{};
}

awaitable<RelayedOrders::Reclaimed> RelayedOrders::reclaim(const Place& place) {
    std::vector<std::string> arguments{guest_arg(place.guest)};
    for (const seat::SeatIndex seat : place.seats)
        arguments.insert(arguments.end(), {std::to_string(seat.value), "0"});
    const auto answer =
        co_await deps_.caller.change("seat_reclaim", {place.event, place.performance},
                                     std::move(arguments), Clock::now() + config_.timeout);
    // Without an answer, or if the guest holds other seats now, the store decides alone.
    if (!answer) co_return Reclaimed::kUnknown;
    if (answer->word == "ok") co_return Reclaimed::kPaying;
    co_return answer->word == "seat_lost" ? Reclaimed::kLost : Reclaimed::kUnknown;
}

RelayedOrders::Outcome RelayedOrders::call(sale::command::RecordPayment record) {
    const auto known = co_await look_up(record.order);
    const auto leases = known ? co_await work_on(known->place) : std::vector<Lease>{};
    const bool late = known && is_late(known->order, record.result);
    const Reclaimed reclaimed = late ? co_await reclaim(known->place) : Reclaimed::kUnknown;
    record.seats_lost = record.seats_lost || reclaimed == Reclaimed::kLost;
    auto outcome = co_await follow(deps_.store.call(std::move(record)));
    const bool is_paid = outcome && outcome->order.state == payment::OrderState::kPaid;
    const bool is_known = !sale::must_come_again(outcome);
    if (reclaimed == Reclaimed::kPaying && is_known && !is_paid) co_await stop_paying(known->place);
    co_return outcome;
}

RelayedOrders::Outcome RelayedOrders::call(sale::command::CancelOrder cancel) {
    return follow(deps_.store.call(std::move(cancel)));
}

RelayedOrders::Outcome RelayedOrders::call(sale::command::RecordRefund record) {
    const auto known = co_await look_up(record.order);
    const auto leases = known ? co_await work_on(known->place) : std::vector<Lease>{};
    co_return co_await follow(deps_.store.call(std::move(record)));
}

}  // namespace onsale::redis
