#pragma once

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "waiting_room/domain/event_rules.hpp"
#include "waiting_room/domain/fact_bytes.hpp"
#include "waiting_room/domain/line/line_rules.hpp"
#include "waiting_room/domain/line/line_view.hpp"
#include "waiting_room/domain/line/place_move.hpp"

namespace onsale::waiting_room {

using namespace std::chrono_literals;

constexpr Instant kOpensAt = instant_from_ms(1'800'000'000'000);

inline GuestId test_guest(std::uint32_t name) {
    const Sha256Digest digest = sha256("guest " + std::to_string(name));
    GuestId guest;
    std::copy_n(digest.begin(), guest.bytes.size(), guest.bytes.begin());
    return guest;
}

inline EventSettings test_settings(const LineRules& rules = {}) {
    EventSettings settings;
    settings.key = "test";
    settings.title = "Test";
    settings.lobby_opens_at = kOpensAt - 1h;
    settings.opens_at = kOpensAt;
    settings.rules = rules;
    return settings;
}

inline LineRules rules_with_slots(std::uint32_t max_active) {
    LineRules rules;
    rules.max_active = max_active;
    return rules;
}

// Returns false on an unknown tag or a short read; `facts` then contains the facts before it.
inline bool load(std::string_view bytes, Facts& facts) {
    ByteReader in{bytes};
    while (!in.at_end()) {
        auto fact = load_fact(in.fixed<std::uint8_t>(), in);
        if (!fact) return false;
        facts.push_back(std::move(*fact));
    }
    return true;
}

// Drives a line as the writer does, in virtual time: commands are decided, facts update the line
// and a view, and free slots are filled after each step. Tests name guests by small numbers. Every
// step throws when an invariant is violated: view and line agree, no position rises, no admission
// happens without a free slot.
class TestLine {
  public:
    explicit TestLine(const EventSettings& settings = test_settings(), Instant start = kOpensAt)
        : now_(start),
          first_settings_(std::make_shared<EventSettings>(settings)),
          line_(EventId{1}, first_settings_),
          view_(first_settings_) {
        tick();
    }

    const Line& line() const { return line_; }
    const LineView& view() const { return view_; }
    Instant now() const { return now_; }
    // The guests in the order of their admission, by the test's names.
    const std::vector<std::uint32_t>& let_in() const { return let_in_; }
    const Facts& facts() const { return facts_; }

    // Advances the time; the writer wakes once, at the end.
    void pass(Duration by) {
        now_ += by;
        tick();
    }
    void tick() {
        for (;;) {
            const FactBodies facts = decide_calendar(line_, {now_, now_}, sha256("test secret"));
            if (facts.empty()) break;
            apply(facts);
        }
        apply(decide_deadlines(line_, now_));
        apply(decide_silence(line_, presence_, 1, line_.book().issued_count() + 1, now_));
        apply(decide_active_silence(line_, presence_, now_));
        admit();
    }

    EnterOutcome enter(std::uint32_t name, std::optional<Sha256Digest> code = std::nullopt,
                       std::vector<std::string> claimed_phases = {}) {
        const GuestId guest = test_guest(name);
        names_[guest] = name;
        EnterDecision decision =
            decide(line_, command::Enter{line_.id(), guest, code, std::move(claimed_phases)});
        const EnterOutcome outcome = decision.outcome;
        apply(decision.facts);
        if (outcome) numbers_[name] = *outcome, presence_.mark(*outcome, line_.clock().at(now_));
        admit();
        return outcome;
    }
    void enter_all(std::uint32_t first, std::uint32_t last) {
        for (std::uint32_t name = first; name <= last; ++name)
            static_cast<void>(enter(name));
    }
    PlaceOutcome leave(std::uint32_t name) {
        return act(decide(line_, command::Leave{line_.id(), number(name)}));
    }
    void seen(std::uint32_t name) {
        const std::vector<Number> numbers{number(name)};
        presence_.mark(numbers.front(), line_.clock().at(now_));
        apply(decide_seen(line_, numbers));
        admit();
    }
    PlaceOutcome claim(AdmissionId admission) {
        const PlaceOutcome outcome = act(decide(line_, command::Claim{line_.id(), admission}));
        if (outcome) presence_.mark(*outcome, line_.clock().at(now_));
        return outcome;
    }
    PlaceOutcome claim(std::uint32_t name) { return claim(admission(name)); }
    PlaceOutcome complete(AdmissionId admission) {
        return act(decide(line_, command::Complete{line_.id(), admission}));
    }
    PlaceOutcome complete(std::uint32_t name) { return complete(admission(name)); }
    // The guest's own request, not the operator's lever.
    PlaceOutcome more_time(AdmissionId admission, std::uint32_t which = 0) {
        const PlaceOutcome outcome =
            act(decide(line_, command::Extend{line_.id(), admission, {}, which}));
        if (outcome) presence_.mark(*outcome, line_.clock().at(now_));
        return outcome;
    }
    PlaceOutcome more_time(std::uint32_t name, std::uint32_t which = 0) {
        return more_time(admission(name), which);
    }
    PlaceOutcome revoke(std::uint32_t name, bool bar = false) {
        return act(decide(line_, command::Revoke{line_.id(), test_guest(name), bar}));
    }

