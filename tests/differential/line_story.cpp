#include "tests/differential/line_story.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace onsale::differential {

using namespace waiting_room;
using std::chrono::milliseconds;
using std::chrono::minutes;
using std::chrono::seconds;

namespace {

constexpr std::size_t kLogged = 12;
// Presence is valid for up to four hours. The sum of added deadlines and gaps stays below that.
constexpr Duration kAddedMax = std::chrono::hours{3};
constexpr long long kStartMs = 1'800'000'000'000;

GuestId random_guest(test::Chance& chance) {
    GuestId guest;
    for (std::uint8_t& byte : guest.bytes)
        byte = chance.byte();
    // Bytes with a special meaning in keys, in Lua or in C.
    constexpr std::array<std::uint8_t, 5> kSpecial = {0, '{', '}', '%', '\n'};
    guest.bytes[chance.below(16)] = kSpecial[chance.below(kSpecial.size())];
    return guest;
}

Sha256Digest random_digest(test::Chance& chance) {
    Sha256Digest digest;
    for (std::uint8_t& byte : digest)
        byte = chance.byte();
    return digest;
}

Duration from_to(test::Chance& chance, std::size_t from_s, std::size_t to_s) {
    return seconds{from_s + chance.below(to_s - from_s + 1)};
}

LineRules random_rules(test::Chance& chance) {
    LineRules rules;
    rules.max_active = static_cast<std::uint32_t>(1 + chance.below(40));
    rules.admit_per_second = static_cast<std::uint32_t>(1 + chance.below(40));
    rules.admission_ttl = from_to(chance, 20, 300);
    rules.claim_within = chance.one_in(4) ? Duration{0} : from_to(chance, 5, 90);
    rules.active_away_after = from_to(chance, 10, 120);
    rules.extension = chance.one_in(6) ? Duration{0} : from_to(chance, 1, 120);
    rules.extensions = static_cast<std::uint32_t>(chance.below(4));
    rules.away_after = from_to(chance, 10, 120);
    rules.forget_after = rules.away_after + from_to(chance, 10, 600);
    rules.line_max = chance.one_in(4) ? 50 : 1'000'000;
    return rules;
}

std::shared_ptr<EventSettings> random_settings(test::Chance& chance) {
    auto settings = std::make_shared<EventSettings>();
    settings->key = "concert";
    settings->identity = chance.one_in(8) ? Identity::kAccount : Identity::kVisitor;
    settings->rules = random_rules(chance);
    if (chance.one_in(2)) return settings;
    for (const char* const id : {"fans", "card", "all"}) {
        Phase phase;
        phase.id = id;
        phase.who = static_cast<Eligibility>(chance.below(4));
        settings->phases.push_back(phase);
    }
    return settings;
}

}  // namespace

LineStory::LineStory(RedisLink& redis, const LineScripts& scripts, std::uint64_t seed)
    : chance_(seed) {
    const std::size_t crowd = 20 + chance_.below(300);
    for (std::size_t i = 0; i < crowd; ++i)
        guests_.push_back(random_guest(chance_));
    for (std::size_t i = 0; i < 20; ++i)
        codes_.push_back(random_digest(chance_));
    redis.call({"FLUSHALL"});
    // The event number is encoded in one or in two bytes of its facts.
    const EventId event{static_cast<std::uint32_t>(1 + chance_.below(300))};
    pair_ = std::make_unique<LinePair>(redis, scripts, event, random_settings(chance_),
                                       instant_from_ms(kStartMs));
    pair_->hand_out(0, static_cast<std::uint32_t>(1 + chance_.below(2000)));
    const bool lobby = chance_.one_in(2);
    if (lobby) pair_->set(fact::LobbySealed{random_digest(chance_)});
    // There is no draw without a secret.
    drawn_ = !lobby;
    pair_->set(fact::LifecycleChanged{lobby ? Lifecycle::kLobby : Lifecycle::kOpen});
    pair_->start_scheduler();
    scheduler_ = true;
}

void LineStory::note(std::string words) {
    log_.push_back(std::to_string(to_ms(pair_->now()) - kStartMs) + " ms: " + std::move(words));
    if (log_.size() > kLogged) log_.pop_front();
}

