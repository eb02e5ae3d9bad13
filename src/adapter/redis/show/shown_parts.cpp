#include "adapter/redis/show/shown_parts.hpp"

#include <fmt/format.h>

#include "adapter/redis/script/line_keys.hpp"

namespace onsale::redis {
namespace {

using seat::SeatState;
using waiting_room::Standing;

ShownPart line_part(const EventState& state, const std::string& tag) {
    const std::string queue = "queue:" + tag, away = "away:" + tag, number = "number:" + tag;
    return {.name = "line",
            .numbers = {{"waiting", state.waiting}, {"away", state.away}},
            .notes = {fmt::format("A position is 1 + ZCOUNT {} -inf (<place> + ZCOUNT {} -inf "
                                  "(<place>, where <place> is the guest's score.",
                                  queue, away),
                      "A guest is 16 raw bytes. redis-cli prints and accepts them as "
                      "\"\\x00...\" in double quotes.",
                      fmt::format("If line:{} has a field pages, number n is not at byte n of "
                                  "place:{}; see docs/format/redis.md, Pages.",
                                  tag, tag)},
            .keys = {{queue, "zset", "guests who wait and are present; score = place",
                      fmt::format("ZRANGE {} 0 9 WITHSCORES", queue)},
                     {away, "zset", "guests who are away or leaving and keep their place",
                      fmt::format("ZRANGE {} 0 9 WITHSCORES", away)},
                     {number, "hash", "guest -> number, while the number lives",
                      fmt::format("HGET {} <guest>", number)},
                     {"place:" + tag, "string", "one byte per number: its standing",
                      fmt::format("GETRANGE place:{} <number> <number>", tag)}}};
}

ShownPart active_part(const EventState& state, const std::string& tag) {
    const std::string active = "active:" + tag, ledger = "admission:" + tag;
    return {.name = "active",
            .numbers = {{"admitted", state.active}, {"maxActive", state.active_max}},
            .notes = {"An admission ends at its score, not by a TTL, because an operator can move "
                      "all deadlines at once."},
            .keys = {{active, "zset",
                      "admitted guests; score = deadline (line time, ms), inf while paying",
                      "ZCARD " + active},
                     {ledger, "hash",
                      "number -> attempt claimed keep deadline claim_by extensions "
                      "own_end",
                      fmt::format("HGET {} <number>", ledger)},
                     {fmt::format("entry:{}:<guest>", tag), "string",
                      "id of the guest's admission; nothing is decided by it",
                      fmt::format("GET entry:{}:<guest>", tag)}}};
}

ShownPart holds_part(const HallState& hall, const std::string& tag) {
    const auto key = [&](std::string_view name) {
        return fmt::format("{}:{}:{}", name, tag, hall.performance);
    };
    const std::string seat = key("seat") + ":<seat>";
    return {
        .name = "holds",
        .performance = hall.performance,
        .numbers = {{"held", hall.seats[SeatState::kHeld]},
                    {"paying", hall.seats[SeatState::kPaying]},
                    {"sold", hall.seats[SeatState::kSold]},
                    {"free", hall.seats[SeatState::kFree]},
                    {"returned", hall.seats[SeatState::kReturned]},
                    {"blocked", hall.seats[SeatState::kBlocked]},
                    {"holders", hall.holders}},
        .notes = {"<seat> is the index of a seat in the plan. A hold ends at its score in " +
                  key("holds") + "; the TTL of a seat only cleans up a day later."},
        .keys = {
            {key("holds"), "zset", "guests with a hold; score = deadline, none while paying",
             fmt::format("ZRANGE {} 0 9 WITHSCORES", key("holds"))},
            {seat, "string", "guest and fence of a seat that is held or being paid", "GET " + seat},
            {key("seats"), "hash", "seat -> its state in words, to look at",
             fmt::format("HGETALL {}", key("seats"))},
            {key("hall"), "hash", "rules, and how many seats are in each state",
             fmt::format("HMGET {} 0 1 2 3", key("hall"))},
            {key("remaining"), "string", "number of free seats",
             fmt::format("GET {}", key("remaining"))}}};
}

ShownPart confirmed_part(const EventState& state, const std::string& tag) {
    const std::string seat = fmt::format("confirmed:{}:<performance>:<seat>", tag);
    return {.name = "confirmed",
            .numbers = {{"sold", state.seats_in(SeatState::kSold)}},
            .notes = {"The journal of the payment process decides what is sold. Redis has a copy, "
                      "which is repaired from it."},
            .keys = {{seat, "string", "guest of a seat that is sold", "GET " + seat},
                     {"halls:" + tag, "hash", "seats in each state (3 = sold), over all halls",
                      fmt::format("HGET halls:{} 3", tag)}}};
}

ShownPart counts_part(const EventState& state, const std::string& tag) {
    const std::string line = "line:" + tag;
    return {.name = "counts",
            .numbers = {{"joined", state.joined()},
                        {"admitted", state.admitted_total},
                        {"noShows", state.no_show_total},
                        {"completed", state.in(Standing::kEndedCompleted)},
                        {"left", state.in(Standing::kEndedLeft)},
                        {"silent", state.in(Standing::kEndedSilent)},
                        {"admissionEnded", state.in(Standing::kEndedAdmission)},
                        {"revoked", state.in(Standing::kEndedRevoked)}},
            .notes = {fmt::format("joined and how places ended are counted in place:{}, which has "
                                  "one byte per number.",
                                  tag)},
            .keys = {{line, "hash", "rules, switches, clock, and the totals of admissions",
                      fmt::format("HMGET {} issued admissions no_shows", line)}}};
}

ShownPart scheduler_part(const EventState& state, const std::string& tag) {
    const std::string lock = "admission:lock:" + tag;
    ShownPart part{.name = "scheduler",
                   .numbers = {},
                   .keys = {{lock, "string", "owner and fence of the scheduler at work; it expires",
                             "GET " + lock}}};
    if (!state.lease) {
        part.notes = {
            "Nobody has the lease: nobody is admitted. Is a process with the role "
            "scheduler running?"};
        return part;
    }
    part.numbers = {{"expiresInMs", static_cast<std::uint64_t>(state.lease->expires_in.count())}};
    part.notes = {
        fmt::format("{} has the lease, with fence {}.", state.lease->owner, state.lease->fence)};
    return part;
}

ShownPart facts_part(const EventState& state, const std::string& tag) {
    const std::string facts = "facts:" + tag;
    return {.name = "facts",
            .numbers = {{"entries", state.stream_length}},
            .notes = {state.stream_last_id.empty()
                          ? "Nothing was decided yet."
                          : fmt::format("The last entry is {}.", state.stream_last_id)},
            .keys = {{facts, "stream", "what was decided, for the views; the last 32,768 or so",
                      fmt::format("XREVRANGE {} + - COUNT 1", facts)}}};
}

}  // namespace

std::vector<ShownPart> shown_parts(const EventState& state) {
    const std::string tag = hash_tag(state.id);
    std::vector<ShownPart> parts{line_part(state, tag), active_part(state, tag)};
    for (const HallState& hall : state.halls)
        parts.push_back(holds_part(hall, tag));
    parts.push_back(confirmed_part(state, tag));
    parts.push_back(counts_part(state, tag));
    parts.push_back(scheduler_part(state, tag));
    parts.push_back(facts_part(state, tag));
    return parts;
}

}  // namespace onsale::redis
