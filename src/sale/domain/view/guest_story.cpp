#include "sale/domain/view/guest_story.hpp"

#include <algorithm>
#include <utility>

#include "base/overloaded.hpp"

namespace onsale::sale {

namespace line_fact = waiting_room::fact;
using waiting_room::Number;

namespace {

// The guest whose hold or seats a hall fact concerns; null when an operator or a deadline caused
// it.
const GuestId* guest_in(const seat::HallFact& change) {
    return std::visit(
        [](const auto& body) -> const GuestId* {
            if constexpr (requires { body.guest; }) return &body.guest;
            return nullptr;
        },
        change);
}

}  // namespace

void GuestStory::hear(Instant at, const Fact& fact) {
    std::visit([&](const auto& one) { on(at, one); }, fact);
}

bool GuestStory::is_mine(const GuestId& guest) const {
    return guests_.contains(guest) || (ask_.is_guest && ask_.is_guest(guest));
}

void GuestStory::take(Number number, const GuestId& guest) {
    numbers_.insert(number);
    guests_.insert(guest);
}

void GuestStory::tell(Instant at, Fact fact, Number number) {
    if (!is_full()) facts_.push_back({at, number, std::move(fact)});
}

void GuestStory::on(Instant at, const waiting_room::Fact& fact) {
    if (fact.event != ask_.event) return;
    const auto one_is_mine = [&](const std::vector<GuestId>& guests) {
        return std::ranges::any_of(guests, [&](const GuestId& guest) { return is_mine(guest); });
    };
    const auto about = [&](Number number) {
        if (numbers_.contains(number)) tell(at, fact, number);
    };
    const auto came = [&](Number number, const GuestId& guest) {
        if (number == ask_.number || is_mine(guest)) take(number, guest);
        about(number);
    };
    std::visit(Overloaded{
                   [&](const line_fact::Joined& joined) {
                       ++issued_.value;
                       came(issued_, joined.guest);
                   },
                   [&](const line_fact::NumbersSkipped& skipped) {
                       issued_ = std::max(issued_, skipped.number);
                   },
                   [&](const line_fact::PlaceRestored& back) { came(back.number, back.guest); },
                   [&](const line_fact::PlaceMoved& moved) {
                       if (numbers_.contains(moved.number) || is_mine(moved.guest))
                           take(moved.number, moved.guest);
                       about(moved.number);
                   },
                   [&](const line_fact::LobbyDrawn&) {
                       for (const Number number : numbers_)
                           tell(at, fact, number);
                   },
                   [&](const line_fact::GuestBarred& barred) {
                       if (is_mine(barred.guest)) tell(at, fact);
                   },
                   [&](const line_fact::GuestsBarred& barred) {
                       if (one_is_mine(*barred.guests)) tell(at, fact);
                   },
                   [&](const line_fact::GuestsUnbarred& unbarred) {
                       if (one_is_mine(*unbarred.guests)) tell(at, fact);
                   },
                   [&](const auto& body) {
                       if constexpr (requires { Number{body.number}; }) about(body.number);
                   },
               },
               fact.body);
}

void GuestStory::on(Instant, const fact::HallOpened& opened) {
    ++last_hall_.value;
    if (opened.event == ask_.event) halls_.insert(last_hall_);
}

void GuestStory::on(Instant at, const fact::HallChanged& changed) {
    const GuestId* const guest = guest_in(changed.change);
    if (guest != nullptr && halls_.contains(changed.hall) && is_mine(*guest)) tell(at, changed);
}

void GuestStory::on(Instant at, const payment::Fact& fact) {
    if (const auto* const opened = std::get_if<payment::fact::OrderOpened>(&fact.body))
        if (halls_.contains(opened->performance) && is_mine(opened->guest))
            orders_.insert(fact.order);
    if (orders_.contains(fact.order)) tell(at, fact);
}

void GuestStory::on(Instant at, const fact::BookingMade& made) {
    if (orders_.contains(made.order)) tell(at, made);
}

}  // namespace onsale::sale
