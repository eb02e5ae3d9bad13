#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/sha256.hpp"
#include "sale/domain/fact_bytes.hpp"
#include "sale/domain/hold_rules.hpp"
#include "sale/domain/state.hpp"

namespace onsale::sale {

// An open event with one performance of ten seats, and guests let in by hand.
class TestSale {
  public:
    static constexpr waiting_room::EventId kEvent{1};

    TestSale() {
        waiting_room::EventSettings settings;
        settings.key = "tour";
        settings.title = "Tour";
        settings.performances = {{"fri", "Friday", now_}};
        apply(waiting_room::fact::EventCreated{
            std::make_shared<const waiting_room::EventSettings>(settings)});
        apply(waiting_room::fact::LifecycleChanged{waiting_room::Lifecycle::kOpen});
        (void)act(decide(state_, command::OpenHall{kEvent, "fri", plan(), {}}));
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

    static GuestId guest(std::uint32_t name) {
        const Sha256Digest digest = sha256("guest " + std::to_string(name));
        GuestId id;
        std::copy_n(digest.begin(), id.bytes.size(), id.bytes.begin());
        return id;
    }

    // Joins and is let in.
    Buyer let_in(std::uint32_t name) {
        apply(waiting_room::fact::Joined{guest(name)});
        const waiting_room::Number number = *line().find(guest(name));
        apply(waiting_room::fact::Admitted{number});
        return {kEvent, "fri", guest(name), waiting_room::admission_id(number, 1)};
    }
    HoldOutcome select(const Buyer& buyer, std::vector<std::string> seats) {
        return act(decide(state_, command::SelectSeats{buyer, std::move(seats), 1}, now_));
    }
    ReleaseOutcome release(const Buyer& buyer) {
        return act(decide(state_, command::ReleaseSeats{buyer, 1}, now_));
    }
    void tick() { record(decide_hall_deadlines(state_, HallId{1}, now_, 1)); }
    void pass(Duration time) { now_ += time; }
    void apply(waiting_room::FactBody body) {
        record({waiting_room::Fact{kEvent, std::move(body)}});
    }

    template <class Decision>
    decltype(Decision::outcome) act(Decision decision) {
        record(std::move(decision.facts));
        return std::move(decision.outcome);
    }

    const State& state() const { return state_; }
    const waiting_room::Line& line() const { return *state_.room().find(kEvent); }
    const seat::Hall& hall() const { return state_.halls().find(HallId{1})->seats; }
    seat::SeatState seat(std::string_view id) const {
        return hall().state(*hall().seating().find(id));
    }
    const waiting_room::Admission* admission(const Buyer& buyer) const {
        return line().ledger().find(number_of(buyer.admission));
    }
    Instant line_now() const { return line().clock().at(now_); }

    std::string bytes() const { return bytes_of(state_); }
    static std::string bytes_of(const State& state) {
        std::string bytes;
        ByteWriter out{bytes};
        state.save(out);
        return bytes;
    }
    // The state that the facts give when they come back from the journal.
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

  private:
    void record(Facts facts) {
        std::string bytes;
        ByteWriter out{bytes};
        for (const Fact& fact : facts) {
            save(out, fact);
            state_.evolve(fact, now_);
        }
        journal_.emplace_back(now_, std::move(bytes));
    }

    Instant now_ = instant_from_ms(1'800'000'000'000);
    State state_;
    std::vector<std::pair<Instant, std::string>> journal_;
};

}  // namespace onsale::sale
