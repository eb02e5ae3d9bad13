#include "adapter/redis/show/read_event_state.hpp"

#include <algorithm>
#include <charconv>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "adapter/redis/feed/event_directory.hpp"
#include "adapter/redis/script/line_keys.hpp"
#include "base/bytes.hpp"
#include "waiting_room/domain/settings_bytes.hpp"

namespace onsale::redis {

using boost::asio::awaitable;
using waiting_room::EventId;

namespace {

using Shown = Result<EventState, ShowError>;
using Replies = Result<std::vector<Reply>, ShowError>;

constexpr auto kLifecycleLast = static_cast<std::uint64_t>(waiting_room::Lifecycle::kArchived);

struct NamedEvent {
    EventId id;
    std::string key;
};

// Zero if the answer is nil or not a number.
std::uint64_t count_in(const Reply& reply) {
    if (reply.kind == Reply::Kind::kInteger) return static_cast<std::uint64_t>(reply.integer);
    std::uint64_t value = 0;
    std::from_chars(reply.text.data(), reply.text.data() + reply.text.size(), value);
    return value;
}

ShowError no_answer(const CallError& error) {
    const bool refused = error.cause == CallCause::kAuthentication;
    return {refused ? ShowProblem::kRefused : ShowProblem::kNoAnswer, error.words};
}

// The answers to commands about keys of one slot. An error answer fails all of them.
awaitable<Replies> ask_all(Client& client, Slot slot, std::vector<Command> commands,
                           Deadline deadline) {
    auto answers = co_await client.call(slot, Pipeline{std::move(commands), {}}, deadline);
    if (!answers) co_return fail(no_answer(answers.error()));
    const auto refused = std::ranges::find_if(*answers, &Reply::is_error);
    if (refused != answers->end()) co_return fail(ShowError{ShowProblem::kRefused, refused->text});
    co_return *std::move(answers);
}

awaitable<Result<std::vector<NamedEvent>, ShowError>> read_named_events(Client& client,
                                                                        Deadline deadline) {
    const auto members =
        co_await ask_all(client, slot_of(kEventsKey), {{"SMEMBERS", {kEventsKey}}}, deadline);
    if (!members) co_return fail(members.error());
    std::vector<NamedEvent> events;
    for (const Reply& member : members->front().items) {
        const EventId id{static_cast<std::uint32_t>(count_in(member))};
        const std::string key = "event:" + hash_tag(id);
        const auto row =
            co_await ask_all(client, slot_of(key), {{"HGET", {key, "settings"}}}, deadline);
        if (!row) co_return fail(row.error());
        if (row->front().is_nil()) continue;
        ByteReader bytes{row->front().text};
        const auto settings = waiting_room::load_settings(bytes);
        if (bytes.ok()) events.push_back({id, settings.key});
    }
    std::ranges::sort(events, {}, &NamedEvent::id);
    co_return events;
}

Result<NamedEvent, ShowError> find_named(const std::vector<NamedEvent>& events,
                                         const std::string& wanted) {
    auto found = std::ranges::find(events, wanted, &NamedEvent::key);
    if (found == events.end())
        found = std::ranges::find_if(events, [&wanted](const NamedEvent& event) {
            return std::to_string(event.id.value) == wanted;
        });
    if (found != events.end()) return *found;
    std::vector<std::string> keys;
    for (const NamedEvent& event : events)
        keys.push_back(event.key);
    return fail(ShowError{ShowProblem::kNoEvent, fmt::format("{}", fmt::join(keys, ", "))});
}

// The value of admission:lock:{E} is "owner fence".
std::optional<LeaseState> lease_in(const Reply& lock, const Reply& ttl) {
    const auto space = lock.text.rfind(' ');
    if (lock.is_nil() || space == std::string::npos) return std::nullopt;
    return LeaseState{.owner = lock.text.substr(0, space),
                      .fence = lock.text.substr(space + 1),
                      .expires_in = Duration{std::max<std::int64_t>(ttl.integer, 0)}};
}

void count_standings(const std::string& places, EventState& state) {
    for (const char place : places)
        if (const auto standing = static_cast<unsigned char>(place);
            standing < state.standings.size())
            ++state.standings[standing];
}

// The numbers of the line, without the halls.
awaitable<Shown> read_line_numbers(Client& client, NamedEvent event, Deadline deadline) {
    const std::string tag = hash_tag(event.id);
    const std::string line = "line:" + tag, lock = "admission:lock:" + tag;
    const auto replies = co_await ask_all(
        client, slot_of(line),
        {{"HMGET", {line, "lifecycle", "max_active", "admissions", "no_shows", "id", "issued"}},
         {"ZCARD", {"queue:" + tag}},
         {"ZCARD", {"away:" + tag}},
         {"ZCARD", {"active:" + tag}},
         {"XLEN", {"facts:" + tag}},
         {"GET", {lock}},
         {"PTTL", {lock}}},
        deadline);
    if (!replies) co_return fail(replies.error());
    const std::vector<Reply>& fields = (*replies)[0].items;
    constexpr std::size_t kFields = 6;
    if (fields.size() != kFields || count_in(fields[0]) > kLifecycleLast)
        co_return fail(ShowError{ShowProblem::kBroken, line});
    EventState state{.id = event.id, .key = event.key};
    state.lifecycle = static_cast<waiting_room::Lifecycle>(count_in(fields[0]));
    state.active_max = count_in(fields[1]);
    state.admitted_total = count_in(fields[2]);
    state.no_show_total = count_in(fields[3]);
    state.stream_last_id = fields[4].text;
    state.waiting = count_in((*replies)[1]);
    state.away = count_in((*replies)[2]);
    state.active = count_in((*replies)[3]);
    state.stream_length = count_in((*replies)[4]);
    state.lease = lease_in((*replies)[5], (*replies)[6]);
    const std::string issued = std::to_string(count_in(fields[5]));
    const auto places = co_await ask_all(client, slot_of(line),
                                         {{"GETRANGE", {"place:" + tag, "0", issued}}}, deadline);
    if (!places) co_return fail(places.error());
    count_standings(places->front().text, state);
    co_return state;
}

awaitable<Result<HallState, ShowError>> read_hall_numbers(Client& client, EventId event,
                                                          std::string performance,
                                                          Deadline deadline) {
    const std::string rest = hash_tag(event) + ':' + performance;
    const std::string hall = "hall:" + rest;
    const auto replies = co_await ask_all(
        client, slot_of(hall),
        {{"HMGET", {hall, "0", "1", "2", "3", "4", "5"}}, {"ZCARD", {"holds:" + rest}}}, deadline);
    if (!replies) co_return fail(replies.error());
    const std::vector<Reply>& counts = (*replies)[0].items;
    if (counts.size() != seat::kSeatStates) co_return fail(ShowError{ShowProblem::kBroken, hall});
    HallState state{.performance = std::move(performance)};
    for (std::size_t i = 0; i < counts.size(); ++i)
        state.seats[static_cast<seat::SeatState>(i)] =
            static_cast<std::uint32_t>(count_in(counts[i]));
    state.holders = count_in((*replies)[1]);
    co_return state;
}

// The performances with a hall: fields "perf:<performance>" of halls:{E}.
awaitable<Result<std::vector<std::string>, ShowError>> read_performances(Client& client,
                                                                         EventId event,
                                                                         Deadline deadline) {
    constexpr std::string_view kPrefix = "perf:";
    const std::string key = "halls:" + hash_tag(event);
    const auto replies = co_await ask_all(client, slot_of(key), {{"HKEYS", {key}}}, deadline);
    if (!replies) co_return fail(replies.error());
    std::vector<std::string> performances;
    for (const Reply& field : replies->front().items)
        if (field.text.starts_with(kPrefix))
            performances.push_back(field.text.substr(kPrefix.size()));
    std::ranges::sort(performances);
    co_return performances;
}

}  // namespace

awaitable<Shown> read_event_state(Client& client, std::string event, Deadline deadline) {
    const auto events = co_await read_named_events(client, deadline);
    if (!events) co_return fail(events.error());
    const auto named = find_named(*events, event);
    if (!named) co_return fail(named.error());
    auto state = co_await read_line_numbers(client, *named, deadline);
    if (!state) co_return fail(state.error());
    const auto performances = co_await read_performances(client, named->id, deadline);
    if (!performances) co_return fail(performances.error());
    for (const std::string& performance : *performances) {
        auto hall = co_await read_hall_numbers(client, named->id, performance, deadline);
        if (!hall) co_return fail(hall.error());
        state->halls.push_back(*std::move(hall));
    }
    co_return *std::move(state);
}

}  // namespace onsale::redis
