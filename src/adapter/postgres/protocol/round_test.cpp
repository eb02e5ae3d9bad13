#include "adapter/postgres/protocol/round.hpp"

#include <gtest/gtest.h>

namespace onsale::postgres {
namespace {

using Kind = ServerAnswer::Kind;

ServerAnswer done(std::string tag = "SELECT 1") {
    return {.kind = Kind::kDone, .tag = std::move(tag)};
}
ServerAnswer failed(Kind kind, CallCause cause) {
    return {.kind = kind, .error = CallError::unavailable(cause, "words")};
}

// A round whose bytes are on their way.
RoundAnswers sent(CommitPoint commit, int commands) {
    RoundAnswers answers{commit};
    for (int i = 0; i < commands; ++i)
        answers.expect_command();
    answers.send_commit();
    return answers;
}

void take(RoundAnswers& answers, std::vector<ServerAnswer> all) {
    for (ServerAnswer& answer : all) {
        const bool has_end = answer.kind != Kind::kRoundEnd && answer.kind != Kind::kLost;
        answers.take(std::move(answer));
        if (has_end) answers.take({.kind = Kind::kStepEnd});
    }
}

CallError error_of(RoundAnswers answers) {
    EXPECT_TRUE(answers.is_over());
    return std::move(answers).finish().error();
}

const ServerAnswer kRoundEnd{.kind = Kind::kRoundEnd};
const ServerAnswer kSkipped{.kind = Kind::kSkipped};

TEST(Round, HasTheRowsOfEachCommandButNotOfPreparations) {
    RoundAnswers answers{CommitPoint::kLastCommand};
    answers.expect_preparation(Statement{"insert", "insert ..."});
    answers.expect_command();
    answers.expect_command();
    take(answers, {done(""), done("INSERT 0 1"), done("COMMIT"), kRoundEnd});
    ASSERT_TRUE(answers.is_over());
    EXPECT_FALSE(answers.is_broken());
    EXPECT_EQ(answers.prepared().at(0).name(), "insert");
    EXPECT_EQ(std::move(answers).finish()->size(), 2u);
}

TEST(Round, AStatementThatWasNotPreparedIsNotTakenForIt) {
    RoundAnswers answers{CommitPoint::kNone};
    const Statement statement{"insert", "insert ..."};
    EXPECT_FALSE(answers.prepares(statement));
    answers.expect_preparation(statement);
    answers.expect_command();
    EXPECT_TRUE(answers.prepares(statement));
    take(answers, {failed(Kind::kError, CallCause::kSchema), kSkipped, kRoundEnd});
    EXPECT_TRUE(answers.prepared().empty());
}

TEST(Round, AnErrorOfTheServerIsCertain) {
    for (const CommitPoint commit :
         {CommitPoint::kNone, CommitPoint::kLastCommand, CommitPoint::kEnd}) {
        RoundAnswers answers = sent(commit, 3);
        take(answers, {done(), failed(Kind::kError, CallCause::kConflict), kSkipped, kRoundEnd});
        EXPECT_FALSE(answers.is_broken());
        EXPECT_EQ(error_of(std::move(answers)),
                  CallError::unavailable(CallCause::kConflict, "words"));
    }
}

TEST(Round, TheCommitItselfMayBeRefused) {
    RoundAnswers answers = sent(CommitPoint::kLastCommand, 2);
    take(answers, {done(), failed(Kind::kError, CallCause::kConflict), kRoundEnd});
    EXPECT_EQ(error_of(std::move(answers)).outcome, CallOutcome::kUnavailable);
}

// Deferred constraints of a command that commits by itself are checked after its answer.
TEST(Round, AnErrorAfterTheLastStepIsTheErrorOfTheRound) {
    RoundAnswers answers = sent(CommitPoint::kEnd, 1);
    take(answers,
         {done("INSERT 0 1"), failed(Kind::kError, CallCause::kUniqueViolation), kRoundEnd});
    EXPECT_EQ(error_of(std::move(answers)),
              CallError::unavailable(CallCause::kUniqueViolation, "words"));
}

TEST(Round, ALossAfterTheCommitWasSentIsUnknown) {
    for (const CommitPoint commit : {CommitPoint::kLastCommand, CommitPoint::kEnd}) {
        RoundAnswers answers = sent(commit, 2);
        take(answers, {done(), failed(Kind::kLost, CallCause::kConnectionLost)});
        EXPECT_TRUE(answers.is_broken());
        EXPECT_EQ(error_of(std::move(answers)).outcome, CallOutcome::kOutcomeUnknown);
    }
}

TEST(Round, ALossWithoutACommitIsCertain) {
    RoundAnswers answers = sent(CommitPoint::kNone, 2);
    take(answers, {done(), failed(Kind::kLost, CallCause::kConnectionLost)});
    EXPECT_EQ(error_of(std::move(answers)).outcome, CallOutcome::kUnavailable);
}

TEST(Round, ALossBeforeTheCommitWasSentIsCertain) {
    RoundAnswers answers{CommitPoint::kLastCommand};
    answers.expect_command();
    EXPECT_EQ(answers.lost(CallCause::kDeadline, "").outcome, CallOutcome::kUnavailable);
    answers.send_commit();
    EXPECT_EQ(answers.lost(CallCause::kDeadline, "").outcome, CallOutcome::kOutcomeUnknown);
}

// The server answers in order, so it has not come to the COMMIT.
TEST(Round, AServerThatEndsTheConnectionBeforeTheCommitHasNotDoneIt) {
    RoundAnswers answers = sent(CommitPoint::kLastCommand, 3);
    take(answers, {done(), failed(Kind::kFatal, CallCause::kConnectionLost)});
    EXPECT_TRUE(answers.is_broken());
    EXPECT_EQ(error_of(std::move(answers)).outcome, CallOutcome::kUnavailable);
}

TEST(Round, AServerThatEndsTheConnectionInTheCommitMayHaveDoneIt) {
    RoundAnswers answers = sent(CommitPoint::kLastCommand, 2);
    take(answers, {done(), failed(Kind::kFatal, CallCause::kConnectionLost)});
    EXPECT_EQ(error_of(std::move(answers)).outcome, CallOutcome::kOutcomeUnknown);
}

TEST(Round, AnErrorStaysCertainWhenTheConnectionIsLostAfterIt) {
    RoundAnswers answers = sent(CommitPoint::kLastCommand, 2);
    take(answers, {failed(Kind::kError, CallCause::kLockTimeout),
                   failed(Kind::kLost, CallCause::kConnectionLost)});
    EXPECT_TRUE(answers.is_broken());
    EXPECT_EQ(error_of(std::move(answers)),
              CallError::unavailable(CallCause::kLockTimeout, "words"));
}

TEST(Round, AWarningOfTheCommitIsUnknown) {
    RoundAnswers answers = sent(CommitPoint::kLastCommand, 2);
    take(answers, {done()});
    answers.warn("canceling wait");
    take(answers, {done("COMMIT"), kRoundEnd});
    EXPECT_FALSE(answers.is_broken());
    EXPECT_EQ(error_of(std::move(answers)),
              CallError::unknown(CallCause::kNotReplicated, "canceling wait"));
}

TEST(Round, AWarningOfAnotherCommandIsNone) {
    RoundAnswers answers = sent(CommitPoint::kLastCommand, 2);
    answers.warn("something");
    take(answers, {done(), done("COMMIT"), kRoundEnd});
    EXPECT_TRUE(std::move(answers).finish().has_value());
}

TEST(Round, ACommandThatCommitsByItselfMayWarnBeforeItsAnswer) {
    RoundAnswers answers = sent(CommitPoint::kEnd, 1);
    answers.warn("canceling wait");
    take(answers, {done("INSERT 0 1"), kRoundEnd});
    EXPECT_EQ(error_of(std::move(answers)).outcome, CallOutcome::kOutcomeUnknown);
}

TEST(Round, ACommitThatRolledBackIsNotDone) {
    RoundAnswers answers = sent(CommitPoint::kLastCommand, 1);
    take(answers, {done("ROLLBACK"), kRoundEnd});
    EXPECT_EQ(error_of(std::move(answers)).outcome, CallOutcome::kUnavailable);
}

TEST(Round, AServerThatAnswersTooMuchOrTooLittleIsBroken) {
    const std::vector<ServerAnswer> cases[] = {
        {done(), done(), done()}, {done(), kRoundEnd}, {{.kind = Kind::kOther}}};
    for (const auto& answers_of_server : cases) {
        RoundAnswers answers = sent(CommitPoint::kEnd, 2);
        take(answers, answers_of_server);
        EXPECT_TRUE(answers.is_broken());
        EXPECT_EQ(error_of(std::move(answers)).cause, CallCause::kBadAnswer);
    }
    RoundAnswers answers = sent(CommitPoint::kEnd, 1);
    answers.take({.kind = Kind::kStepEnd});
    EXPECT_TRUE(answers.is_broken()) << "a step without an answer";
}

}  // namespace
}  // namespace onsale::postgres
