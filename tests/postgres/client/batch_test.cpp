#include <gtest/gtest.h>

#include "tests/postgres/client/postgres_site.hpp"

namespace onsale::postgres {
namespace {

class Batch : public OnPostgres {
  protected:
    static Config config() {
        Config config = config_of({host_of(server())});
        config.lock_timeout = 100ms;
        config.connections_max = 1;  // Else a call may open one while another is rolled back.
        return config;
    }
    Answers call(std::vector<Command> commands) {
        return run(client.run(std::move(commands), in(10s)));
    }
    CallError refusal(std::vector<Command> commands) {
        Answers answers = call(std::move(commands));
        EXPECT_FALSE(answers.has_value());
        EXPECT_EQ(answers.error().outcome, CallOutcome::kUnavailable);
        return answers.error();
    }

    Client client{loop, config()};
};

TEST_F(Batch, IsOneTransactionWithTheRowsOfEachCommand) {
    const auto answers = call({take(1, "ann"), take(2, "bob"), {kOwner, {std::int64_t{1}}}});
    ASSERT_TRUE(answers.has_value()) << answers.error().words;
    ASSERT_EQ(answers->size(), 3u);
    EXPECT_EQ((*answers)[0].changed(), 1u);
    EXPECT_EQ((*answers)[2].row<std::string>(0), std::tuple{"ann"s});
    EXPECT_EQ(owner_of(2), "bob");
}

TEST_F(Batch, IsDoneAsAWholeOrNotAtAll) {
    const CallError error = refusal({take(1, "ann"), take(2, "bob"), take(1, "cat")});
    EXPECT_EQ(error.cause, CallCause::kUniqueViolation);
    EXPECT_EQ(error.sqlstate, "23505");
    EXPECT_EQ(error.constraint, "seats_pkey");
    EXPECT_EQ(count(), "0");
    EXPECT_TRUE(call({take(1, "ann")}).has_value()) << "the connection is of use again";
}

TEST_F(Batch, ArraysWriteManyRowsAtOnce) {
    std::vector<std::int64_t> seats;
    std::vector<std::string> owners;
    for (int seat = 0; seat < 1000; ++seat) {
        seats.push_back(seat);
        owners.push_back("guest" + std::to_string(seat));
    }
    const auto answers = call({{kTakeAll, {seats, owners}}});
    ASSERT_TRUE(answers.has_value()) << answers.error().words;
    EXPECT_EQ(answers->front().changed(), 1000u);
    EXPECT_EQ(owner_of(999), "guest999");
}

TEST_F(Batch, BringsEveryTypeThereAndBack) {
    static constexpr Statement kEcho{
        "echo",
        "select $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12 "
        "union all select null, null, null, null, null, null, null, null, null, null, null, null"};
    const Bytea bytes{"a\0b\xff"s};
    const Instant instant = instant_from_ms(1'785'000'000'123);
    const GuestId guest{{1, 2, 3, 0, 255}};
    const std::vector<std::optional<std::int64_t>> holes = {1, std::nullopt};
    const auto answers = call(
        {{kEcho,
          {true, std::int16_t{-5}, 7, std::int64_t{1} << 40, "text", bytes, instant,
           std::optional<Bytea>{}, std::vector{"x"s, ""s}, std::vector{bytes}, holes, guest}}});
    ASSERT_TRUE(answers.has_value()) << answers.error().words;
    const Rows& rows = answers->front();
    ASSERT_EQ(rows.size(), 2u);
    const auto [flag, small, number, large, text, raw, at, none, texts, raws, last, who] =
        rows.row<bool, std::int16_t, std::int32_t, std::int64_t, std::string_view, Bytea, Instant,
                 std::optional<Bytea>, std::vector<std::string>, std::vector<Bytea>,
                 std::optional<std::vector<std::optional<std::int64_t>>>, GuestId>(0);
    EXPECT_TRUE(flag);
    EXPECT_EQ(small, -5);
    EXPECT_EQ(number, 7);
    EXPECT_EQ(large, std::int64_t{1} << 40);
    EXPECT_EQ(text, "text");
    EXPECT_EQ(raw, bytes);
    EXPECT_EQ(at, instant);
    EXPECT_EQ(none, std::nullopt);
    EXPECT_EQ(texts, (std::vector{"x"s, ""s}));
    EXPECT_EQ(raws, std::vector{bytes});
    EXPECT_EQ(last, holes);
    EXPECT_EQ(who, guest);
}

TEST_F(Batch, PreparesAStatementOnceForAConnection) {
    const Command count_prepared = unprepared(
        "select count(*) from pg_prepared_statements where name = 'take' and generic_plans + "
        "custom_plans = 3");
    ASSERT_TRUE(call({take(1, "ann"), take(2, "bob")}).has_value());
    ASSERT_TRUE(call({take(3, "cat")}).has_value());
    EXPECT_EQ(call({count_prepared})->front().row<std::int64_t>(0), std::tuple{1});
    EXPECT_EQ(client.counters()["postgres_connects_total"], 1u);
}

TEST_F(Batch, AStatementThatCouldNotBePreparedIsPreparedLater) {
    static constexpr Statement kLater{"later", "select 1 from made_later"};
    (void)server().sql("drop table if exists made_later");
    EXPECT_EQ(refusal({take(1, "ann"), {kLater}}).cause, CallCause::kSchema);
    (void)server().sql("create table made_later()");
    EXPECT_TRUE(call({{kLater}}).has_value());
    EXPECT_EQ(client.counters()["postgres_connects_total"], 1u);
}

// The server stops reading while nobody reads its answers. The first one is larger than what the
// sockets hold, and so is the rest of the batch.
TEST_F(Batch, FillsTheSocketInBothDirections) {
    static constexpr Statement kBack{"back", "select $1"};
    const std::string large(200'000, 'x');
    std::vector<Command> commands = {unprepared("select repeat('x', 40000000)")};
    commands.resize(150, Command{kBack, {large}});
    const auto answers = run(client.run(std::move(commands), in(60s)));
    ASSERT_TRUE(answers.has_value()) << answers.error().words;
    EXPECT_EQ(answers->back().row<std::string>(0), std::tuple{large});
}

// After a migration that changes the columns of a prepared statement.
TEST_F(Batch, AnOutdatedStatementIsPreparedAgainAfterOneRefusal) {
    static constexpr Statement kAll{"all", "select * from seats"};
    ASSERT_TRUE(call({{kAll}}).has_value());
    (void)server().sql("alter table seats add note text");
    EXPECT_EQ(refusal({{kAll}}).sqlstate, "0A000");
    EXPECT_TRUE(call({{kAll}}).has_value());
    EXPECT_EQ(client.counters()["postgres_connects_total"], 2u);
}

TEST_F(Batch, TellsWhyTheServerRefused) {
    const std::string disk_full = "do $$begin raise 'no space left' using errcode = '53100'; end$$";
    EXPECT_EQ(refusal({take(1, "")}).cause, CallCause::kConstraint);
    EXPECT_EQ(refusal({take(1, "")}).constraint, "has_a_name");
    EXPECT_EQ(refusal({unprepared("select 1 from nowhere")}).cause, CallCause::kSchema);
    EXPECT_EQ(refusal({unprepared(disk_full)}).cause, CallCause::kDiskFull);
    EXPECT_EQ(refusal({unprepared("select 1 +")}).cause, CallCause::kRefused);
    EXPECT_EQ(refusal({unprepared(disk_full)}).words, "no space left");
}

TEST_F(Batch, TheWrongNumberOfValuesIsRefused) {
    EXPECT_EQ(refusal({{kTake, {std::int64_t{1}}}}).cause, CallCause::kRefused);
    EXPECT_TRUE(call({take(1, "ann")}).has_value());
}

// Such as "Failing row contains (1, ...)": it would get into the log.
TEST_F(Batch, AnErrorDoesNotQuoteTheRow) {
    (void)server().sql("alter table seats add check (id < 10)");
    EXPECT_EQ(refusal({take(11, "her secret")}).words.find("her secret"), std::string::npos);
}

TEST_F(Batch, WithoutTimeNothingIsSent) {
    ASSERT_TRUE(call({take(1, "ann")}).has_value());
    const auto late = run(client.run({take(2, "bob")}, in(-1ms)));
    EXPECT_EQ(late.error(), CallError::unavailable(CallCause::kDeadline, "no time left"));
    EXPECT_EQ(count(), "1");
    EXPECT_TRUE(call({take(2, "bob")}).has_value());
    EXPECT_EQ(client.counters()["postgres_connects_total"], 1u);
}

TEST_F(Batch, ALockThatAnotherHoldsIsGivenUpWithoutDoubt) {
    ASSERT_TRUE(call({take(1, "ann")}).has_value());
    Client other{loop, config()};
    auto holder = run(other.begin(Access::kReadWrite, in(10s)));
    ASSERT_TRUE(run(holder->run({{kLock, {std::int64_t{1}}}})).has_value());
    EXPECT_EQ(refusal({{kGive, {std::int64_t{1}, "bob"}}}).cause, CallCause::kLockTimeout);
}

TEST_F(Batch, ReadsOneMomentAndWritesNothing) {
    ASSERT_TRUE(call({take(1, "ann")}).has_value());
    const auto read = run(client.read({{kOwner, {std::int64_t{1}}}}, in(10s)));
    EXPECT_EQ(read->front().row<std::string>(0), std::tuple{"ann"s});
    const auto write = run(client.read({take(2, "bob")}, in(10s)));
    EXPECT_EQ(write.error().cause, CallCause::kReadOnly);
    EXPECT_EQ(count(), "1");
}

TEST_F(Batch, OneCommandMayCommitByItself) {
    const auto answer = run(client.run_alone(take(1, "ann"), in(10s)));
    ASSERT_TRUE(answer.has_value()) << answer.error().words;
    EXPECT_EQ(answer->changed(), 1u);
    EXPECT_EQ(owner_of(1), "ann");
}

// It is checked after the answer to the command.
TEST_F(Batch, ADeferredConstraintRefusesACommandThatCommitsByItself) {
    (void)server().sql("alter table seats add unique (owner) deferrable initially deferred");
    ASSERT_TRUE(run(client.run_alone(take(1, "ann"), in(10s))).has_value());
    const auto refused = run(client.run_alone(take(2, "ann"), in(10s)));
    EXPECT_EQ(refused.error().cause, CallCause::kUniqueViolation);
    EXPECT_EQ(refused.error().outcome, CallOutcome::kUnavailable);
    EXPECT_EQ(refusal({take(3, "ann")}).cause, CallCause::kUniqueViolation) << "at COMMIT";
    EXPECT_TRUE(run(client.run_alone(take(4, "bob"), in(10s))).has_value());
    EXPECT_EQ(client.counters()["postgres_connects_total"], 1u);
}

TEST_F(Batch, ATypeThatTheColumnHasNotAborts) {
    const auto answers = call({unprepared("select 1::int8, null::text")});
    EXPECT_DEATH((void)(answers->front().row<std::string, std::string>(0)), "reads");
    EXPECT_DEATH((void)(answers->front().row<std::int64_t, std::string>(0)), "has_value");
    EXPECT_DEATH((void)(answers->front().row<std::int64_t>(0)), "columns");
}

}  // namespace
}  // namespace onsale::postgres
