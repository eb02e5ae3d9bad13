#include "tests/postgres/story/story.hpp"

#include <set>

#include <boost/asio/co_spawn.hpp>
#include <fmt/format.h>

#include "tests/postgres/story/book_text.hpp"

namespace onsale::postgres {

using namespace std::chrono_literals;

namespace {

constexpr int kCompareEvery = 8;
constexpr std::uint32_t kGuests = 5;
constexpr std::uint32_t kSeats = 10;

const OrderDatabase& emptied(const OrderDatabase& database) {
    database.empty();
    return database;
}

std::string told(const sale::OrderOutcome& outcome) {
    if (!outcome)
        return fmt::format("refused {}/{}", static_cast<int>(outcome.error().error),
                           static_cast<int>(outcome.error().order));
    return fmt::format("order {} in state {}, refund {}, {}", outcome->order.id.value,
                       static_cast<int>(outcome->order.state), outcome->refund.value,
                       outcome->calls_provider ? "calls" : "does not call");
}

bool same(const sale::OrderOutcome& left, const sale::OrderOutcome& right) {
    if (left.has_value() != right.has_value() || told(left) != told(right)) return false;
    return !left || (left->order == right->order && left->booking == right->booking);
}

}  // namespace

Story::Story(const OrderDatabase& database, std::uint64_t seed)
    : database_(emptied(database)),
      chance_(seed),
      time_(sale::TestSale::kStart),
      oracle_(time_, seed % 2 == 0 ? sale::ReturnPolicy::kAtOnce : sale::ReturnPolicy::kByOperator),
      first_(loop_, time_, seed, database.config()),
      second_(loop_, time_, seed + 1'000'000, database.config()) {
    learn();
}

void Story::learn() {
    const sale::Facts news = oracle_.take_news();
    first_.learn(news, time_.wall());
    second_.learn(news, time_.wall());
}

void Story::draw() {
    const std::uint64_t random = chance_.below(1ULL << 62U);
    oracle_.set_random(random);
    first_.next_random = second_.next_random = random;
}

template <class Value>
Value Story::await(boost::asio::awaitable<Value> call) {
    std::optional<Value> result;
    boost::asio::co_spawn(
        loop_,
        [](auto work, auto& into) -> boost::asio::awaitable<void> {
            into.emplace(co_await std::move(work));
        }(std::move(call), result),
        [](const std::exception_ptr& error) {
            if (error) std::rethrow_exception(error);
        });
    for (int turns = 0; !result; ++turns) {
        if (turns > 6'000) throw StoryFailed{"no answer"};
        loop_.restart();
        loop_.run_one_for(10ms);
    }
    return *std::move(result);
}

sale::OrderOutcome Story::run(OrderProcess& process, const OrderCommand& command) {
    return await(process.lane().run(command));
}

void Story::play(int steps) {
    for (int i = 1; i <= steps; ++i) {
        step();
        if (i % kCompareEvery == 0 || i == steps) compare();
    }
}

void Story::step() {
    draw();
    if (chance_.one_in(6)) return pass_time();
    act(any_command());
}

void Story::act(const OrderCommand& command) {
    const bool opens = std::holds_alternative<sale::command::RequestPayment>(command);
    OrderProcess& process = opens || chance_.one_in(2) ? first_ : second_;
    const auto expected = oracle_.run(command);
    const auto outcome = run(process, command);
    if (!same(outcome, expected))
        throw StoryFailed{fmt::format("command {}: {} instead of {}", command.index(),
                                      told(outcome), told(expected))};
    if (outcome && outcome->order.state == payment::OrderState::kPaid) ++paid_;
}

void Story::pass_time() {
    constexpr std::array<Duration, 6> kTimes = {1s, 5s, 20s, 90s, 6min, 40min};
    time_.advance(kTimes[chance_.below(kTimes.size())]);
    oracle_.tick();
    learn();
    for (OrderProcess* process : {&first_, &second_}) {
        const auto done = await(process->due().run());
        if (!done) throw StoryFailed{"deadlines: " + done.error().words};
    }
}

void Story::compare() {
    const std::string problem = difference(text_of(database_), text_of(oracle_));
    if (!problem.empty()) throw StoryFailed{problem};
}

OrderCommand Story::any_command() {
    const payment::Order* const order = any_order();
    if (order == nullptr || chance_.one_in(4)) return request();
    return on_order(*order);
}

OrderCommand Story::request() {
    const auto name = static_cast<std::uint32_t>(chance_.below(kGuests) + 1);
    std::set<std::uint32_t> seats;
    for (std::size_t left = chance_.below(3) + 1; left > 0; --left)
        seats.insert(static_cast<std::uint32_t>(chance_.below(kSeats)));
    auto request = wish(name, {seats.begin(), seats.end()});
    request.call = any_key();
    return request;
}

sale::command::RequestPayment Story::wish(std::uint32_t name,
                                          const std::vector<std::uint32_t>& seats) {
    const payment::ProviderTraits traits{.can_ask = !chance_.one_in(4),
                                         .charges_at_page = chance_.one_in(3)};
    sale::command::RequestPayment wish{
        {Oracle::kEvent, "fri", sale::TestSale::guest(name), waiting_room::admission_id({name}, 1)},
        {},
        sale::TestSale::kProvider,
        "hall",
        traits,
        std::nullopt,
        sale::HoldElsewhere{{}, Duration{chance_.below(600'000)}}};
    for (const std::uint32_t seat : seats)
        wish.hold->seats.push_back({seat});
    return wish;
}

OrderCommand Story::on_order(const payment::Order& order) {
    const payment::Actor office{payment::ActorKind::kOperator, 7};
    const std::string key = fmt::format("key-{}-{}", order.id.value, order.attempt());
    const payment::Money total = order.attempts.back().total;
    switch (chance_.below(12)) {
        case 0:
        case 1:
        case 2:
            return sale::command::ConfirmPayment{order.code, order.guest, 0, key, total, any_key()};
        case 3:
            return sale::command::KeepReturn{order.code, order.attempt(), key, total, "data"};
        case 4:
            return sale::command::TakeBack{order.code, order.attempt()};
        case 5:
            return sale::command::CancelOrder{order.code, order.guest, office, any_key()};
        case 6:
        case 7:
            return refund(order);
        case 8:
            if (chance_.one_in(2)) return sale::command::AskAgain{order.code, office};
            return sale::command::HoldLonger{Oracle::kEvent, "fri", order.guest, 30min};
        default:
            return record(order);
    }
}

OrderCommand Story::record(const payment::Order& order) {
    constexpr std::array kSources = {payment::ResultSource::kAnswer,
                                     payment::ResultSource::kWebhook, payment::ResultSource::kQuery,
                                     payment::ResultSource::kBrowser};
    return sale::command::RecordPayment{.order = order.code,
                                        .attempt = order.attempt(),
                                        .source = kSources[chance_.below(kSources.size())],
                                        .result = any_result(order),
                                        .seats_lost = chance_.one_in(20)};
}

payment::PaymentResult Story::any_result(const payment::Order& order) {
    payment::Money total = order.attempts.back().total;
    const auto key = fmt::format("key-{}-{}", order.id.value, order.attempt());
    switch (chance_.below(10)) {
        case 0:
            return payment::result::Pending{};
        case 1:
            return payment::result::Unavailable{};
        case 2:
            return payment::result::OutcomeUnknown{};
        case 3:
        case 4:
        case 5:
            return payment::result::Declined{payment::DeclineReason::kLimit};
        case 6:
            total.amount += chance_.one_in(2) ? 1'000 : 0;
            return payment::result::Approved{key + "-again", "hall", total};
        default:
            return payment::result::Approved{key, "hall", total};
    }
}

OrderCommand Story::refund(const payment::Order& order) {
    const payment::Actor office{payment::ActorKind::kOperator, 7};
    for (std::uint16_t i = 0; i < order.refunds.size(); ++i) {
        const payment::Refund& one = order.refunds[i];
        if (one.state == payment::RefundState::kDone || chance_.one_in(4)) continue;
        if (chance_.one_in(5)) return sale::command::RetryRefund{order.code, {i}, office};
        return sale::command::RecordRefund{
            order.code, {i}, one.tries, static_cast<payment::RefundResult>(chance_.below(4))};
    }
    sale::command::RequestRefund wish{.order = order.code,
                                      .guest = order.guest,
                                      .seats = {},
                                      .why = payment::RefundWhy::kGuestWish,
                                      .shown = {},
                                      .by = {payment::ActorKind::kGuest},
                                      .call = any_key()};
    if (chance_.one_in(2))
        wish.seats.push_back(fmt::format("A-{}", order.quote.lines.front().chosen.seat.value + 1));
    if (const auto quote = oracle_.preview(wish)) wish.shown = quote->amount;
    return wish;
}

// Few keys, so that they are used again.
std::optional<payment::CallKey> Story::any_key() {
    if (chance_.one_in(3)) return std::nullopt;
    return payment::CallKey{chance_.below(12), chance_.one_in(6) ? 2u : 1u};
}

// The newest orders are the most interesting ones.
const payment::Order* Story::any_order() {
    const auto& book = oracle_.state().orders();
    if (book.size() == 0) return nullptr;
    const std::size_t back = chance_.below(std::min<std::size_t>(book.size(), 8));
    return book.find(payment::OrderId{book.size() - back});
}

void Story::race() {
    first_.next_random = second_.next_random = std::nullopt;
    rush();
    for (std::uint32_t name = 200; name < 208; ++name)
        race_with_late_payment(name);
}

std::vector<sale::OrderOutcome> Story::run_at_once(
    std::vector<std::pair<OrderProcess*, OrderCommand>> commands) {
    std::vector<sale::OrderOutcome> outcomes;
    for (auto& [process, command] : commands)
        boost::asio::co_spawn(loop_, process->lane().run(std::move(command)),
                              [&](const std::exception_ptr&, sale::OrderOutcome outcome) {
                                  outcomes.push_back(std::move(outcome));
                              });
    for (int turns = 0; outcomes.size() < commands.size(); ++turns) {
        if (turns > 6'000) throw StoryFailed{"no answer in a race"};
        loop_.restart();
        loop_.run_one_for(10ms);
    }
    for (const auto& one : outcomes)
        if (!one && one.error().error == sale::PayError::kOutcomeUnknown)
            throw StoryFailed{"a race without faults has an unknown outcome"};
    check_race();
    return outcomes;
}

void Story::rush() {
    std::vector<std::pair<OrderProcess*, OrderCommand>> wishes;
    for (std::uint32_t name = 101; name <= 116; ++name)
        wishes.emplace_back(name % 2 == 0 ? &first_ : &second_,
                            wish(name, {static_cast<std::uint32_t>(chance_.below(kSeats))}));
    (void)run_at_once(std::move(wishes));
}

// A guest is too late, and the payment arrives while another guest takes the seat.
void Story::race_with_late_payment(std::uint32_t name) {
    const std::string seat = database_.sql(
        "SELECT coalesce(min(s), -1) FROM generate_series(0, 9) s WHERE NOT EXISTS"
        " (SELECT FROM seat_owners WHERE seat = s AND ended_at IS NULL)");
    if (seat == "-1") return;
    const auto free = static_cast<std::uint32_t>(std::stoul(seat));
    const auto asked = run(first_, wish(name, {free}));
    if (!asked) throw StoryFailed{"a free seat is refused: " + told(asked)};
    const payment::Order& order = asked->order;
    time_.advance(2h);
    while (await(first_.due().run()).value_or(0) != 0) {
    }
    const payment::result::Approved approved{fmt::format("late-{}", order.id.value), "hall",
                                             order.attempts.back().total};
    (void)run_at_once(
        {{&second_,
          sale::command::RecordPayment{order.code, 1, payment::ResultSource::kWebhook, approved}},
         {&first_, wish(name + 100, {free})}});
}

void Story::check_race() const {
    const std::string twice = database_.sql(
        "SELECT count(*) FROM (SELECT FROM seat_owners WHERE ended_at IS NULL"
        " GROUP BY performance_id, seat HAVING count(*) > 1) s");
    if (twice != "0") throw StoryFailed{"a seat has two owners"};
    const std::string without = database_.sql(
        "SELECT count(*) FROM orders o WHERE state IN (1, 2) AND NOT EXISTS"
        " (SELECT FROM seat_owners s WHERE s.order_id = o.id AND ended_at IS NULL)");
    if (without != "0") throw StoryFailed{"an order is paid for without seats"};
    const std::string other = database_.sql(
        "SELECT count(*) FROM orders o WHERE seats <> (SELECT count(*) FROM seat_owners s"
        " WHERE s.order_id = o.id AND s.state = 2 AND ended_at IS NULL)");
    if (other != "0") throw StoryFailed{"a booking has other seats than its rows"};
}

}  // namespace onsale::postgres