std::string LineStory::last_operations() const {
    std::string text;
    for (const std::string& line : log_)
        text += "  " + line + '\n';
    return text;
}

void LineStory::pass_time() {
    if (chance_.one_in(8)) return pair_->set_clock_back();
    if (chance_.one_in(4)) return;
    Duration by{chance_.below(1500)};
    if (chance_.one_in(20)) by = from_to(chance_, 1, 60);
    if (chance_.one_in(400)) by = from_to(chance_, 60, 900);
    pair_->set_now(pair_->now() + by);
}

GuestId LineStory::some_guest() {
    return guests_[chance_.below(guests_.size())];
}

Number LineStory::some_number() {
    const std::uint32_t issued = pair_->line().book().issued_count();
    if (chance_.one_in(30)) return Number{issued + 1};
    // Mostly recent numbers.
    const std::uint32_t recent = std::min<std::uint32_t>(issued, 150);
    return Number{issued - static_cast<std::uint32_t>(chance_.below(recent + 1))};
}

AdmissionId LineStory::some_admission() {
    const Ledger& ledger = pair_->line().ledger();
    if (ledger.size() == 0 || chance_.one_in(6))
        return admission_id(some_number(), static_cast<std::uint8_t>(1 + chance_.below(2)));
    // The order of the hash table differs between platforms, so the choice is by number.
    std::vector<Number> numbers;
    for (const auto& [number, admission] : ledger)
        numbers.push_back(number);
    std::ranges::sort(numbers);
    const Number number = numbers[chance_.below(numbers.size())];
    return admission_id(number, ledger.find(number)->attempt);
}

std::string LineStory::some_phase() {
    const auto& phases = pair_->line().settings().phases;
    return phases.empty() ? "none" : phases[chance_.below(phases.size())].id;
}

Sha256Digest LineStory::some_code() {
    return codes_[chance_.below(codes_.size())];
}

void LineStory::step() {
    pass_time();
    const bool lobby = pair_->line().lifecycle() == Lifecycle::kLobby;
    if (drawing_ > 0 || (lobby && !drawn_ && chance_.one_in(100))) return draw();
    do_something();
}

// Guests may act during the draw of their lobby.
void LineStory::draw() {
    note("draw");
    if (drawing_ == 0) {
        drawing_ = 2 + chance_.below(40);
        return pair_->begin_draw();
    }
    if (--drawing_ == 0) {
        drawn_ = true;
        return pair_->finish_draw();
    }
    if (chance_.one_in(2)) pair_->draw_some(chance_.below(20));
    guests_act();
}

void LineStory::do_something() {
    const std::size_t dice = chance_.below(100);
    if (dice < 62)
        guests_act();
    else if (dice < 84)
        time_acts();
    else if (dice < 92)
        sale_acts();
    else
        operators_act();
}

void LineStory::guests_act() {
    const std::size_t dice = chance_.below(100);
    if (dice < 40) return enter();
    if (dice < 52) return leave();
    if (dice < 70) return claim_or_complete();
    if (dice < 74) return extend();
    if (dice < 82) return seen();
    if (dice < 91) return offer();
    take();
}

void LineStory::time_acts() {
    if (chance_.one_in(2)) return sweep();
    const auto limit = static_cast<std::uint32_t>(1 + chance_.below(30));
    note("admit " + std::to_string(limit));
    pair_->admit(limit);
}

void LineStory::sale_acts() {
    if (chance_.one_in(4)) return numbers();
    buy();
}

