#include "adapter/postgres/protocol/round.hpp"

#include <algorithm>
#include <utility>

namespace onsale::postgres {

using Kind = ServerAnswer::Kind;

bool RoundAnswers::prepares(Statement statement) const {
    return std::ranges::any_of(steps_, [&](const std::optional<Statement>& step) {
        return step && step->name() == statement.name();
    });
}

void RoundAnswers::take(ServerAnswer answer) {
    if (is_over_) return;
    switch (answer.kind) {
        case Kind::kDone:
            return done(std::move(answer));
        case Kind::kSkipped:
            step_is_answered_ = true;
            return;
        case Kind::kError:
            step_is_answered_ = true;
            if (!error_) error_ = std::move(answer.error);
            return;
        case Kind::kFatal:
            if (is_before_commit()) return end(std::move(answer.error));
            return end(lost(answer.error.cause, std::move(answer.error.words)));
        case Kind::kStepEnd:
            return end_step();
        case Kind::kRoundEnd:
            if (position_ != steps_.size())
                return end(lost(CallCause::kBadAnswer, "the round ended before its last step"));
            is_over_ = true;
            return;
        case Kind::kLost:
            return end(lost(answer.error.cause, std::move(answer.error.words)));
        case Kind::kOther:
            return end(lost(CallCause::kBadAnswer, "an answer that nothing asked for"));
    }
}

void RoundAnswers::done(ServerAnswer answer) {
    if (position_ >= steps_.size() || step_is_answered_)
        return end(lost(CallCause::kBadAnswer, "more answers than steps"));
    step_is_answered_ = true;
    // COMMIT in a transaction that has failed is carried out as ROLLBACK, without an error.
    const bool commits = commit_ == CommitPoint::kLastCommand && position_ + 1 == steps_.size();
    if (commits && answer.tag != "COMMIT" && !error_)
        error_ = CallError::unavailable(CallCause::kRefused, "COMMIT was answered " + answer.tag);
    if (const auto& statement = steps_[position_])
        prepared_.push_back(*statement);
    else
        rows_.push_back(std::move(answer.rows));
}

// An error at the end of a round, when its commands commit by themselves, has no step of its own.
void RoundAnswers::end_step() {
    if (!std::exchange(step_is_answered_, false))
        return end(lost(CallCause::kBadAnswer, "a step ended without an answer"));
    if (position_ < steps_.size()) ++position_;
}

void RoundAnswers::end(CallError error) {
    is_over_ = true;
    is_broken_ = true;
    // The server has rolled back, so the first error stays certain.
    if (!error_) error_ = std::move(error);
}

void RoundAnswers::warn(std::string words) {
    // Commands that commit by themselves do so after their answers; libpq may report the warning
    // before we take those.
    if (commit_ == CommitPoint::kNone ||
        (commit_ == CommitPoint::kLastCommand && is_before_commit()))
        return;
    if (!error_) error_ = CallError::unknown(CallCause::kNotReplicated, std::move(words));
}

bool RoundAnswers::is_before_commit() const {
    if (commit_ == CommitPoint::kNone) return true;
    const std::size_t commit_at =
        commit_ == CommitPoint::kLastCommand ? steps_.size() - 1 : steps_.size();
    return position_ < commit_at;
}

Answers RoundAnswers::finish() && {
    if (error_) return fail(*std::move(error_));
    return std::move(rows_);
}

CallError RoundAnswers::lost(CallCause cause, std::string words) const {
    return commit_is_sent_ ? CallError::unknown(cause, std::move(words))
                           : CallError::unavailable(cause, std::move(words));
}

}  // namespace onsale::postgres
