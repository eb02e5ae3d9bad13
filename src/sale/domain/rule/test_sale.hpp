#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/assert.hpp"
#include "base/sha256.hpp"
#include "sale/domain/fact_bytes.hpp"
#include "sale/domain/rule/consequences.hpp"
#include "sale/domain/rule/hold_rules.hpp"
#include "sale/domain/rule/office_rules.hpp"
#include "sale/domain/rule/pay_rules.hpp"
#include "sale/domain/state.hpp"
#include "sale/domain/view/sale_view.hpp"
#include "seat/domain/delay.hpp"
#include "waiting_room/domain/line/line_rules.hpp"
#include "waiting_room/domain/line/presence.hpp"

namespace onsale::sale {

using OrderResult = Result<payment::Done, PayRefusal>;

// An open event with two performances, of which Friday has a hall of ten seats. Drives the sale as
// the writer does, in virtual time. Tests name guests by small numbers and admit them explicitly.
class TestSale {
  public:
    static constexpr waiting_room::EventId kEvent{1};
    static constexpr HallId kFriday{1};
    static constexpr payment::ProviderId kProvider{1};
    static constexpr Instant kStart = instant_from_ms(1'800'000'000'000);  // 17:00 in Seoul.
    static constexpr Instant kFridayStarts = kStart + std::chrono::hours{24 * 30};

    TestSale() {
        waiting_room::EventSettings settings;
        settings.key = "tour";
        settings.title = "Tour";
        settings.performances = {{"fri", "Friday", kFridayStarts},
                                 {"sun", "Sunday", kFridayStarts + std::chrono::hours{48}}};
        apply(waiting_room::fact::EventCreated{
            std::make_shared<const waiting_room::EventSettings>(settings)});
        apply(waiting_room::fact::LifecycleChanged{waiting_room::Lifecycle::kOpen});
        (void)open_hall("fri");
    }

