#include "adapter/redis/relay/line_relay.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "adapter/redis/relay/line_definition.hpp"

namespace onsale::redis {

using boost::asio::awaitable;
using waiting_room::EventId;
using waiting_room::Lifecycle;

namespace {

// Operators' deadline changes. A failover loses only the last seconds, so a few are enough.
constexpr std::size_t kMovesKept = 64;

bool begins(const waiting_room::Facts& facts) {
    return std::ranges::any_of(facts, [](const waiting_room::Fact& fact) {
        return std::holds_alternative<waiting_room::fact::EventCreated>(fact.body);
    });
}

}  // namespace

bool takes_guests(const waiting_room::Line* line) {
    return line != nullptr && line->settings().published &&
           (line->lifecycle() == Lifecycle::kLobby || line->lifecycle() == Lifecycle::kOpen ||
            line->lifecycle() == Lifecycle::kPaused);
}

LineRelay::LineRelay(RelayLane::Deps deps, std::unique_ptr<waiting_room::WaitingRoom> room,
                     std::uint64_t change, RelayConfig config, PastMoves past_moves)
    : past_moves_(std::move(past_moves)),
      deps_(deps),
      room_(std::move(room)),
      change_(change),
      config_(config) {}

LineRelay::~LineRelay() {
    for (const auto& [event, one] : events_)
        one.lane->close();
}

LineRelay::Relayed& LineRelay::relayed(EventId event) {
    Relayed& one = events_[event];
    if (!one.lane) one.lane = std::make_shared<RelayLane>(deps_, event, config_);
    return one;
}

void LineRelay::apply(const sale::Facts& facts, Instant now) {
    ++change_;
    struct Told {
        waiting_room::Facts facts;
        bool took_guests = false;
    };
    std::map<EventId, Told> events;
    for (const sale::Fact& fact : facts) {
        const auto* const of_line = std::get_if<waiting_room::Fact>(&fact);
        if (of_line == nullptr) continue;
        const auto [found, is_new] = events.try_emplace(of_line->event);
        if (is_new) found->second.took_guests = takes_guests(room_->find(of_line->event));
        room_->evolve(*of_line, now);
        found->second.facts.push_back(*of_line);
    }
    for (const auto& [event, told] : events)
        relay(event, told.facts, !told.took_guests && takes_guests(room_->find(event)));
}

void LineRelay::relay(EventId event, const waiting_room::Facts& facts, bool opens) {
    keep_moves(event, facts);
    auto calls = calls_for(change_, facts, *room_->find(event));
    if (calls.empty()) return;
    Relayed& one = relayed(event);
    const bool is_known = one.change > 0;
    if (!is_known && !begins(facts)) {
        // Changes that the previous process did not deliver must come first. They are not known
        // yet, so everything is sent.
        recall_moves(event, 0);
        return tell_all(event);
    }
    if (calls.front().script == "line_set") one.change = change_;
    // A known line gets its numbers before it opens. A new line must be set before it can get any.
    if (opens)
        calls.insert(is_known ? calls.begin() : calls.end(), RelayCall{"line_block", {}, true});
    for (RelayCall& call : calls)
        if (!one.lane->add(std::move(call))) return tell_all(event);
}

void LineRelay::keep_moves(EventId event, const waiting_room::Facts& facts) {
    for (const waiting_room::Fact& fact : facts) {
        const auto* const moved = std::get_if<waiting_room::fact::DeadlinesMoved>(&fact.body);
        if (moved == nullptr) continue;
        auto& moves = relayed(event).moves;
        moves.push_back({change_, moved->by});
        if (moves.size() > kMovesKept) moves.erase(moves.begin());
    }
}

void LineRelay::recall_moves(EventId event, std::uint64_t applied) {
    Relayed& one = relayed(event);
    if (std::exchange(one.has_recalled, true) || !past_moves_ || applied >= change_) return;
    auto& moves = one.moves;
    std::vector<DeadlineMove> past = past_moves_(event, applied);
    std::erase_if(past, [&](const DeadlineMove& move) {
        return !moves.empty() && move.change >= moves.front().change;
    });
    moves.insert(moves.begin(), past.begin(), past.end());
}

void LineRelay::tell_all(EventId event) {
    const waiting_room::Line* const line = room_->find(event);
    if (line == nullptr) return;
    Relayed& one = relayed(event);
    one.change = change_;
    auto calls = calls_for_all(change_, *line, one.moves);
    if (more_) std::ranges::move(more_(event), std::back_inserter(calls));
    one.lane->replace(std::move(calls));
}

void LineRelay::add(EventId event, RelayCall call) {
    if (!relayed(event).lane->add(std::move(call))) tell_all(event);
}

void LineRelay::hand_out_numbers(EventId event, std::uint32_t count) {
    RelayCall call{"line_block", {}, true};
    call.numbers = count;
    // If the lane is full, the next look detects again that numbers are missing.
    (void)relayed(event).lane->add(std::move(call));
}

std::uint64_t LineRelay::change_of(EventId event) const {
    const auto found = events_.find(event);
    return found == events_.end() ? 0 : found->second.change;
}

bool LineRelay::is_idle(EventId event) const {
    const auto found = events_.find(event);
    return found == events_.end() || found->second.lane->is_idle();
}

awaitable<std::optional<StreamId>> LineRelay::settled(EventId event, Deadline deadline) {
    const auto found = events_.find(event);
    if (found == events_.end()) co_return StreamId{};
    co_return co_await found->second.lane->settled(deadline);
}

}  // namespace onsale::redis
