#include "adapter/redis/relay/line_definition.hpp"

#include <algorithm>
#include <concepts>
#include <utility>
#include <variant>

#include "adapter/redis/script/hall_args.hpp"
#include "adapter/redis/script/line_change.hpp"

namespace onsale::redis {

using namespace waiting_room;

namespace {

constexpr std::size_t kPageMax = 1000;  // Limit of line_allow and line_bar.

// The facts that line_set sends. Places belong to Redis. The downtime of the store is sent with the
// past moves. Views do not need lists of guests or codes.
template <class Body>
constexpr bool kIsSet =
    std::same_as<Body, fact::EventCreated> || std::same_as<Body, fact::EventEdited> ||
    std::same_as<Body, fact::LifecycleChanged> || std::same_as<Body, fact::PhaseChanged> ||
    std::same_as<Body, fact::LeversSet> || std::same_as<Body, fact::DeadlinesFrozen> ||
    std::same_as<Body, fact::DeadlinesMoved> || std::same_as<Body, fact::SoldOutSet> ||
    std::same_as<Body, fact::AdmissionBraked>;

bool is_set(const Fact& fact) {
    return std::visit([]<class Body>(const Body&) { return kIsSet<Body>; }, fact.body);
}

// `first` is the script's argument before the guests.
template <class Guests>
void add_pages(std::vector<RelayCall>& calls, std::string_view script, const std::string& first,
               const Guests& guests) {
    std::string page;
    const auto flush = [&] {
        if (!page.empty()) calls.push_back({script, {first, std::exchange(page, {})}});
    };
    for (const GuestId& guest : guests) {
        page += guest_arg(guest);
        if (page.size() == kPageMax * sizeof guest.bytes) flush();
    }
    flush();
}

template <class Guests>
void add_list(std::vector<RelayCall>& calls, const std::string& phase, const Guests& guests) {
    add_pages(calls, "line_allow", phase, guests);
}

template <class Guests>
void add_bars(std::vector<RelayCall>& calls, bool bar, const Guests& guests) {
    add_pages(calls, "line_bar", bar ? "1" : "0", guests);
}

// The secret must not be known before the draw, and the store's draw has no members. Views read the
// commitment, and later the draw, when they read the line again.
bool is_of_draw(const Fact& fact) {
    return std::holds_alternative<fact::LobbySealed>(fact.body) ||
           std::holds_alternative<fact::LobbyDrawn>(fact.body);
}

// EventCreated makes every view read the line again.
Facts anew(const Line& line) {
    return {{line.id(), fact::EventCreated{line.shared_settings()}},
            {line.id(), fact::DeadlinesFrozen{line.clock().frozen()}}};
}

RelayCall set_call(LineChange set, const Line& after, bool draws) {
    RelayCall call{"line_set", line_set_args(set, after)};
    if (draws) call.draws_by = after.draw_secret();
    return call;
}

}  // namespace

std::vector<RelayCall> calls_for(std::uint64_t change, const Facts& facts, const Line& after) {
    std::vector<RelayCall> calls;
    LineChange set{.number = change, .facts = {}};
    for (const Fact& fact : facts) {
        if (is_set(fact)) set.facts.push_back(fact);
        if (const auto* const listed = std::get_if<fact::GuestsListed>(&fact.body))
            add_list(calls, listed->phase, *listed->guests);
        if (const auto* const barred = std::get_if<fact::GuestBarred>(&fact.body))
            add_bars(calls, true, std::vector{barred->guest});
        if (const auto* const barred = std::get_if<fact::GuestsBarred>(&fact.body))
            add_bars(calls, true, *barred->guests);
        if (const auto* const unbarred = std::get_if<fact::GuestsUnbarred>(&fact.body))
            add_bars(calls, false, *unbarred->guests);
    }
    if (std::ranges::any_of(facts, is_of_draw)) set.facts = anew(after);
    const bool draws = std::ranges::any_of(facts, [](const Fact& fact) {
        return std::holds_alternative<fact::LobbyDrawn>(fact.body);
    });
    if (!set.facts.empty()) calls.insert(calls.begin(), set_call(std::move(set), after, draws));
    return calls;
}

std::vector<RelayCall> calls_for_all(std::uint64_t change, const Line& line,
                                     std::vector<DeadlineMove> moves) {
    LineChange set{.number = change, .facts = anew(line), .moves = std::move(moves)};
    std::vector<RelayCall> calls{set_call(std::move(set), line, line.book().draw() != nullptr)};
    for (const Phase& phase : line.settings().phases)
        add_list(calls, phase.id, line.eligibility().guests(phase.id));
    add_bars(calls, true, line.eligibility().all_barred());
    return calls;
}

}  // namespace onsale::redis
