#include "waiting_room/domain/line/line_view.hpp"

#include <algorithm>

#include "base/overloaded.hpp"

namespace onsale::waiting_room {
namespace {

constexpr std::uint32_t kJoinsPerTime = 256;
constexpr std::chrono::seconds kFirstGuess{30};  // Per guest, until a full minute was measured.

std::int64_t second_of(Instant instant) {
    return to_ms(instant) / 1000;
}

std::optional<EndReason> reason_of(Standing standing) {
    for (const EndReason reason : {EndReason::kLeft, EndReason::kSilent, EndReason::kAdmissionEnded,
                                   EndReason::kCompleted, EndReason::kRevoked})
        if (standing == ended(reason)) return reason;
    return std::nullopt;
}

Duration poll_delay(const LineRules& rules, std::uint32_t position) {
    for (const PollStep& step : rules.poll_steps)
        if (position <= step.position_max || step.position_max == 0) return step.every;
    return rules.poll_steps.back().every;
}

}  // namespace

LineView::LineView(std::shared_ptr<const EventSettings> settings)
    : settings_(std::move(settings)) {}

LineView::LineView(const Line& line)
    : settings_(line.shared_settings()),
      levers_(line.shared_levers()),
      lifecycle_(line.lifecycle()),
      version_(line.version()),
      phase_(line.phase_index()),
      sold_out_(line.sold_out()),
      brake_(line.brake()),
      clock_(line.clock()),
      ledger_(line.ledger()),
      moved_(line.moved()) {
    if (line.draw_secret()) draw_commitment_ = sha256(as_bytes(*line.draw_secret()));
    book_.restore_draw(line.book().draw());
    line.book().for_each(
        [this](Number number, Standing standing) { book_.restore(number, standing); });
    book_.skip_to(Number{line.book().issued_count()});
}

void LineView::start_anew(LineImage image) {
    ++revision_;
    settings_ = std::move(image.settings);
    levers_ = std::move(image.levers);
    lifecycle_ = image.lifecycle;
    version_ = image.version;
    phase_ = image.phase;
    draw_commitment_ = image.draw_commitment;
    sold_out_ = image.sold_out;
    brake_ = image.brake;
    waits_until_ = image.waits_until;
    clock_ = image.clock;
    ledger_ = std::move(image.ledger);
    moved_ = std::move(image.moved);
    admitted_total_ = std::max(admitted_total_, image.admitted_total);
    no_show_total_ = std::max(no_show_total_, image.no_show_total);
    book_ = PlaceBook{};
    book_.restore_draw(std::move(image.draw));
    for (std::uint32_t number = 1; number < image.standings.size(); ++number)
        book_.restore(Number{number}, static_cast<Standing>(image.standings[number]));
    book_.skip_to(Number{image.issued});
}

void LineView::wait_for_places(Instant until) {
    if (until == waits_until_) return;
    ++revision_;
    waits_until_ = until;
}

void LineView::apply(const FactBody& body, Instant now) {
    ++revision_;
    std::visit(Overloaded{
                   [&](const fact::EventCreated&) {},
                   [&](const fact::EventEdited& fact) {
                       const auto same = [&](std::uint16_t i) {
                           return fact.settings->phase_index(settings_->phases[i].id);
                       };
                       if (phase_) phase_ = same(*phase_);
                       settings_ = fact.settings;
                       ++version_;
                   },
                   [&](const fact::LifecycleChanged& fact) { lifecycle_ = fact.to, ++version_; },
                   [&](const fact::PhaseChanged& fact) { phase_ = fact.phase; },
                   [&](const fact::LeversSet& fact) { levers_ = fact.levers, ++version_; },
                   [&](const fact::DeadlinesFrozen& fact) {
                       fact.frozen ? clock_.freeze(now) : clock_.thaw(now);
                       ++version_;
                   },
                   [&](const fact::DeadlinesMoved& fact) {
                       clock_.fall_behind(fact.by);
                       ++version_;
                   },
                   [&](const fact::Resumed& fact) {
                       if (!clock_.frozen()) clock_.fall_behind(fact.gap);
                   },
                   [&](const fact::LobbySealed& fact) {
                       draw_commitment_ = sha256(as_bytes(fact.secret));
                   },
                   [&](const fact::LobbyDrawn& fact) { book_.install(fact.draw); },
                   [&](const fact::Joined&) {
                       // A view made from a line does not know the earlier join times.
                       const std::uint32_t block = (book_.join().value - 1) / kJoinsPerTime;
                       if (join_times_.empty() || join_times_.back().block < block)
                           join_times_.push_back({block, now});
                   },
                   [&](const fact::WentAway& fact) {
                       const bool recalled = book_.standing(fact.number) == Standing::kRecalled;
                       book_.move(fact.number, recalled ? Standing::kMissed : Standing::kAway);
                   },
                   [&](const fact::CameBack& fact) {
                       const bool missed = book_.standing(fact.number) == Standing::kMissed;
                       book_.move(fact.number, missed ? Standing::kRecalled : Standing::kWaiting);
                   },
                   [&](const fact::Left& fact) { book_.move(fact.number, Standing::kLeaving); },
                   [&](const fact::Admitted& fact) {
                       const bool again = book_.standing(fact.number) == Standing::kRecalled;
                       book_.move(fact.number, Standing::kAdmitted);
                       ledger_.open(fact.number,
                                    Admission::opened(settings_->rules, again, clock_.at(now)));
                       count_admission(now);
                   },
                   [&](const fact::Claimed& fact) { ledger_.claim(fact.number); },
                   [&](const fact::ClaimMissed& fact) {
                       ledger_.close(fact.number);
                       book_.move(fact.number, Standing::kMissed);
                       ++no_show_total_;
                   },
                   [&](const fact::PlaceEnded& fact) {
                       if (ledger_.find(fact.number) != nullptr) ledger_.close(fact.number);
                       book_.move(fact.number, ended(fact.reason));
                   },
                   [](const fact::GuestBarred&) {},
                   [](const fact::GuestsBarred&) {},
                   [](const fact::GuestsUnbarred&) {},
                   [](const fact::GuestsListed&) {},
                   [](const fact::CodesIssued&) {},
                   [](const fact::CodeUsed&) {},
                   [](const fact::ClaimShown&) {},
                   [&](const fact::NumbersSkipped& fact) { book_.skip_to(fact.number); },
                   [&](const fact::PlaceMoved& fact) { moved_.set(fact.number, fact.guest); },
                   [&](const fact::AdmissionDeadlineSet& fact) {
                       ledger_.set_deadline(fact.number, fact.deadline);
                   },
                   [&](const fact::AdmissionKept& fact) { ledger_.keep(fact.number, fact.keep); },
                   [&](const fact::SoldOutSet& fact) { sold_out_ = fact.sold_out; },
                   [&](const fact::AdmissionBraked& fact) { brake_ = fact.per_second; },
                   [&](const fact::PlaceRestored& fact) {
                       book_.restore(fact.number, Standing::kWaiting);
                   },
                   [&](const fact::AdmissionExtended& fact) {
                       ledger_.extend(fact.number, fact.deadline, fact.extensions);
                   },
               },
               body);
}

QueueAnswer LineView::answer(Number number, Instant now) const {
    const Standing standing = book_.standing(number);
    if (standing == Standing::kAdmitted) return admitted_answer(number, now);
    // A guest who has just left can still undo it by entering again, but is shown as having left.
    const bool left = standing == Standing::kLeaving;
    const bool ended = has_ended(standing) || standing == Standing::kNone || left;
    const bool closed = lifecycle_ == Lifecycle::kClosed || lifecycle_ == Lifecycle::kArchived;
    if (!ended && !closed) return place_answer(number, now);
    QueueAnswer answer;
    answer.status = ended ? QueueStatus::kExpired : QueueStatus::kClosed;
    if (left)
        answer.reason = EndReason::kLeft;
    else if (ended)
        answer.reason = reason_of(standing).value_or(EndReason::kSilent);
    answer.next_poll = settings_->rules.poll_steps.back().every;
    return answer;
}

QueueAnswer LineView::answer_to(const GuestId& guest, Number number, Instant now) const {
    if (belongs(number, guest)) return answer(number, now);
    QueueAnswer answer;
    answer.status = QueueStatus::kMoved;
    answer.next_poll = settings_->rules.poll_steps.back().every;
    return answer;
}

QueueAnswer LineView::place_answer(Number number, Instant now) const {
    QueueAnswer answer;
    const bool lobby = lifecycle_ == Lifecycle::kLobby;
    answer.status = lobby                              ? QueueStatus::kLobby
                    : sold_out_                        ? QueueStatus::kSoldOut
                    : lifecycle_ == Lifecycle::kPaused ? QueueStatus::kPaused
                                                       : QueueStatus::kWaiting;
    answer.keep_until = now + settings_->rules.forget_after;
    const bool undrawn = lobby && settings_->order == OrderPolicy::kLobbyShuffle;
    if (!undrawn) {
        // A recalled guest is next and is ahead of all places.
        const bool before_all = !keeps_place(book_.standing(number));
        answer.position = before_all ? 1 : book_.position(number);
        answer.ahead = answer.position - 1;
        answer.behind = book_.keeping_count() - (before_all ? 0 : answer.position);
        if (admits_at(now)) answer.wait = estimate_wait(answer.position, now);
    }
    answer.next_poll =
        poll_delay(settings_->rules, undrawn ? book_.keeping_count() : answer.position);
    return answer;
}

QueueAnswer LineView::admitted_answer(Number number, Instant now) const {
    const Admission& admission = *ledger_.find(number);
    QueueAnswer answer;
    answer.status = QueueStatus::kAdmitted;
    answer.wait = WaitEstimate{};
    answer.behind = book_.keeping_count();
    answer.next_poll = settings_->rules.poll_admitted;
    // During a payment the line sets no deadline; the page shows the deadline of the payment.
    const Instant due =
        admission.keep == Keep::kByPayment ? admission.deadline : admission.next_due();
    answer.keep_until = clock_.due(due, now);
    answer.admission = admission_id(number, admission.attempt);
    answer.admission_deadline = clock_.due(admission.deadline, now);
    answer.claimed = admission.claimed;
    answer.extensions_left = admission.extensions_left(settings_->rules);
    return answer;
}

bool LineView::admits_at(Instant now) const {
    return lifecycle_ == Lifecycle::kOpen && !levers_->admission_stopped && !sold_out_ &&
           waits_until_ <= now && settings_->rules.max_active > 0 &&
           (settings_->phases.empty() || phase_.has_value());
}

WaitEstimate LineView::estimate_wait(std::uint32_t position, Instant now) const {
    const LineRules& rules = settings_->rules;
    // Admission skips away guests, but positions count them.
    const std::uint64_t keeping = std::max(book_.keeping_count(), 1u);
    const std::uint64_t present =
        keeping - std::min<std::uint64_t>(keeping, book_.count(Standing::kAway));
    const std::uint64_t ahead = std::max<std::uint64_t>(1, position * present / keeping);
    const std::uint32_t per_minute = admitted_last_minute(now);
    std::int64_t seconds = 0;
    if (minute_known(now) && per_minute > 0) {
        seconds = static_cast<std::int64_t>((ahead * 60 + per_minute - 1) / per_minute);
    } else {
        const std::int64_t one_by_one = kFirstGuess.count() * static_cast<std::int64_t>(ahead);
        const std::int64_t by_slots =
            static_cast<std::int64_t>(ahead) *
            std::chrono::duration_cast<std::chrono::seconds>(rules.admission_ttl).count() /
            rules.max_active;
        seconds = std::min(one_by_one, by_slots);
    }
    const std::chrono::seconds likely{seconds};
    return {likely, likely * 3 / 4, likely * 3 / 2 + std::chrono::seconds{1}};
}

void LineView::count_admission(Instant now) {
    const std::int64_t second = second_of(now);
    if (!first_admission_) first_admission_ = now, admitted_second_ = second;
    const std::int64_t passed = std::min(second - admitted_second_, kSeconds);
    for (std::int64_t i = 1; i <= passed; ++i)
        admitted_in(admitted_second_ + i) = 0;
    admitted_second_ = std::max(admitted_second_, second);
    ++admitted_in(second);
    ++admitted_total_;
}

std::uint32_t LineView::admitted_last_minute(Instant now) const {
    std::uint32_t sum = 0;
    const std::int64_t oldest = std::max(second_of(now), admitted_second_) - kSeconds + 1;
    for (std::int64_t second = oldest; second <= admitted_second_; ++second)
        sum += admitted_[slot_of(second)];
    return sum;
}

bool LineView::minute_known(Instant now) const {
    return first_admission_ && now - *first_admission_ >= std::chrono::minutes{1};
}

Duration LineView::waited(Number number, Instant now) const {
    const std::uint32_t block = (number.value - 1) / kJoinsPerTime;
    const auto found = std::ranges::lower_bound(join_times_, block, {}, &JoinTime::block);
    return found == join_times_.end() ? Duration{0} : now - found->at;
}

}  // namespace onsale::waiting_room