    // Uses a code that is derived from `code`.
    MoveOutcome offer(std::uint32_t name, std::uint32_t code) {
        return offer_place(line_, offers_,
                           {line_.id(), number(name), test_guest(name), test_code(code)}, now_);
    }
    MoveOutcome take(std::uint32_t name, std::uint32_t code) {
        names_[test_guest(name)] = name;
        const MoveDecision decision =
            take_place(line_, offers_, {line_.id(), test_guest(name), test_code(code)}, now_);
        apply(decision.facts);
        if (decision.outcome) {
            std::erase_if(numbers_, [&](const auto& one) {
                return one.second == *decision.outcome && one.first != name;
            });
            numbers_[name] = *decision.outcome;
            presence_.mark(*decision.outcome, line_.clock().at(now_));
        }
        admit();
        return decision.outcome;
    }
    static Sha256Digest test_code(std::uint32_t code) {
        return sha256("code " + std::to_string(code));
    }

    template <class Command>
    Result<std::uint32_t, OperatorRefusal> operate(const Command& command) {
        OperatorDecision decision = [&] {
            if constexpr (requires { decide(line_, command, Stamp{}); })
                return decide(line_, command, Stamp{now_, now_});
            else
                return decide(line_, command);
        }();
        apply(decision.facts);
        admit();
        return decision.outcome;
    }
    bool edit(const EventSettings& settings) {
        const auto shared = std::make_shared<EventSettings>(settings);
        return operate(command::EditEvent{line_.id(), shared, {}}).has_value();
    }
    void limit(std::uint32_t max_active) {
        EventSettings settings = line_.settings();
        settings.rules.max_active = max_active;
        edit(settings);
    }
    bool change(command::LifecycleAction action) {
        return operate(command::ChangeLifecycle{line_.id(), action}).has_value();
    }
    void stop_joins(bool stopped) { pull(&Levers::joins_stopped, stopped); }
    void stop_admission(bool stopped) { pull(&Levers::admission_stopped, stopped); }
    void freeze(bool frozen) {
        static_cast<void>(operate(command::FreezeDeadlines{line_.id(), frozen}));
    }
    void extend(Duration by) { static_cast<void>(operate(command::MoveDeadlines{line_.id(), by})); }
    // The process was down: no tick happened, and the first fact afterwards records the downtime.
    void resume_after(Duration gap) {
        now_ += gap;
        apply({fact::Resumed{gap}});
        tick();
    }
    void apply(const FactBodies& bodies) {
        for (const FactBody& body : bodies)
            apply_one(body);
        if (!bodies.empty()) verify();
    }

    // The latest number of that guest.
    Number number(std::uint32_t name) const {
        const auto found = numbers_.find(name);
        return found == numbers_.end() ? Number{} : found->second;
    }
    Standing standing(std::uint32_t name) const { return line_.book().standing(number(name)); }
    std::uint32_t position(std::uint32_t name) const { return answer(name).position; }
    QueueAnswer answer(std::uint32_t name) const { return view_.answer(number(name), now_); }
    AdmissionId admission(std::uint32_t name) const {
        const Admission* const live = line_.ledger().find(number(name));
        return admission_id(number(name), live == nullptr ? std::uint8_t{0} : live->attempt);
    }
    const Presence& presence() const { return presence_; }

