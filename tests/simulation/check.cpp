#include "tests/simulation/check.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace onsale::sim {
namespace {

using embedded::Health;
using embedded::Outcome;
using waiting_room::EligibilityOutcome;
using waiting_room::EventId;
using waiting_room::Line;
using waiting_room::LineView;
using waiting_room::OperatorOutcome;

template <class Value, class Error>
std::string told(const Result<Value, Error>& outcome, auto&& value_text, auto&& error_text) {
    return outcome ? value_text(*outcome) : "refused " + error_text(outcome.error());
}

const auto kErrorText = [](auto error) { return std::to_string(static_cast<int>(error)); };

std::string text(const Outcome& outcome) {
    if (const auto* const enter = std::get_if<EnterOutcome>(&outcome))
        return "enter " +
               told(*enter, [](Number n) { return std::to_string(n.value); }, kErrorText);
    if (const auto* const place = std::get_if<PlaceOutcome>(&outcome))
        return "place " +
               told(*place, [](Number n) { return std::to_string(n.value); }, kErrorText);
    if (const auto* const move = std::get_if<MoveOutcome>(&outcome))
        return "move " + told(*move, [](Number n) { return std::to_string(n.value); }, kErrorText);
    if (const auto* const phases = std::get_if<EligibilityOutcome>(&outcome))
        return "phases " + told(
                               *phases,
                               [](const auto& answers) {
                                   std::string all;
                                   for (const auto& one : answers)
                                       all += one.phase + (one.eligible ? " yes " : " no ");
                                   return all;
                               },
                               kErrorText);
    if (const auto* const operated = std::get_if<OperatorOutcome>(&outcome))
        return "operator " + told(
                                 *operated,
                                 [](const waiting_room::Changed& changed) {
                                     return fmt::format("event {} version {} count {}",
                                                        changed.event.value, changed.version,
                                                        changed.count);
                                 },
                                 [](const auto& refusal) { return kErrorText(refusal.error); });
    return "nothing";
}

template <class Error>
bool is_environment(Error error, Health health) {
    return error == (health == Health::kDiskFull ? Error::kUnavailable : Error::kOutcomeUnknown);
}

bool refused(const Outcome& outcome, Health health) {
    if (const auto* const enter = std::get_if<EnterOutcome>(&outcome))
        return !*enter && is_environment(enter->error(), health);
    if (const auto* const place = std::get_if<PlaceOutcome>(&outcome))
        return !*place && is_environment(place->error(), health);
    if (const auto* const move = std::get_if<MoveOutcome>(&outcome))
        return !*move && is_environment(move->error(), health);
    if (const auto* const phases = std::get_if<EligibilityOutcome>(&outcome))
        return !*phases && is_environment(phases->error(), health);
    if (const auto* const operated = std::get_if<OperatorOutcome>(&outcome))
        return !*operated && is_environment(operated->error().error, health);
    return true;  // Presence reports have no outcome.
}

void check_place(std::uint32_t event, Number number, const ModelPlace& model, const Line& line) {
    const auto where = [&] { return fmt::format("event {} number {}: ", event, number.value); };
    const Standing standing = line.book().standing(number);
    require(standing == model.standing,
            where() + fmt::format("stands at {}, the model at {}", static_cast<int>(standing),
                                  static_cast<int>(model.standing)));
    if (waiting_room::is_live(standing)) {
        require(line.guest_of(number) == model.guest, where() + "another guest");
        require(line.find(model.guest) == number, where() + "the guest is not found");
    }
    const bool keeps = waiting_room::keeps_place(standing);
    require(!keeps || line.book().place_of(number).value == model.place, where() + "place differs");
    const waiting_room::Admission* const live = line.ledger().find(number);
    require((live != nullptr) == (standing == Standing::kAdmitted), where() + "ledger differs");
    if (live == nullptr) return;
    require(live->attempt == model.attempt && live->claimed == model.claimed,
            where() + "admission differs");
    require(live->deadline == model.deadline,
            where() + fmt::format("deadline is {} ms from the model's",
                                  (live->deadline - model.deadline).count()));
    require(live->own_end == model.own_end, where() + "own end differs");
    require(live->claim_by == model.claim_by, where() + "claim deadline differs");
    require(live->extensions == model.extensions, where() + "extensions differ");
}

// There are many skipped numbers, and nothing else to check for them.
bool skipped(const ModelLine& model, const waiting_room::PlaceBook& book, Number number) {
    return model.places[number.value - 1].standing == Standing::kNone &&
           book.standing(number) == Standing::kNone;
}

void check_event(std::uint32_t event, const ModelLine& model, const Line& line, Instant now) {
    const auto where = [&] { return fmt::format("event {}: ", event); };
    require(line.settings() == model.settings, where() + "settings differ");
    require(line.levers() == model.levers, where() + "levers differ");
    require(line.version() == model.version, where() + "version differs");
    require(line.lifecycle() == model.lifecycle,
            where() + fmt::format("lifecycle {}, the model {}", static_cast<int>(line.lifecycle()),
                                  static_cast<int>(model.lifecycle)));
    const auto phase_id = line.phase() == nullptr ? std::optional<std::string>{} : line.phase()->id;
    require(phase_id == model.phase, where() + "phase differs");
    require(line.clock().at(now) == model.line_time(now),
            where() + fmt::format("line time is {} ms from the model's",
                                  (line.clock().at(now) - model.line_time(now)).count()));
    require(line.clock().frozen() == model.frozen_at.has_value(), where() + "frozen differs");
    require(line.draw_secret().has_value() == model.sealed, where() + "sealing differs");
    require(!model.secret || *line.draw_secret() == *model.secret, where() + "the secret changed");
    require(line.bucket_available(now) == model.tokens(now) / 1000, where() + "bucket differs");
    require(line.book().issued_count() == model.places.size(),
            where() + fmt::format("{} numbers issued, the model {}", line.book().issued_count(),
                                  model.places.size()));
    require(line.ledger().size() == model.active(), where() + "slots in use differ");
    for (std::uint32_t value = 1; value <= model.places.size(); ++value)
        if (!skipped(model, line.book(), Number{value}))
            check_place(event, Number{value}, model.places[value - 1], line);
    for (const auto& [phase, codes] : model.codes)
        for (const auto& [code, uses] : codes)
            require(line.eligibility().uses_left(phase, code) == uses, where() + "code uses");
}

}  // namespace

