#include "tests/differential/hall_pair.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

#include <fmt/format.h>

#include "adapter/redis/script/enter_args.hpp"
#include "adapter/redis/script/hall_args.hpp"
#include "adapter/redis/script/hall_keys.hpp"
#include "adapter/redis/script/line_change.hpp"
#include "adapter/redis/script/line_keys.hpp"
#include "adapter/redis/script/scripts.hpp"
#include "base/assert.hpp"
#include "sale/domain/fact_bytes.hpp"
#include "seat/domain/delay.hpp"
#include "seat/domain/plan_bytes.hpp"
#include "seat/domain/test_hall.hpp"
#include "tests/differential/mismatch.hpp"

namespace onsale::differential {

using sale::HallId;

namespace {

constexpr std::uint32_t kNumbers = 60'000;
constexpr std::size_t kRandoms = 24;  // More than the number of guests.
constexpr std::string_view kLeaseMs = "3600000";
constexpr unsigned kEndedTurn = 4;

// The floor is a separate section, so that one section can be stopped.
seat::HallPlan two_sections() {
    seat::HallPlan plan = seat::test_plan();
    seat::Section floor{"2", "Floor", {}, std::exchange(plan.sections[0].areas, {})};
    plan.sections.push_back(std::move(floor));
    return plan;
}

std::string joined(const Words& words) {
    std::string text;
    for (const std::string& word : words)
        text += word + ' ';
    return text;
}

// Facts as their bytes in hex. The first two digits are the type.
std::string listed(const std::vector<std::string>& facts) {
    std::string text;
    for (const std::string& fact : facts)
        text += fmt::format(
            "[{:02x}] ",
            fmt::join(reinterpret_cast<const unsigned char*>(fact.data()),
                      reinterpret_cast<const unsigned char*>(fact.data()) + fact.size(), " "));
    return text;
}

// All items except the stream id, which only Redis knows.
Words words_of(const Answer& answer) {
    Words words;
    for (std::size_t i = 0; i < answer.items.size(); ++i)
        if (i != 1) words.push_back(answer.items[i].word());
    return words;
}

std::string ms(Duration duration) {
    return std::to_string(duration.count());
}

std::string ms(Instant instant) {
    return std::to_string(to_ms(instant));
}

const seat::HallFact* hall_fact(const sale::Fact& fact) {
    const auto* const changed = std::get_if<sale::fact::HallChanged>(&fact);
    return changed == nullptr ? nullptr : &changed->change;
}

bool is_release(const sale::Fact& fact) {
    const seat::HallFact* const change = hall_fact(fact);
    const auto* const ended =
        change == nullptr ? nullptr : std::get_if<seat::fact::HoldEnded>(change);
    return ended != nullptr && ended->reason == seat::HoldEnd::kReleased;
}

bool is_sold_out(const sale::Fact& fact) {
    const auto* const of_line = std::get_if<waiting_room::Fact>(&fact);
    return of_line != nullptr &&
           std::holds_alternative<waiting_room::fact::SoldOutSet>(of_line->body);
}

unsigned rank(std::string_view word) {
    if (word == "SOLD") return 2;
    if (word == "RETURNED") return 3;
    return word == "ENDED" ? kEndedTurn : 1;
}

}  // namespace

std::vector<std::string> bytes_of(const sale::Facts& facts) {
    std::vector<std::string> all;
    for (const sale::Fact& fact : facts) {
        ByteWriter out{all.emplace_back()};
        sale::save(out, fact);
    }
    return all;
}

HallPair::HallPair(RedisLink& redis, const waiting_room::EventSettings& settings, Instant now)
    : redis_(redis),
      office_(HallOracle::kEvent, std::make_shared<const waiting_room::EventSettings>(settings)) {
    set(now, 0);
    office(waiting_room::fact::EventCreated{office_.shared_settings()});
    office(waiting_room::fact::LifecycleChanged{waiting_room::Lifecycle::kOpen});
    line("line_block", {"1", std::to_string(kNumbers)});
    line("line_lock", {"test", std::string{kLeaseMs}});
    fence_ = redis_.call({"HGET", redis::line_keys(HallOracle::kEvent)[0], "fence"}).text;
    open(kFriday, two_sections(), {});
    open(kSunday, two_sections(), {});
}

void HallPair::set(Instant now, std::uint64_t random) {
    now_ = now;
    random_ = random;
    oracle_.set(now, random);
}

std::string HallPair::performance(HallId hall) const {
    return hall == kFriday ? "fri" : "sun";
}

Words HallPair::ask(std::string_view script, const std::string& performance, Words arguments) {
    arguments.insert(arguments.begin(), ms(now_));
    const Words keys = performance.empty() ? redis::line_keys(HallOracle::kEvent)
                                           : redis::hall_keys(HallOracle::kEvent, performance);
    const std::array commands{
        RedisLink::script_call(redis::script_text(script).sha1, keys, arguments),
        Words{"XRANGE", redis::facts_key(HallOracle::kEvent), "(" + last_id_, "+"}};
    const std::vector<Answer> answers = redis_.call_all(commands);
    read_facts(answers[1]);
    return words_of(answers[0]);
}

void HallPair::read_facts(const Answer& entries) {
    for (const Answer& entry : entries.items) {
        last_id_ = entry.items[0].text;
        const std::size_t before = found_.size();
        if (!sale::load(entry.items[1].items[3].text, found_))
            throw Mismatch{"facts cannot be read"};
        for (std::size_t i = before; i < found_.size(); ++i) {
            view_.apply(found_[i]);
            if (is_sold_out(found_[i])) answers_.insert("sold out");
        }
    }
}

void HallPair::expect(const std::string& what, const Words& expected, const Words& found) {
    require_equal("the answer of " + what, joined(expected), joined(found));
    expect_facts(what, bytes_of(oracle_.take()));
    answers_.insert(what + ' ' + expected.front());
}

void HallPair::expect_facts(const std::string& what, const FactBytes& expected) {
    const FactBytes found = bytes_of(std::exchange(found_, {}));
    if (expected != found) require_equal("the facts of " + what, listed(expected), listed(found));
}

Words HallPair::line(std::string_view script, const Words& arguments) {
    Words keys = redis::line_keys(HallOracle::kEvent);
    Words all{ms(now_)};
    all.insert(all.end(), arguments.begin(), arguments.end());
    const std::array commands{RedisLink::script_call(redis::script_text(script).sha1, keys, all),
                              Words{"XRANGE", keys[1], "(" + last_id_, "+"}};
    const std::vector<Answer> answers = redis_.call_all(commands);
    read_facts(answers[1]);
    const sale::Facts told = std::exchange(found_, {});
    // Redis frees holds in order of admission, after all facts of the line. The C++ domain frees
    // them after each fact.
    std::map<std::uint32_t, sale::Facts> freed;
    for (const sale::Fact& fact : told) {
        oracle_.record({fact});
        sale::Facts then = oracle_.take();
        if (then.size() == 1) continue;
        const auto& body = std::get<waiting_room::Fact>(fact).body;
        const auto* const ended = std::get_if<waiting_room::fact::PlaceEnded>(&body);
        freed[ended != nullptr ? ended->number.value : 0].assign(then.begin() + 1, then.end());
    }
    sale::Facts expected;
    for (const auto& [number, facts] : freed)
        expected.insert(expected.end(), facts.begin(), facts.end());
    if (view_.has_halls(HallOracle::kEvent))
        sweep_after(kFriday, std::move(expected), std::string{script});
    return words_of(answers[0]);
}

void HallPair::enter(const GuestId& guest) {
    line("line_enter", redis::line_enter_args({{guest}}));
    line("line_admit", {fence_, "1000"});
}

void HallPair::office(waiting_room::FactBody body) {
    office_.evolve(body, now_);
    const redis::LineChange change{++changes_, {{HallOracle::kEvent, std::move(body)}}};
    line("line_set", redis::line_set_args(change, office_));
}

void HallPair::tell(const sale::Fact& fact) {
    oracle_.record({fact});
    view_.apply(fact);
    (void)oracle_.take();
}

Words HallPair::hall_arguments(HallId hall, const seat::HallRules& rules) const {
    const std::uint32_t size = seat::Seating{two_sections()}.size();
    return {std::to_string(versions_.at(hall)),
            std::to_string(hall.value),
            std::to_string(size),
            "digest",
            ms(rules.hold_ttl),
            ms(rules.retake_after),
            ms(rules.return_delay_max),
            std::to_string(rules.seats_per_hold),
            std::to_string(rules.accessible_per_hold)};
}

void HallPair::open(HallId hall, const seat::HallPlan& plan, const seat::HallRules& rules) {
    versions_[hall] = 1;
    Words arguments = hall_arguments(hall, rules);
    ByteWriter out{arguments.emplace_back()};
    seat::save(out, plan);
    const auto shared = std::make_shared<const seat::HallPlan>(plan);
    oracle_.record(
        {sale::fact::HallOpened{HallOracle::kEvent, performance(hall), shared, rules, {}}});
    expect("hall_set", {"ok"}, ask("hall_set", performance(hall), std::move(arguments)));
}

void HallPair::set_rules(HallId hall, const seat::HallRules& rules) {
    ++versions_[hall];
    const Words arguments = hall_arguments(hall, rules);
    oracle_.record(hall, {seat::fact::RulesSet{rules}});
    expect("hall_set", {"ok"}, ask("hall_set", performance(hall), arguments));
    expect("hall_set again", {"seen"}, ask("hall_set", performance(hall), arguments));
}

Words HallPair::select(const Visitor& visitor, const seat::Seats& seats) {
    const sale::State& state = oracle_.state();
    const seat::Seating& seating = oracle_.hall(visitor.hall).seating();
    const sale::SaleSettings& settings = *state.settings(HallOracle::kEvent);
    const sale::SaleLevers& levers = *state.levers(HallOracle::kEvent);
    const waiting_room::Phase* const phase = oracle_.line().phase();
    redis::HoldLimits limits{.stopped = {},
                             .per_event = settings.seats_per_guest,
                             .per_performance = settings.seats_per_performance};
    if (phase != nullptr) {
        const std::uint32_t own = phase->seats_per_guest;
        if (own != 0 && (limits.per_event == 0 || own < limits.per_event)) limits.per_event = own;
        limits.share_percent = phase->seat_share_percent;
    }
    for (const std::string& id : levers.sections_stopped)
        if (std::ranges::any_of(seats, [&](seat::SeatIndex seat) {
                return seating.section(seat) == *seating.find_section(id);
            }))
            limits.stopped = "section_stopped";
    if (levers.holds_stopped) limits.stopped = "holds_stopped";
    const seat::command::Select select{visitor.guest, {visitor.admission.value}, seats, random_};
    const Words arguments = redis::seat_select_args(seating, select, limits);
    const Words expected = oracle_.select(visitor, seats);
    expect("seat_select", expected, ask("seat_select", performance(visitor.hall), arguments));
    return expected;
}

Words HallPair::release(const Visitor& visitor) {
    const Words expected = oracle_.release(visitor);
    expect("seat_release", expected,
           ask("seat_release", performance(visitor.hall),
               {redis::guest_arg(visitor.guest), std::to_string(visitor.admission.value),
                redis::random_arg(random_)}));
    return expected;
}

// The script concerns all halls and gets no keys of a hall.
Words HallPair::extend(const Visitor& visitor, std::uint32_t which) {
    const Words expected = oracle_.extend(visitor, which);
    expect("seat_extend", expected,
           ask("seat_extend", "",
               {std::to_string(visitor.admission.value), redis::guest_arg(visitor.guest),
                std::to_string(which)}));
    return expected;
}

Words HallPair::pay(const Visitor& visitor) {
    const Words expected = oracle_.pay(visitor);
    expect("seat_pay", expected,
           ask("seat_pay", performance(visitor.hall),
               {redis::guest_arg(visitor.guest), std::to_string(visitor.admission.value)}));
    return expected;
}

Words HallPair::promised_arguments(const PromisedSeats& hold, const Words& before) {
    Words arguments{redis::guest_arg(hold.guest)};
    arguments.insert(arguments.end(), before.begin(), before.end());
    for (const seat::FencedSeat& one : hold.seats) {
        // Each payment attempt has its own turn, even if the message of the store arrives late.
        const std::uint64_t last = turns_[{hold.hall, one.seat}];
        const bool is_over = last == 0 || last % 8 >= kEndedTurn;
        const bool is_new = before.front() != "release" && is_over;
        arguments.push_back(std::to_string(one.seat.value));
        arguments.push_back(std::to_string(one.fence));
        arguments.push_back(std::to_string(last / 8 + (is_new ? 1 : 0)));
    }
    return arguments;
}

Words HallPair::decline_late(const PromisedSeats& hold) {
    Words arguments{redis::guest_arg(hold.guest), "decline", "60000"};
    for (const seat::FencedSeat& one : hold.seats) {
        const std::uint64_t last = turns_[{hold.hall, one.seat}];
        if (last % 8 < kEndedTurn) return {"never declined"};
        arguments.insert(arguments.end(),
                         {std::to_string(one.seat.value), "0", std::to_string(last / 8)});
    }
    const Words expected = oracle_.decline_late(hold);
    expect("seat_unpay late", expected, ask("seat_unpay", performance(hold.hall), arguments));
    return expected;
}

Words HallPair::decline(const PromisedSeats& hold, Duration grace) {
    const Words expected = oracle_.decline(hold, grace);
    expect("seat_unpay decline", expected,
           ask("seat_unpay", performance(hold.hall),
               promised_arguments(hold, {"decline", ms(grace)})));
    if (expected.back() == "1")
        for (const seat::FencedSeat& one : hold.seats)
            (void)turn(hold.hall, one.seat, "ENDED");
    return expected;
}

Words HallPair::end_payment(const PromisedSeats& hold) {
    const Words expected = oracle_.end_payment(hold);
    expect("seat_unpay end", expected,
           ask("seat_unpay", performance(hold.hall),
               promised_arguments(hold, {"end", redis::random_arg(random_)})));
    if (expected.front() == "ok")
        for (const seat::FencedSeat& one : hold.seats)
            (void)turn(hold.hall, one.seat, "ENDED");
    return expected;
}

Words HallPair::end_hold(const PromisedSeats& hold) {
    const Words expected = oracle_.end_hold(hold);
    expect("seat_unpay release", expected,
           ask("seat_unpay", performance(hold.hall),
               promised_arguments(hold, {"release", redis::random_arg(random_)})));
    if (expected.front() == "ok")
        for (const seat::FencedSeat& one : hold.seats)
            (void)turn(hold.hall, one.seat, "ENDED");
    return expected;
}

Words HallPair::reclaim(const PromisedSeats& promised) {
    Words arguments{redis::guest_arg(promised.guest)};
    for (const seat::FencedSeat& one : promised.seats) {
        arguments.push_back(std::to_string(one.seat.value));
        arguments.push_back(std::to_string(one.fence));
    }
    const Words expected = oracle_.reclaim(promised);
    const std::string performance = this->performance(promised.hall);
    expect("seat_reclaim", expected, ask("seat_reclaim", performance, arguments));
    // The caller repeats the call if the answer was lost.
    expect("seat_reclaim again", expected, ask("seat_reclaim", performance, arguments));
    return expected;
}

void HallPair::sweep(HallId hall) {
    sweep_after(hall, {}, "seat_sweep");
}

void HallPair::sweep_after(HallId hall, sale::Facts expected, const std::string& what) {
    // Only a lost admission releases a hold without a command. The sweep performs that release.
    sale::Facts lost;
    std::ranges::copy_if(expected, std::back_inserter(lost), is_release);
    std::erase_if(expected, is_release);
    Words randoms(lost.size(), redis::random_arg(random_));
    std::ranges::move(lost, std::back_inserter(expected));
    const std::uint64_t own = seat::derived(random_, 1);
    for (std::uint64_t i = 0; i < kRandoms; ++i)
        randoms.push_back(redis::random_arg(seat::derived(own, i)));
    const Words next = oracle_.sweep(hall, own);
    oracle_.set(now_, random_);
    std::ranges::move(oracle_.take(), std::back_inserter(expected));
    Words found = ask("seat_sweep", performance(hall), randoms);
    found.erase(found.begin() + 1);  // The number of changes is checked by the facts.
    require_equal("the line's time", ms(oracle_.line().clock().at(now_)), found.back());
    found.pop_back();
    require_equal("what is due after " + what, joined(next), joined(found));
    expect_facts(what, bytes_of(expected));
}

std::uint64_t HallPair::turn(HallId hall, seat::SeatIndex seat, const std::string& word) {
    std::uint64_t& last = turns_[{hall, seat}];
    const bool begins = word == "PAYING" || word == "BLOCKED";
    const bool goes_on = !begins && last % 8 < rank(word) && last > 0;
    last = ((last / 8) + (goes_on ? 0 : 1)) * 8 + rank(word);
    return last / 8;
}

seat::Seats HallPair::sync(const StoreWord& said, const std::optional<seat::HallFacts>& expected) {
    const bool more = oracle_.state().settings(HallOracle::kEvent)->more_purchases;
    Words arguments{more ? "1" : "0"};
    for (const seat::SeatIndex seat : said.seats) {
        arguments.push_back(std::to_string(seat.value));
        arguments.push_back(std::to_string(turn(said.hall, seat, said.word)));
        arguments.push_back(said.word);
        arguments.push_back(said.guest);
        arguments.push_back(ms(said.free_at));
    }
    const Words found = ask("seat_sync", performance(said.hall), arguments);
    last_sync_ = arguments;
    last_sync_hall_ = said.hall;
    seat::Seats busy;
    for (std::size_t i = 2; i < found.size(); ++i)
        busy.push_back({static_cast<std::uint32_t>(std::stoul(found[i]))});
    require_equal("the answer of seat_sync " + said.word,
                  std::to_string(said.seats.size() - busy.size()), found.at(1));
    if (expected && !busy.empty()) throw Mismatch{"seat_sync could not " + said.word};
    seat::HallFacts changes = expected.value_or(seat::HallFacts{});
    if (!expected)
        for (const sale::Fact& fact : found_)
            if (const seat::HallFact* const change = hall_fact(fact)) changes.push_back(*change);
    oracle_.record(said.hall, changes);
    answers_.insert("seat_sync " + said.word + (busy.empty() ? "" : " busy"));
    sweep_after(said.hall, oracle_.take(), "seat_sync " + said.word);
    if (!busy.empty()) last_sync_.clear();
    return busy;
}

void HallPair::repeat_last_sync() {
    if (last_sync_.empty()) return;
    expect("seat_sync again", {"ok", "0"},
           ask("seat_sync", performance(last_sync_hall_), last_sync_));
}

}  // namespace onsale::differential