    std::string saved() const { return saved(line_); }
    static std::string saved(const Line& line) {
        std::string bytes;
        ByteWriter out{bytes};
        line.save(out);
        return bytes;
    }
    // The state after a restart: replays every fact through its bytes into a new line.
    std::string replayed() const {
        Line line{EventId{1}, first_settings_};
        for (std::size_t i = 0; i < facts_.size(); ++i) {
            std::string bytes;
            ByteWriter out{bytes};
            save(out, facts_[i]);
            Facts read;
            if (!load(bytes, read) || read.size() != 1) throw std::logic_error("unreadable fact");
            line.evolve(read.front().body, times_[i]);
        }
        return saved(line);
    }

  private:
    void pull(bool Levers::* lever, bool to) {
        auto levers = std::make_shared<Levers>(line_.levers());
        (*levers).*lever = to;
        static_cast<void>(operate(command::SetLevers{line_.id(), std::move(levers)}));
    }
    PlaceOutcome act(const PlaceDecision& decision) {
        apply(decision.facts);
        admit();
        return decision.outcome;
    }
    void admit() { apply(decide_admissions(line_, now_)); }

    void apply_one(const FactBody& body) {
        const bool full = line_.ledger().size() >= line_.settings().rules.max_active;
        if (const auto* const admitted = std::get_if<fact::Admitted>(&body)) {
            if (full) throw std::logic_error("admitted without a free slot");
            let_in_.push_back(names_.at(line_.guest_of(admitted->number)));
        }
        facts_.push_back({line_.id(), body});
        times_.push_back(now_);
        line_.evolve(body, now_);
        view_.apply(body, now_);
        const bool moved = std::holds_alternative<fact::DeadlinesMoved>(body) ||
                           std::holds_alternative<fact::Resumed>(body);
        if (moved) mark_all();
    }
    void mark_all() {
        for (std::uint32_t number = 1; number <= line_.book().issued_count(); ++number)
            presence_.mark(Number{number}, line_.clock().at(now_));
    }

    void verify() {
        const auto require = [](bool holds, const char* what) {
            if (!holds) throw std::logic_error(what);
        };
        require(view_.lifecycle() == line_.lifecycle(), "lifecycles differ");
        require(view_.version() == line_.version(), "versions differ");
        require(view_.phase_index() == line_.phase_index(), "phases differ");
        require(view_.settings() == line_.settings(), "settings differ");
        require(view_.levers() == line_.levers(), "levers differ");
        require(view_.clock().at(now_) == line_.clock().at(now_), "clocks differ");
        require(view_.ledger().size() == line_.ledger().size(), "ledgers differ in size");
        for (const auto& [number, admission] : line_.ledger())
            require(view_.ledger().find(number) && *view_.ledger().find(number) == admission,
                    "ledgers differ");
        for (std::uint32_t value = 1; value <= line_.book().issued_count(); ++value)
            verify_place(Number{value}, require);
    }
    template <class Require>
    void verify_place(Number number, const Require& require) {
        const Standing standing = line_.book().standing(number);
        require(view_.book().standing(number) == standing, "standings differ");
        const bool admitted = line_.ledger().find(number) != nullptr;
        require(admitted == (standing == Standing::kAdmitted), "ledger and standing differ");
        const auto owner = line_.find(line_.guest_of(number));
        if (!has_ended(standing)) require(owner == number, "a living place is not found");
        const std::uint32_t position = view_.answer(number, now_).position;
        if (position == 0) return;
        std::uint32_t& lowest = lowest_position_[number];
        require(lowest == 0 || position <= lowest, "a position rose");
        lowest = position;
    }

    Instant now_;
    std::shared_ptr<const EventSettings> first_settings_;
    Line line_;
    LineView view_;
    Presence presence_;
    MoveOffers offers_;
    Facts facts_;
    std::vector<Instant> times_;
    std::map<GuestId, std::uint32_t> names_;
    std::map<std::uint32_t, Number> numbers_;
    std::map<Number, std::uint32_t> lowest_position_;
    std::vector<std::uint32_t> let_in_;
};

}  // namespace onsale::waiting_room
