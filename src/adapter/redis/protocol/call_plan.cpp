#include "adapter/redis/protocol/call_plan.hpp"

#include <algorithm>

namespace onsale::redis {
namespace {

Step answer() {
    return {.kind = Step::Kind::kAnswer, .error = {}, .new_master = {}};
}

Step send() {
    return {.kind = Step::Kind::kSend, .error = {}, .new_master = {}};
}

Step give_up(CallError error, bool refresh_map) {
    return {.kind = Step::Kind::kFail,
            .error = std::move(error),
            .new_master = {},
            .refresh_map = refresh_map};
}

bool may_help_to_wait(const CallError& error) {
    if (error.outcome == CallOutcome::kOutcomeUnknown) return false;
    return error.cause == CallCause::kNotConnected || error.cause == CallCause::kConnectionLost;
}

// The node may have been replaced: it did not answer or cannot be reached.
bool speaks_against_map(const CallError& error) {
    return may_help_to_wait(error) || error.cause == CallCause::kConnectionLost ||
           error.cause == CallCause::kDeadline;
}

}  // namespace

Step CallPlan::answered(std::span<const Reply> answers, bool has_wait, Deadline now,
                        double jitter) {
    const auto commands = answers.first(answers.size() - (has_wait ? 1 : 0));
    const auto is_refused = [](const Reply& reply) { return refusal_in(reply).has_value(); };
    // If one command was executed, none is repeated: the caller sees which were rejected. WAIT does
    // not count because it changes nothing.
    if (commands.empty() || !std::ranges::all_of(commands, is_refused)) return answer();
    return refused(*refusal_in(commands.front()), commands.front(), now, jitter);
}

Step CallPlan::failed(const CallError& error, Deadline now, double jitter) {
    if (may_help_to_wait(error)) return wait(error, true, now, jitter);
    return give_up(error, speaks_against_map(error));
}

Step CallPlan::refused(const Refusal& refusal, const Reply& reply, Deadline now, double jitter) {
    const auto reason = CallError::unavailable(CallCause::kRefused, reply.text);
    switch (refusal.kind) {
        case Refusal::Kind::kMoved:
        case Refusal::Kind::kAsk:
            return redirect(refusal, reply);
        case Refusal::Kind::kNoScript:
            return send_text(reply);
        case Refusal::Kind::kElsewhere:
            return wait(reason, true, now, jitter);
        case Refusal::Kind::kBusy:
            return wait(reason, false, now, jitter);
        case Refusal::Kind::kFinal:
            return give_up(reason, false);
    }
    return give_up(reason, false);
}

Step CallPlan::redirect(const Refusal& refusal, const Reply& reply) {
    const bool moved = refusal.kind == Refusal::Kind::kMoved;
    Step step = ++redirections_ > config_.redirections_max
                    ? give_up(CallError::unavailable(CallCause::kRedirections, reply.text), true)
                    : send();
    ask_at_.reset();
    if (moved) {
        step.new_master = Step::NewMaster{refusal.slot, refusal.node};
        step.refresh_map = true;
    } else {
        ask_at_ = refusal.node;
    }
    return step;
}

// Sends to the same node again: after ASK, the ASK target stays the target.
Step CallPlan::send_text(const Reply& reply) {
    if (form_ == ScriptForm::kText)
        return give_up(CallError::unavailable(CallCause::kRefused, reply.text), false);
    form_ = ScriptForm::kText;
    return send();
}

Step CallPlan::wait(CallError reason, bool refresh_map, Deadline now, double jitter) {
    const auto delay = config_.backoff.delay(++waits_, jitter);
    if (now + delay >= deadline_) return give_up(std::move(reason), refresh_map);
    ask_at_.reset();
    redirections_ = 0;
    Step step{.kind = Step::Kind::kWaitAndSend, .delay = delay, .error = {}, .new_master = {}};
    step.refresh_map = refresh_map;
    return step;
}

}  // namespace onsale::redis
