#include "waiting_room/domain/line/line.hpp"

#include <algorithm>

#include "base/assert.hpp"

namespace onsale::waiting_room {

Line::Line(EventId id, std::shared_ptr<const EventSettings> settings)
    : id_(id), settings_(std::move(settings)) {}

void Line::evolve(const FactBody& fact, Instant now) {
    std::visit([&](const auto& body) { on(body, now); }, fact);
}

bool Line::admits_now() const {
    return lifecycle_ == Lifecycle::kOpen && !levers_->admission_stopped && !sold_out_ &&
           (settings_->phases.empty() || phase_.has_value());
}

std::uint32_t Line::admit_per_second() const {
    const std::uint32_t rate = settings_->rules.admit_per_second;
    return brake_ == 0 ? rate : std::min(rate, brake_);
}

bool Line::may_be_admitted(const GuestId& guest) const {
    return phase_.has_value() ? eligibility_.allowed(*phase(), guest) : settings_->phases.empty();
}

std::vector<Number> Line::next_in_line(std::uint32_t count) const {
    std::vector<Number> next;
    for (const Number number : recalled_) {
        if (next.size() == count) return next;
        if (book_.standing(number) == Standing::kRecalled && may_be_admitted(guest_of(number)))
            next.push_back(number);
    }
    auto place = candidates_.first();
    for (; place && next.size() < count; place = candidates_.at_or_after(*place + 1))
        next.push_back(book_.number_at(Place{*place}));
    return next;
}

std::vector<DrawMember> Line::members() const {
    std::vector<DrawMember> members;
    book_.for_each([&](Number number, Standing standing) {
        if (keeps_place(standing)) members.push_back({number, guest_of(number)});
    });
    return members;
}

std::vector<Number> Line::leaves_over(Instant line_now) const {
    std::vector<Number> over;
    for (const auto& [final_at, number] : leaving_.in_order()) {
        if (final_at > line_now) break;
        over.push_back(number);
    }
    return over;
}

void Line::on(const fact::EventEdited& fact, Instant) {
    // Phases that have begun cannot be removed, but their index may change when others are inserted
    // before them.
    const auto same_phase = [&](const std::optional<std::uint16_t>& index) {
        return index ? fact.settings->phase_index(settings_->phases[*index].id) : std::nullopt;
    };
    phase_ = same_phase(phase_);
    last_phase_ = same_phase(last_phase_);
    settings_ = fact.settings;
    ++version_;
    refresh_all_candidates();
}

void Line::on(const fact::LifecycleChanged& fact, Instant) {
    lifecycle_ = fact.to;
    ++version_;
}

void Line::on(const fact::PhaseChanged& fact, Instant) {
    phase_ = fact.phase;
    if (phase_) last_phase_ = phase_;
    refresh_all_candidates();
}

void Line::on(const fact::LeversSet& fact, Instant) {
    levers_ = fact.levers;
    ++version_;
}

void Line::on(const fact::DeadlinesFrozen& fact, Instant now) {
    if (fact.frozen)
        clock_.freeze(now);
    else
        clock_.thaw(now);
    ++version_;
}

void Line::on(const fact::DeadlinesMoved& fact, Instant) {
    clock_.fall_behind(fact.by);
    ++version_;
}

void Line::on(const fact::Resumed& fact, Instant) {
    // Frozen deadlines already stand still.
    if (!clock_.frozen()) clock_.fall_behind(fact.gap);
}

void Line::on(const fact::LobbySealed& fact, Instant) {
    draw_secret_ = fact.secret;
}

void Line::on(const fact::LobbyDrawn& fact, Instant) {
    auto draw = fact.draw;
    if (!draw) draw = std::make_shared<Draw>(draw_secret_.value(), members(), book_.issued_count());
    ONSALE_ASSERT(draw->root() == fact.members_root);
    book_.install(std::move(draw));
    refresh_all_candidates();
}

void Line::on(const fact::Joined& fact, Instant) {
    const Number number = book_.join();
    guests_.at(number.value) = fact.guest;
    guests_in_chunk_.resize(number.value / decltype(guests_)::kSize + 1);
    ++guests_in_chunk_.back();
    index_.insert(number, guests_);
    refresh_candidate(number);
}

void Line::on(const fact::WentAway& fact, Instant) {
    if (book_.standing(fact.number) == Standing::kRecalled) {
        std::erase(recalled_, fact.number);
        move(fact.number, Standing::kMissed);
        return;
    }
    move(fact.number, Standing::kAway);
}

void Line::on(const fact::CameBack& fact, Instant) {
    if (book_.standing(fact.number) == Standing::kMissed) {
        move(fact.number, Standing::kRecalled);
        recalled_.push_back(fact.number);
        return;
    }
    leaving_.erase(fact.number);
    move(fact.number, Standing::kWaiting);
}

void Line::on(const fact::Left& fact, Instant now) {
    move(fact.number, Standing::kLeaving);
    leaving_.set(fact.number, clock_.at(now) + kLeaveGrace);
}

void Line::on(const fact::Admitted& fact, Instant now) {
    const bool again = book_.standing(fact.number) == Standing::kRecalled;
    if (again) std::erase(recalled_, fact.number);
    move(fact.number, Standing::kAdmitted);
    const LineRules& rules = settings_->rules;
    ledger_.open(fact.number, Admission::opened(rules, again, clock_.at(now)));
    bucket_.take_one(admit_per_second(), now);
}

void Line::on(const fact::Claimed& fact, Instant) {
    ledger_.claim(fact.number);
}

void Line::on(const fact::ClaimMissed& fact, Instant) {
    ledger_.close(fact.number);
    move(fact.number, Standing::kMissed);
}

void Line::on(const fact::PlaceEnded& fact, Instant) {
    const Standing standing = book_.standing(fact.number);
    if (standing == Standing::kAdmitted) ledger_.close(fact.number);
    if (standing == Standing::kRecalled) std::erase(recalled_, fact.number);
    leaving_.erase(fact.number);
    move(fact.number, ended(fact.reason));
    forget_guest(fact.number);
}

void Line::on(const fact::GuestBarred& fact, Instant) {
    eligibility_.bar(fact.guest);
}

void Line::on(const fact::GuestsBarred& fact, Instant) {
    for (const GuestId& guest : *fact.guests)
        eligibility_.bar(guest);
}

void Line::on(const fact::GuestsUnbarred& fact, Instant) {
    for (const GuestId& guest : *fact.guests)
        eligibility_.unbar(guest);
}

void Line::on(const fact::GuestsListed& fact, Instant) {
    eligibility_.add(fact);
    refresh_all_candidates();
}

void Line::on(const fact::CodesIssued& fact, Instant) {
    eligibility_.add(fact);
}

void Line::on(const fact::CodeUsed& fact, Instant) {
    eligibility_.add(fact);
    if (const auto number = find(fact.guest)) refresh_candidate(*number);
}

void Line::on(const fact::ClaimShown& fact, Instant) {
    eligibility_.add(fact);
    if (const auto number = find(fact.guest)) refresh_candidate(*number);
}

void Line::on(const fact::NumbersSkipped& fact, Instant) {
    book_.skip_to(fact.number);
    guests_in_chunk_.resize(fact.number.value / decltype(guests_)::kSize + 1);
}

void Line::on(const fact::PlaceMoved& fact, Instant) {
    const GuestId from = guest_of(fact.number);
    index_.erase(fact.number, guests_);
    guests_.at(fact.number.value) = fact.guest;
    index_.insert(fact.number, guests_);
    // The eligibility moves with the place, otherwise one code could admit two guests.
    eligibility_.move({.from = from, .to = fact.guest});
    moved_.set(fact.number, fact.guest);
    refresh_candidate(fact.number);
}

void Line::on(const fact::AdmissionDeadlineSet& fact, Instant) {
    ledger_.set_deadline(fact.number, fact.deadline);
}

void Line::on(const fact::AdmissionKept& fact, Instant) {
    ledger_.keep(fact.number, fact.keep);
}

void Line::on(const fact::SoldOutSet& fact, Instant) {
    sold_out_ = fact.sold_out;
}

void Line::on(const fact::AdmissionBraked& fact, Instant) {
    brake_ = fact.per_second;
}

void Line::on(const fact::PlaceRestored& fact, Instant) {
    ONSALE_ASSERT(book_.standing(fact.number) == Standing::kNone);
    book_.restore(fact.number, Standing::kWaiting);
    guests_.at(fact.number.value) = fact.guest;
    ++guests_in_chunk_.at(fact.number.value / decltype(guests_)::kSize);
    index_.insert(fact.number, guests_);
    refresh_candidate(fact.number);
}

void Line::on(const fact::AdmissionExtended& fact, Instant) {
    ledger_.extend(fact.number, fact.deadline, fact.extensions);
}

void Line::move(Number number, Standing to) {
    book_.move(number, to);
    refresh_candidate(number);
}

void Line::refresh_candidate(Number number) {
    const Place place = book_.place_of(number);
    if (book_.standing(number) == Standing::kWaiting && may_be_admitted(guest_of(number)))
        candidates_.insert(place.value);
    else
        candidates_.erase(place.value);
}

void Line::refresh_all_candidates() {
    candidates_.clear();
    book_.for_each([this](Number number, Standing standing) {
        if (standing == Standing::kWaiting) refresh_candidate(number);
    });
}

void Line::forget_guest(Number number) {
    index_.erase(number, guests_);
    const std::uint32_t chunk = number.value / decltype(guests_)::kSize;
    const bool last = --guests_in_chunk_[chunk] == 0;
    const bool full = chunk < book_.issued_count() / decltype(guests_)::kSize;
    if (last && full) guests_.release_chunk(chunk);
    // A chunk that is not yet full keeps its memory, because the next join would allocate it again.
}

}  // namespace onsale::waiting_room
