#include "adapter/postgres/event/line_store.hpp"

#include <string>
#include <utility>

#include "adapter/postgres/protocol/refusal.hpp"
#include "waiting_room/domain/line/line_rules.hpp"

namespace onsale::postgres {

using namespace waiting_room;

namespace {

// The event changed in the middle of this many attempts. An operator changes it now and then.
constexpr int kAttemptsMax = 4;

// Changes of the event lock the row and wait, so that its last number is known to who unpublishes
// it.
constexpr Statement kHold{"numbers_hold", "SELECT id FROM events WHERE id = $1 FOR SHARE"};
constexpr Statement kTake{
    "numbers_take",
    "UPDATE lines SET numbers_until = numbers_until + $2 "
    "WHERE event_id = $1 AND numbers_until + $2 <= 4294967295 "
    "AND (SELECT seq FROM events WHERE id = $1) = $3 RETURNING numbers_until"};
constexpr Statement kSeq{"event_seq", "SELECT seq FROM events WHERE id = $1"};
constexpr Statement kSpend{
    "code_spend",
    "WITH spent AS ("
    "  UPDATE codes SET uses_left = uses_left - 1 "
    "  WHERE event_id = $1 AND phase = $2 AND code = $3 AND uses_left > 0 "
    "  AND NOT EXISTS (SELECT FROM phase_guests "
    "                  WHERE event_id = $1 AND phase = $2 AND guest = $4) "
    "  AND (SELECT seq FROM events WHERE id = $1) = $5 RETURNING 1), "
    "used AS ("
    "  INSERT INTO code_uses (event_id, phase, code, guest, used_at) "
    "  SELECT $1, $2, $3, $4, $6 FROM spent) "
    "INSERT INTO phase_guests (event_id, phase, guest, seq) SELECT $1, $2, $4, $5 FROM spent"};
// A statement of its own: it also sees what others did while the one before waited for them.
constexpr Statement kSpent{
    "code_spent",
    "SELECT e.seq, "
    "       EXISTS (SELECT FROM phase_guests "
    "               WHERE event_id = $1 AND phase = $2 AND guest = $4) AS eligible, "
    "       EXISTS (SELECT FROM codes "
    "               WHERE event_id = $1 AND phase = $2 AND code = $3) AS known "
    "FROM events e WHERE e.id = $1"};

std::int32_t id_of(EventId event) {
    return static_cast<std::int32_t>(event.value);
}

bool is_last(std::int64_t seq, const Rows& rows) {
    return rows.size() > 0 && std::get<0>(rows.row<std::int64_t>(0)) == seq;
}

}  // namespace

Call<command::TakeNumbers> LineStore::call(command::TakeNumbers take) {
    return decide_on_last_change(take);
}

Call<command::SpendCode> LineStore::call(command::SpendCode spend) {
    return decide_on_last_change(spend);
}

template <class Command>
Call<Command> LineStore::decide_on_last_change(Command command) {
    using Outcome = Command::Outcome;
    using Error = Outcome::error_type;
    const Deadline deadline = store_.deadline();
    bool is_current = store_.replica.find(command.event) != nullptr;
    for (int attempts = 0; attempts < kAttemptsMax; ++attempts) {
        if (!std::exchange(is_current, false))
            if (const auto error = co_await store_.replica.refresh(store_.client, deadline))
                co_return refused<Outcome>(*error);
        if (store_.replica.find(command.event) == nullptr) co_return fail(Error::kUnknownEvent);
        if (auto outcome = co_await attempt(command, deadline)) co_return *std::move(outcome);
    }
    co_return fail(Error::kUnavailable);
}

LineStore::Attempt<PlaceOutcome> LineStore::attempt(command::TakeNumbers take, Deadline deadline) {
    const std::int64_t seq = seq_of(take.event);
    const std::int32_t event = id_of(take.event);
    const PlaceOutcome decided = decide(*store_.replica.find(take.event), take).outcome;
    const std::int64_t count = decided ? take.count : 0;
    const auto answers = co_await store_.client.run(
        {{kHold, {event}}, {kTake, {event, count, seq}}, {kSeq, {event}}}, deadline);
    if (!answers) co_return refused<PlaceOutcome>(answers.error());
    if (!is_last(seq, answers->back())) co_return std::nullopt;
    if (!decided) co_return decided;
    const Rows& taken = (*answers)[1];
    if (taken.size() == 0) co_return fail(PlaceError::kUnavailable);  // No numbers are left.
    co_return Number{static_cast<std::uint32_t>(std::get<0>(taken.row<std::int64_t>(0)))};
}

// The replica has no codes and no lists, so the rule says "unknown code" wherever a code is needed.
LineStore::Attempt<CodeOutcome> LineStore::attempt(command::SpendCode spend, Deadline deadline) {
    const std::int64_t seq = seq_of(spend.event);
    const std::int32_t event = id_of(spend.event);
    const CodeOutcome decided = decide(*store_.replica.find(spend.event), spend).outcome;
    if (!decided || !decided->refused) {
        const auto stored = co_await store_.client.run_alone({kSeq, {event}}, deadline);
        if (!stored) co_return refused<CodeOutcome>(stored.error());
        if (!is_last(seq, *stored)) co_return std::nullopt;
        co_return decided;
    }
    const Bytea code{{spend.code.begin(), spend.code.end()}};
    const Instant now = store_.time.wall();
    const auto answers = co_await store_.client.run(
        {{kSpend, {event, decided->phase, code, spend.guest, seq, now}},
         {kSpent, {event, decided->phase, code, spend.guest}}},
        deadline);
    // Another call of the same guest was faster: its row is there now.
    if (!answers && answers.error().cause == CallCause::kUniqueViolation) co_return std::nullopt;
    if (!answers) co_return refused<CodeOutcome>(answers.error());
    const auto [stored_seq, eligible, known] =
        answers->back().row<std::int64_t, bool, bool>(0);
    if (stored_seq != seq) co_return std::nullopt;
    if (eligible) co_return CodeSpent{decided->phase};
    co_return CodeSpent{decided->phase, known ? EnterError::kCodeUsedUp : EnterError::kCodeUnknown};
}

}  // namespace onsale::postgres