void LineStory::enter() {
    std::vector<Entering> batch(1 + chance_.below(chance_.one_in(8) ? 40 : 4));
    std::string words = "enter";
    for (Entering& entering : batch) {
        entering.guest = some_guest();
        if (chance_.one_in(4)) entering.code = some_code();
        if (chance_.one_in(4)) entering.claims = {some_phase(), "other"};
        if (chance_.one_in(3)) entering.shown = some_number();
        words += ' ' + std::to_string(entering.guest.prefix() % 10'000);
    }
    note(std::move(words));
    pair_->enter(batch);
}

void LineStory::leave() {
    const Number number = some_number();
    command::Leave leave{pair_->line().id(), number, {}};
    if (chance_.one_in(2)) leave.guest = pair_->line().guest_of(number);
    if (chance_.one_in(8)) leave.guest = some_guest();
    note("leave " + std::to_string(number.value));
    pair_->leave(leave);
}

void LineStory::claim_or_complete() {
    const AdmissionId admission = some_admission();
    note("claim or complete " + std::to_string(admission.value));
    if (chance_.one_in(4)) return pair_->complete(admission);
    command::Claim claim{pair_->line().id(), admission, {}};
    if (chance_.one_in(2)) claim.guest = pair_->line().guest_of(number_of(admission));
    pair_->claim(claim);
}

void LineStory::extend() {
    const AdmissionId admission = some_admission();
    command::Extend extend{pair_->line().id(), admission, {}};
    if (chance_.one_in(2)) extend.guest = pair_->line().guest_of(number_of(admission));
    if (chance_.one_in(2)) extend.which = static_cast<std::uint32_t>(1 + chance_.below(4));
    note("extend " + std::to_string(admission.value));
    pair_->extend(extend);
}

void LineStory::revoke() {
    if (chance_.one_in(4)) return deny();
    note("revoke");
    pair_->revoke({pair_->line().id(), some_guest(), chance_.one_in(6)});
}

void LineStory::offer() {
    // Often the same number again, whose earlier code may have expired.
    const Number number = chance_.one_in(3) ? Number{1} : some_number();
    const bool known = chance_.one_in(6) && !move_codes_.empty();
    if (!known) move_codes_.push_back(random_digest(chance_));
    if (move_codes_.size() > 8) move_codes_.erase(move_codes_.begin());
    const Sha256Digest code =
        known ? move_codes_[chance_.below(move_codes_.size())] : move_codes_.back();
    const GuestId guest = chance_.one_in(10) ? some_guest() : pair_->line().guest_of(number);
    note("offer " + std::to_string(number.value));
    pair_->offer({pair_->line().id(), number, guest, code});
}

void LineStory::take() {
    if (move_codes_.empty()) return offer();
    note("take");
    pair_->take({pair_->line().id(), chance_.one_in(2) ? some_guest() : random_guest(chance_),
                 move_codes_[chance_.below(move_codes_.size())]});
}

void LineStory::seen() {
    std::vector<Number> numbers(1 + chance_.below(60));
    for (Number& number : numbers)
        number = some_number();
    note("seen " + std::to_string(numbers.size()));
    pair_->seen(numbers, chance_.one_in(2) ? Duration{0} : from_to(chance_, 1, 30));
}

void LineStory::sweep() {
    const std::uint32_t issued = pair_->line().book().issued_count();
    const std::uint32_t from =
        chance_.one_in(2) ? 1 : static_cast<std::uint32_t>(1 + chance_.below(issued + 2));
    const auto size = static_cast<std::uint32_t>(chance_.one_in(2) ? 100'000 : 1 + issued / 3);
    note("sweep from " + std::to_string(from) + ", " + std::to_string(size));
    pair_->sweep(from, size);
}

void LineStory::buy() {
    const AdmissionId admission = some_admission();
    if (!pair_->line().ledger().live(admission)) return revoke();
    const Number number = number_of(admission);
    const auto keep = static_cast<Keep>(chance_.below(3));
    const Instant line_now = pair_->line().clock().at(pair_->now());
    const Instant deadline = chance_.one_in(2) ? Instant{} : line_now + from_to(chance_, 1, 200);
    note("buy " + std::to_string(number.value));
    pair_->keep(number, keep, deadline);
}

void LineStory::numbers() {
    note("numbers");
    if (chance_.one_in(4) && !pair_->block().lost) return pair_->lose_server();
    const bool needed =
        pair_->block().lost || pair_->line().book().issued_count() == pair_->block().end;
    if (!needed && !chance_.one_in(4)) return;
    const std::size_t gap = chance_.one_in(2) ? 0 : chance_.below(40);
    pair_->hand_out(static_cast<std::uint32_t>(gap),
                    static_cast<std::uint32_t>(1 + chance_.below(200)));
}

void LineStory::operators_act() {
    using Act = void (LineStory::*)();
    constexpr std::array<Act, 12> kActs = {
        &LineStory::change_rules, &LineStory::move_deadlines, &LineStory::move_deadlines,
        &LineStory::scheduler,    &LineStory::scheduler,      &LineStory::list,
        &LineStory::list,         &LineStory::codes,          &LineStory::pull_levers,
        &LineStory::sell_out,     &LineStory::change_phase,   &LineStory::change_lifecycle};
    (this->*kActs[chance_.below(kActs.size())])();
}

void LineStory::pull_levers() {
    note("levers");
    Levers levers;
    levers.joins_stopped = chance_.one_in(6);
    levers.admission_stopped = chance_.one_in(6);
    pair_->set(fact::LeversSet{std::make_shared<const Levers>(levers)});
}

void LineStory::sell_out() {
    note("sold out or brake");
    if (chance_.one_in(2)) return pair_->set(fact::SoldOutSet{chance_.one_in(4)});
    pair_->set(fact::AdmissionBraked{static_cast<std::uint32_t>(chance_.below(4) * 3)});
}

void LineStory::change_phase() {
    note("phase");
    const std::size_t phases = pair_->line().settings().phases.size();
    const std::size_t next = chance_.below(phases + 1);
    if (next == phases) return pair_->set(fact::PhaseChanged{std::nullopt});
    pair_->set(fact::PhaseChanged{static_cast<std::uint16_t>(next)});
}

void LineStory::change_lifecycle() {
    constexpr std::array kOften = {Lifecycle::kOpen,   Lifecycle::kOpen,  Lifecycle::kOpen,
                                   Lifecycle::kPaused, Lifecycle::kLobby, Lifecycle::kClosed,
                                   Lifecycle::kDraft};
    note("lifecycle");
    pair_->set(fact::LifecycleChanged{kOften[chance_.below(kOften.size())]});
}

void LineStory::change_rules() {
    note("rules");
    auto settings = std::make_shared<EventSettings>(pair_->line().settings());
    settings->rules = random_rules(chance_);
    if (!settings->phases.empty() && chance_.one_in(3))
        std::swap(settings->phases.front(), settings->phases.back());
    pair_->set(fact::EventEdited{std::move(settings)});
}

void LineStory::move_deadlines() {
    note("deadlines");
    if (chance_.one_in(2)) {
        frozen_ = !frozen_;
        return pair_->set(fact::DeadlinesFrozen{frozen_});
    }
    const Duration by = from_to(chance_, 1, 600);
    added_ += by;
    if (added_ > kAddedMax) return;
    if (chance_.one_in(2)) return pair_->set(fact::Resumed{by});
    pair_->set(fact::DeadlinesMoved{by});
}

void LineStory::scheduler() {
    note("scheduler");
    if (chance_.one_in(3)) return pair_->renew();
    if (scheduler_ && chance_.one_in(2)) return pair_->stale_admit();
    scheduler_ = !scheduler_;
    scheduler_ ? pair_->start_scheduler() : pair_->stop_scheduler();
}

void LineStory::list() {
    if (pair_->line().settings().phases.empty()) return revoke();
    note("list");
    std::vector<GuestId> guests(1 + chance_.below(60));
    for (GuestId& guest : guests)
        guest = some_guest();
    pair_->list_guests(some_phase(), guests);
}

void LineStory::deny() {
    note("deny");
    std::vector<GuestId> guests(1 + chance_.below(6));
    for (GuestId& guest : guests)
        guest = some_guest();
    pair_->bar_guests(guests, !chance_.one_in(2));
}

void LineStory::codes() {
    if (pair_->line().settings().phases.empty()) return revoke();
    note("codes");
    pair_->issue_codes(some_phase(), static_cast<std::uint32_t>(1 + chance_.below(3)),
                       {some_code(), some_code()});
}

}  // namespace onsale::differential
