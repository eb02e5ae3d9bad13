#include "adapter/postgres/protocol/sqlstate.hpp"

#include <gtest/gtest.h>

#include "tests/support/enum_words.hpp"

namespace onsale::postgres {
namespace {

TEST(Sqlstate, TellsTheCausesThatCallersTreatDifferently) {
    const std::pair<std::string_view, CallCause> cases[] = {
        {"40001", CallCause::kConflict},
        {"40P01", CallCause::kConflict},
        {"23505", CallCause::kUniqueViolation},
        {"23514", CallCause::kConstraint},
        {"55P03", CallCause::kLockTimeout},
        {"25006", CallCause::kReadOnly},
        {"53100", CallCause::kDiskFull},
        {"53300", CallCause::kTooManyConnections},
        {"28P01", CallCause::kAuthentication},
        {"28000", CallCause::kAuthentication},
        {"42501", CallCause::kPermission},
        {"42P01", CallCause::kSchema},
        {"42601", CallCause::kRefused},
        {"57014", CallCause::kCancelled},
        {"57P01", CallCause::kConnectionLost},
        {"08006", CallCause::kConnectionLost},
        {"08P01", CallCause::kRefused},
        {"25P03", CallCause::kConnectionLost},
        {"", CallCause::kRefused}};
    for (const auto& [state, cause] : cases)
        EXPECT_EQ(cause_of(state), cause) << state;
}

TEST(Sqlstate, AConnectErrorHasTheStateThatTheTextContains) {
    const CallError error = connect_error(
        "connection to server at \"127.0.0.1\", port 5432 failed: FATAL:  28P01: password "
        "authentication failed for user \"onsale\"\nLOCATION:  auth_failed, auth.c:338\n");
    EXPECT_EQ(error.outcome, CallOutcome::kUnavailable);
    EXPECT_EQ(error.cause, CallCause::kAuthentication);
    EXPECT_EQ(error.sqlstate, "28P01");
    EXPECT_TRUE(error.words.ends_with("failed for user \"onsale\"")) << error.words;
}

TEST(Sqlstate, AServerThatStartsIsOnlyNotThereYet) {
    const CallError error = connect_error("failed: FATAL:  57P03: the database system is starting");
    EXPECT_EQ(error.cause, CallCause::kNotConnected);
    EXPECT_EQ(error.sqlstate, "57P03");
}

TEST(Sqlstate, AConnectErrorOfTheSystemHasNone) {
    const CallError error = connect_error("could not connect:  Connection refused\n");
    EXPECT_EQ(error.cause, CallCause::kNotConnected);
    EXPECT_EQ(error.sqlstate, "");
    EXPECT_EQ(connect_error("").words, "");
}

TEST(Sqlstate, EveryCauseHasItsWord) {
    test::expect_own_words<CallCause>();
}

}  // namespace
}  // namespace onsale::postgres
