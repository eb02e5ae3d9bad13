#include <gtest/gtest.h>

#include "tests/postgres/client/postgres_site.hpp"

namespace onsale::postgres {
namespace {

class TransactionTest : public OnPostgres {
  protected:
    Transaction begin(Access access = Access::kReadWrite) {
        return *run(client.begin(access, in(10s)));
    }

    Client client{loop, config_of({host_of(server())})};
};

TEST_F(TransactionTest, ReadsDecidesAndWrites) {
    (void)server().sql("insert into seats values (1, 'ann')");
    Transaction transaction = begin();
    const auto locked = run(transaction.run({{kLock, {std::int64_t{1}}}}));
    const auto [owner] = locked->front().row<std::string>(0);
    const auto done = run(transaction.commit({{kGive, {std::int64_t{1}, owner + "ie"}}}));
    ASSERT_TRUE(done.has_value()) << done.error().words;
    EXPECT_EQ(done->size(), 1u);
    EXPECT_EQ(owner_of(1), "annie");
}

TEST_F(TransactionTest, OthersDoNotSeeItBeforeItsCommit) {
    Transaction transaction = begin();
    ASSERT_TRUE(run(transaction.run({take(1, "ann")})).has_value());
    EXPECT_EQ(count(), "0");
    ASSERT_TRUE(run(transaction.commit()).has_value());
    EXPECT_EQ(count(), "1");
}

TEST_F(TransactionTest, WithoutACommitItIsRolledBack) {
    {
        Transaction transaction = begin();
        ASSERT_TRUE(run(transaction.run({take(1, "ann")})).has_value());
    }
    const auto again = run(client.run({take(1, "bob")}, in(10s)));
    ASSERT_TRUE(again.has_value()) << again.error().words;
    EXPECT_EQ(owner_of(1), "bob");
    run_until([&] { return client.counters()["postgres_connections_idle"] > 0; });
    EXPECT_EQ(client.counters()["postgres_connections_lost_total"], 0u);
}

TEST_F(TransactionTest, AfterAnErrorItSaysTheSameAgain) {
    Transaction transaction = begin();
    const auto first = run(transaction.run({take(1, "")}));
    EXPECT_EQ(first.error().cause, CallCause::kConstraint);
    EXPECT_EQ(run(transaction.run({take(1, "ann")})).error(), first.error());
    EXPECT_EQ(run(transaction.commit()).error(), first.error());
    EXPECT_EQ(count(), "0");
}

TEST_F(TransactionTest, EndsWithItsCommit) {
    Transaction transaction = begin();
    ASSERT_TRUE(run(transaction.commit({take(1, "ann")})).has_value());
    EXPECT_EQ(run(transaction.run({take(2, "bob")})).error().outcome, CallOutcome::kUnavailable);
    EXPECT_EQ(count(), "1");
}

TEST_F(TransactionTest, OneThatOnlyReadsSeesOneMoment) {
    Transaction reader = begin(Access::kReadOnly);
    const Command count_all = unprepared("select count(*) from seats");
    EXPECT_EQ(run(reader.run({count_all}))->front().row<std::int64_t>(0), std::tuple{0});
    (void)server().sql("insert into seats values (1, 'ann')");
    EXPECT_EQ(run(reader.run({count_all}))->front().row<std::int64_t>(0), std::tuple{0});
    EXPECT_TRUE(run(reader.commit()).has_value());
}

TEST_F(TransactionTest, OfTwoThatWaitForEachOtherOneIsAConflict) {
    (void)server().sql("insert into seats values (1, 'ann'), (2, 'bob')");
    Transaction one = begin();
    Transaction two = begin();
    ASSERT_TRUE(run(one.run({{kLock, {std::int64_t{1}}}})).has_value());
    ASSERT_TRUE(run(two.run({{kLock, {std::int64_t{2}}}})).has_value());
    std::vector<Answers> ended;
    const auto note = [&](Answers answers) { ended.push_back(std::move(answers)); };
    spawn(one.commit({{kLock, {std::int64_t{2}}}}), note);
    spawn(two.commit({{kLock, {std::int64_t{1}}}}), note);
    run_until([&] { return ended.size() == 2; });
    ASSERT_NE(ended[0].has_value(), ended[1].has_value());
    const CallError& error = ended[ended[0].has_value() ? 1 : 0].error();
    EXPECT_EQ(error.cause, CallCause::kConflict);
    EXPECT_EQ(error.outcome, CallOutcome::kUnavailable);
}

TEST_F(TransactionTest, TheServerEndsOneThatIsForgotten) {
    Config config = config_of({host_of(server())});
    config.idle_in_transaction_max = 100ms;
    Client impatient{loop, config};
    auto forgotten = run(impatient.begin(Access::kReadWrite, in(10s)));
    ASSERT_TRUE(run(forgotten->run({take(1, "ann")})).has_value());
    EXPECT_TRUE(run(client.run({take(1, "bob")}, in(10s))).has_value());
    const auto late = run(forgotten->commit());
    EXPECT_EQ(late.error().outcome, CallOutcome::kUnavailable);
    EXPECT_EQ(late.error().cause, CallCause::kConnectionLost);
}

}  // namespace
}  // namespace onsale::postgres