void check_outcomes(const std::vector<Outcome>& engine, const std::vector<Outcome>& model) {
    require(engine.size() == model.size(), "not every command was answered");
    for (std::size_t i = 0; i < engine.size(); ++i)
        require(text(engine[i]) == text(model[i]),
                "answered " + text(engine[i]) + ", the model " + text(model[i]));
}

void check_refused(std::span<const embedded::Command> commands,
                   const std::vector<Outcome>& outcomes, Health health) {
    require(outcomes.size() == commands.size(), "not every command was answered");
    for (const Outcome& outcome : outcomes)
        require(refused(outcome, health), "promised without the disk: " + text(outcome));
}

void check_room(const Model& model, const waiting_room::WaitingRoom& room, Instant now) {
    require(room.size() == model.lines().size(), "another number of events");
    for (const auto& [event, line] : room)
        check_event(event.value, model.lines()[event.value - 1], *line, now);
}

void ViewCheck::check(const Model& model, const waiting_room::WaitingRoom& room,
                      const waiting_room::RoomView& view, Instant now) {
    for (const auto& [event, line] : room) {
        require(view.find(event) != nullptr, "the view lacks an event");
        check_line(event, model.lines()[event.value - 1], *line, *view.find(event), now);
    }
}

void ViewCheck::check_line(EventId event, const ModelLine& model, const Line& line,
                           const LineView& view, Instant now) {
    const auto where = [&] { return fmt::format("event {}: ", event.value); };
    require(view.lifecycle() == line.lifecycle(), where() + "the view's lifecycle differs");
    require(view.version() == line.version(), where() + "the view's version differs");
    require(view.phase_index() == line.phase_index(), where() + "the view's phase differs");
    require(view.settings() == line.settings(), where() + "the view's settings differ");
    require(view.levers() == line.levers(), where() + "the view's levers differ");
    require(view.clock().at(now) == line.clock().at(now), where() + "the view's clock differs");
    require(view.ledger().size() == line.ledger().size(), where() + "the view's ledger differs");
    for (const auto& [number, admission] : line.ledger()) {
        const auto* const found = view.ledger().find(number);
        require(found != nullptr && *found == admission, where() + "the view's ledger differs");
    }
    for (std::uint32_t value = 1; value <= model.places.size(); ++value) {
        const Number number{value};
        if (skipped(model, view.book(), number)) continue;
        const auto at = [&] { return fmt::format("event {} number {}: ", event.value, value); };
        require(view.book().standing(number) == line.book().standing(number),
                at() + "the view's standing differs");
        const ModelPlace& place = model.places[value - 1];
        const GuestId& first = place.former.empty() ? place.guest : place.former.front();
        require(owner_.try_emplace({event, number}, first).first->second == first,
                at() + "the number was given to somebody else");
        require(view.belongs(number, place.guest), at() + "the view knows another holder");
        for (const GuestId& former : place.former)
            require(view.belongs(number, former) == (former == place.guest),
                    at() + "a device that gave its place away still has it");
        const std::uint32_t position = view.answer(number, now).position;
        require(position == model.position(number),
                at() + fmt::format("position {}, the model {}", position, model.position(number)));
        if (position == 0) continue;
        std::uint32_t& lowest = lowest_position_[{event, number}];
        require(lowest == 0 || position <= lowest,
                at() + fmt::format("position rose from {} to {}", lowest, position));
        lowest = position;
    }
}

void ViewCheck::forget_since_backup(std::size_t events) {
    lowest_position_.clear();
    std::erase_if(owner_, [&](const auto& entry) { return entry.first.first.value > events; });
}

void CodeCheck::add(const waiting_room::Fact& fact) {
    if (const auto* const issued = std::get_if<waiting_room::fact::CodesIssued>(&fact.body))
        for (const Sha256Digest& code : *issued->codes)
            codes_.try_emplace({fact.event, issued->phase, code}, Uses{issued->uses, 0});
    if (const auto* const used = std::get_if<waiting_room::fact::CodeUsed>(&fact.body)) {
        Uses& uses = codes_[{fact.event, used->phase, used->code}];
        require(++uses.used <= uses.issued,
                fmt::format("event {}: a code of {} uses was used once more", fact.event.value,
                            uses.issued));
    }
}

void CodeCheck::check(const waiting_room::WaitingRoom& room) const {
    for (const auto& [key, uses] : codes_) {
        const auto& [event, phase, code] = key;
        require(room.find(event)->eligibility().uses_left(phase, code) == uses.issued - uses.used,
                fmt::format("event {}: uses of a code were forgotten", event.value));
    }
}

waiting_room::Facts line_facts(const sale::Facts& facts) {
    waiting_room::Facts of_lines;
    for (const sale::Fact& one : facts) {
        const auto* const of_line = std::get_if<waiting_room::Fact>(&one);
        require(of_line != nullptr, "nothing is sold here");
        of_lines.push_back(*of_line);
    }
    return of_lines;
}

std::string bytes_of(const sale::State& state) {
    std::string bytes;
    ByteWriter out{bytes};
    state.save(out);
    return bytes;
}

}  // namespace onsale::sim
