#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "adapter/postgres/protocol/call_error.hpp"
#include "adapter/postgres/protocol/rows.hpp"
#include "adapter/postgres/protocol/statement.hpp"
#include "base/result.hpp"

namespace onsale::postgres {

// One Rows for each command.
using Answers = Result<std::vector<Rows>, CallError>;

// When the work of a round becomes durable.
enum class CommitPoint : std::uint8_t {
    kNone,         // Not in this round.
    kLastCommand,  // The last command is a COMMIT.
    kEnd,          // The commands commit by themselves when all are done.
};

// Commands that are sent in one pipeline. After an error the server skips the rest.
struct Round {
    std::vector<Command> commands;
    CommitPoint commit = CommitPoint::kNone;
};

// One thing that libpq reports about a round.
struct ServerAnswer {
    enum class Kind : std::uint8_t {
        kDone,     // A step is done.
        kError,    // The server refused a step and rolls back the transaction.
        kFatal,    // The same, and it closes the connection.
        kSkipped,  // A step after an error.
        kStepEnd,
        kRoundEnd,
        kLost,   // The connection is lost.
        kOther,  // Something that no statement of ours asks for.
    };

    Kind kind = Kind::kOther;
    Rows rows{};
    std::string tag{};  // "INSERT 0 1", "COMMIT", ...
    CallError error{};  // For kError, kFatal and kLost, without its outcome.
};

// Collects the answers to one round, and knows at any moment whether it may be done. A step is a
// command or the preparation of its statement. The server takes them in order: while it owes the
// answer to an earlier step, no COMMIT has begun.
class RoundAnswers {
  public:
    explicit RoundAnswers(CommitPoint commit) : commit_(commit) {}

    // The steps, in the order of sending.
    void expect_preparation(Statement statement) { steps_.emplace_back(statement); }
    void expect_command() { steps_.emplace_back(std::nullopt); }
    bool prepares(Statement statement) const;
    // From now on the bytes that commit, if the round does, may leave the process at any time.
    void send_commit() { commit_is_sent_ = commit_ != CommitPoint::kNone; }

    void take(ServerAnswer answer);
    // A WARNING has arrived. While a transaction commits there is one reason: the wait for a
    // standby was cancelled. The commit stays, but a failover may lose it.
    void warn(std::string words);

    // The statements that the server has prepared for this round.
    const std::vector<Statement>& prepared() const { return prepared_; }
    // Nothing more will come.
    bool is_over() const { return is_over_; }
    // The connection can no longer be used.
    bool is_broken() const { return is_broken_; }
    // REQUIRES: is_over().
    Answers finish() &&;
    // The round ended without the missing answers.
    CallError lost(CallCause cause, std::string words) const;

  private:
    void done(ServerAnswer answer);
    void end_step();
    void end(CallError error);
    bool is_before_commit() const;

    CommitPoint commit_;
    std::vector<std::optional<Statement>> steps_;  // What to prepare; none: a command.
    std::size_t position_ = 0;
    bool commit_is_sent_ = false;
    bool step_is_answered_ = false;
    bool is_over_ = false;
    bool is_broken_ = false;
    std::vector<Statement> prepared_;
    std::vector<Rows> rows_;
    std::optional<CallError> error_;
};

}  // namespace onsale::postgres