    static std::shared_ptr<const seat::HallPlan> plan() {
        seat::HallPlan plan;
        plan.name = "Small hall";
        plan.grades = {{"R", "R", ""}};
        seat::Row row{.label = "A", .rank = 0, .seats = {}};
        for (int i = 1; i <= 10; ++i) {
            const std::string name = std::to_string(i);
            row.seats.push_back(
                {.id = "A-" + name, .label = name, .grade = "R", .at = {i * 50, 0}});
        }
        plan.sections = {{.id = "S", .name = "Stalls", .rows = {row}, .areas = {}}};
        return std::make_shared<const seat::HallPlan>(plan);
    }
    // An adult seat costs 101,000 won, plus 1,000 per order.
    static payment::Terms terms() {
        payment::Terms terms;
        terms.prices.grades = {{"R", {{"adult", 100'000}, {"youth", 60'000}}}};
        terms.prices.fees = {{"booking", payment::FeePer::kSeat, 1'000},
                             {"order", payment::FeePer::kOrder, 1'000}};
        terms.refunds.rows = {{7, 100, 0}, {1, 300, 0}};
        return terms;
    }
    static GuestId guest(std::uint32_t name) {
        const Sha256Digest digest = sha256("guest " + std::to_string(name));
        GuestId id;
        std::copy_n(digest.begin(), id.bytes.size(), id.bytes.begin());
        return id;
    }

    // Decides a command and applies it with all consequences. Defined before its callers, because
    // its result type is deduced.
    template <class Command>
    auto run(const Command& command) {
        auto decision = decide(state_, command, moment());
        commit(std::move(decision.facts));
        follow_sums();
        return std::move(decision.outcome);
    }

    // Operator actions.
    OfficeOutcome open_hall(const std::string& performance) {
        const auto hall = plan();
        auto seating = std::make_shared<const seat::Seating>(*hall);
        return run(command::OpenHall{kEvent, performance, hall, {}, seating});
    }
    OfficeOutcome set_terms(const payment::Terms& terms) {
        return run(command::SetTerms{kEvent, std::make_shared<const payment::Terms>(terms)});
    }
    OfficeOutcome set(const SaleSettings& settings) {
        return run(command::SetSettings{kEvent, std::make_shared<const SaleSettings>(settings)});
    }
    OfficeOutcome set(const SaleLevers& levers) {
        return run(command::SetLevers{kEvent, std::make_shared<const SaleLevers>(levers)});
    }
    // Edits the event's settings.
    template <class Change>
    void edit(const Change& change) {
        auto settings = std::make_shared<waiting_room::EventSettings>(line().settings());
        change(*settings);
        apply(waiting_room::fact::EventEdited{std::move(settings)});
    }
    void freeze(bool frozen) { apply(waiting_room::fact::DeadlinesFrozen{frozen}); }

    // Actions on the line.
    waiting_room::EnterOutcome join(std::uint32_t name) {
        return place(waiting_room::decide(
            line(), waiting_room::command::Enter{kEvent, guest(name), std::nullopt, {}}));
    }
    // Joins and is admitted.
    Buyer let_in(std::uint32_t name, std::string performance = "fri") {
        if (line().find(guest(name)))
            (void)join(name);
        else
            apply(waiting_room::fact::Joined{guest(name)});
        const waiting_room::Number number = *line().find(guest(name));
        if (line().ledger().find(number) == nullptr) apply(waiting_room::fact::Admitted{number});
        const std::uint8_t attempt = line().ledger().find(number)->attempt;
        presence_.mark(number, line_now());
        return {kEvent, std::move(performance), guest(name),
                waiting_room::admission_id(number, attempt)};
    }
    waiting_room::PlaceOutcome leave(const Buyer& buyer) {
        return place(waiting_room::decide(
            line(), waiting_room::command::Leave{kEvent, number_of(buyer.admission)}));
    }
    waiting_room::PlaceOutcome extend(const Buyer& buyer) {
        return place(waiting_room::decide(
            line(), waiting_room::command::Extend{kEvent, buyer.admission, buyer.guest}));
    }
    waiting_room::PlaceOutcome revoke(const Buyer& buyer) {
        return place(
            waiting_room::decide(line(), waiting_room::command::Revoke{kEvent, buyer.guest}));
    }

    // Guest actions.
    HoldOutcome select(const Buyer& buyer, std::vector<std::string> seats) {
        return run(command::SelectSeats{buyer, std::move(seats)});
    }
    ReleaseOutcome release(const Buyer& buyer) { return run(command::ReleaseSeats{buyer}); }
    OrderResult request(const Buyer& buyer, std::vector<PriceChoice> types = {},
                        payment::ProviderTraits traits = {}) {
        return run(command::RequestPayment{buyer, std::move(types), kProvider, "hall", traits});
    }
    OrderResult confirm(payment::OrderId id) {
        return run(command::ConfirmPayment{order(id).code, order(id).guest, 0, key(id),
                                           order(id).attempts.back().total});
    }
    OrderResult cancel(payment::OrderId id) {
        return run(command::CancelOrder{order(id).code, order(id).guest});
    }
    RefundPreview preview(payment::OrderId id, std::vector<std::string> seats = {}) {
        return answer(state_, command::PreviewRefund{wish(id, std::move(seats))}, moment());
    }
    OrderResult refund(payment::OrderId id, std::vector<std::string> seats = {}) {
        auto wanted = wish(id, std::move(seats));
        const auto quote = answer(state_, command::PreviewRefund{wanted}, moment());
        if (quote) wanted.shown = quote->amount;
        return run(wanted);
    }

    // Provider results for the current attempt.
    OrderResult record(payment::OrderId id, payment::PaymentResult result,
                       payment::ResultSource source = payment::ResultSource::kAnswer) {
        return run(
            command::RecordPayment{order(id).code, order(id).attempt(), source, std::move(result)});
    }
    OrderResult approve(payment::OrderId id,
                        payment::ResultSource source = payment::ResultSource::kAnswer) {
        return record(id,
                      payment::result::Approved{key(id), "hall", order(id).attempts.back().total},
                      source);
    }
    OrderResult decline(payment::OrderId id) {
        return record(id, payment::result::Declined{payment::DeclineReason::kLimit});
    }
    OrderResult record_refund(payment::OrderId id, std::size_t index = 0,
                              payment::RefundResult result = payment::RefundResult::kDone) {
        return run(command::RecordRefund{order(id).code,
                                         {static_cast<std::uint16_t>(index)},
                                         order(id).refunds.at(index).tries,
                                         result});
    }

    // Orders in the named state.
    payment::OrderId paying(const Buyer& buyer, std::vector<std::string> seats,
                            payment::ProviderTraits traits = {}) {
        ONSALE_ASSERT(select(buyer, std::move(seats)));
        return request(buyer, {}, traits)->order;
    }
    payment::OrderId confirming(const Buyer& buyer, std::vector<std::string> seats) {
        const payment::OrderId id = paying(buyer, std::move(seats));
        ONSALE_ASSERT(confirm(id));
        return id;
    }
    payment::OrderId paid(const Buyer& buyer, std::vector<std::string> seats) {
        const payment::OrderId id = confirming(buyer, std::move(seats));
        ONSALE_ASSERT(approve(id));
        return id;
    }
    void refunded(payment::OrderId id, std::vector<std::string> seats = {}) {
        const std::size_t index = order(id).refunds.size();
        ONSALE_ASSERT(refund(id, std::move(seats)));
        tick();
        ONSALE_ASSERT(record_refund(id, index));
    }

    // Time control.
    void pass(Duration time) { now_ += time; }
    // Advances the time; the writer wakes once per second.
    void wait(Duration time) {
        for (const Instant end = now_ + time; now_ < end;) {
            now_ = std::min(end, now_ + std::chrono::seconds{1});
            tick();
        }
    }
    void tick() {
        if (everybody_polls) mark_all();
        for (const auto& [id, hall] : state_.halls())
            commit(decide_hall_deadlines(state_, id, moment()));
        for (Facts due; !(due = decide_order_deadlines(state_, moment())).empty();)
            commit(std::move(due));
        apply_all(waiting_room::decide_deadlines(line(), now_));
        apply_all(waiting_room::decide_active_silence(line(), presence_, now_));
        apply_all(waiting_room::decide_silence(line(), presence_, 1,
                                               line().book().issued_count() + 1, now_));
        follow_sums();
    }
    void admit() { apply_all(waiting_room::decide_admissions(line(), now_)); }

    void apply(waiting_room::FactBody body) { add(waiting_room::Fact{kEvent, std::move(body)}); }
    void add(Fact fact) { commit({std::move(fact)}); }

    Moment moment() {
        static const ZoneOffsets kSeoul = [](std::string_view zone, Instant) {
            return std::chrono::hours{zone == "Asia/Seoul" ? 9 : 0};
        };
        return {{now_, now_}, seat::derived(0, ++random_), kSeoul};
    }
    Instant now() const { return now_; }
    Instant line_now() const { return line().clock().at(now_); }
    const State& state() const { return state_; }
    const SaleView& view() const { return view_; }
    const waiting_room::Line& line() const { return *state_.room().find(kEvent); }
    const seat::Hall& hall(HallId id = kFriday) const { return state_.halls().find(id)->seats; }
    seat::SeatState seat(std::string_view id, HallId in = kFriday) const {
        return hall(in).state(*hall(in).seating().find(id));
    }
    const waiting_room::Admission* admission(const Buyer& buyer) const {
        return line().ledger().find(number_of(buyer.admission));
    }
    const payment::Order& order(payment::OrderId id) const { return *state_.orders().find(id); }
    std::string key(payment::OrderId id) const {
        return "key-" + std::to_string(id.value) + "-" + std::to_string(order(id).attempt());
    }
    command::RequestRefund wish(payment::OrderId id, std::vector<std::string> seats = {}) const {
        return {order(id).code,
                order(id).guest,
                std::move(seats),
                payment::RefundWhy::kGuestWish,
                {},
                {payment::ActorKind::kGuest}};
    }

    std::string bytes() const { return bytes_of(state_); }
    static std::string bytes_of(const State& state) {
        std::string bytes;
        ByteWriter out{bytes};
        state.save(out);
        return bytes;
    }
    // The state after a restart from a snapshot taken now; null if it cannot be read.
    std::unique_ptr<State> reloaded() const {
        const std::string bytes = this->bytes();
        ByteReader in{bytes};
        auto state = State::load(in);
        return in.ok() && in.at_end() ? std::move(state) : nullptr;
    }
    // The state after replaying the journal.
    std::string replayed() const {
        State again;
        for (const auto& [at, bytes] : journal_) {
            Facts facts;
            if (!load(bytes, facts)) return "a row cannot be read";
            for (const Fact& fact : facts)
                again.evolve(fact, at);
        }
        return bytes_of(again);
    }
    const std::vector<std::pair<Instant, std::string>>& journal() const { return journal_; }
    // Number of facts of this kind about orders in the journal.
    template <class Body>
    std::size_t recorded() const {
        std::size_t count = 0;
        for (const auto& [at, bytes] : journal_) {
            Facts facts;
            ONSALE_ASSERT(load(bytes, facts));
            for (const Fact& fact : facts)
                if (const auto* const of_order = std::get_if<payment::Fact>(&fact))
                    count += std::holds_alternative<Body>(of_order->body) ? 1 : 0;
        }
        return count;
    }

    // No guest is silent unless a test requires it.
    bool everybody_polls = true;

  private:
    void mark_all() {
        for (std::uint32_t number = 1; number <= line().book().issued_count(); ++number)
            presence_.mark(waiting_room::Number{number}, line_now());
    }
    template <class Decision>
    decltype(Decision::outcome) place(Decision decision) {
        apply_all(std::move(decision.facts));
        return std::move(decision.outcome);
    }
    void apply_all(waiting_room::FactBodies bodies) {
        for (waiting_room::FactBody& body : bodies)
            apply(std::move(body));
    }
    void follow_sums() { commit(follow_counts(state_, kEvent)); }
    void commit(Facts facts) {
        if (facts.empty()) return;
        std::string bytes;
        ByteWriter out{bytes};
        for (const Fact& fact : facts)
            apply_one(out, fact);
        journal_.emplace_back(now_, std::move(bytes));
    }
    void apply_one(ByteWriter& out, const Fact& fact) {
        const Facts then = follow(state_, fact, moment());
        save(out, fact);
        state_.evolve(fact, now_);
        view_.apply(fact);
        for (const Fact& next : then)
            apply_one(out, next);
    }

    Instant now_ = kStart;
    std::uint64_t random_ = 0;
    State state_;
    SaleView view_;
    waiting_room::Presence presence_;
    std::vector<std::pair<Instant, std::string>> journal_;
};

// A sale with prices.
class TestShop : public TestSale {
  public:
    TestShop() { ONSALE_ASSERT(set_terms(terms())); }
};

}  // namespace onsale::sale
