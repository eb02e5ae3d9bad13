#pragma once

#include <chrono>
#include <optional>
#include <span>

#include "adapter/redis/protocol/call_error.hpp"
#include "adapter/redis/protocol/command.hpp"
#include "adapter/redis/protocol/deadline.hpp"
#include "adapter/redis/protocol/refusal.hpp"
#include "adapter/redis/protocol/reply.hpp"
#include "base/backoff.hpp"

namespace onsale::redis {

struct RetryConfig {
    // Maximum number of consecutive redirections without a wait. More mean that the nodes disagree.
    int redirections_max = 5;
    // Delay between tries that were rejected or never sent. Tries go on until the call's deadline.
    Backoff backoff;
};

// The next step of a call.
struct Step {
    enum class Kind : std::uint8_t { kSend, kWaitAndSend, kAnswer, kFail };

    struct NewMaster {
        Slot slot;
        Endpoint node;
    };

    Kind kind = Kind::kAnswer;
    std::chrono::milliseconds delay{0};   // For kWaitAndSend.
    std::optional<CallError> error;       // For kFail.
    std::optional<NewMaster> new_master;  // Must be stored in the slot map first, for every kind.
    bool refresh_map = false;             // The whole slot map may be out of date.
};

// Decides how one call finds its way through the cluster. A call is repeated only while it is
// certain that no part of it was executed. An unknown outcome ends it at once.
class CallPlan {
  public:
    CallPlan(const RetryConfig& config, Deadline deadline) : config_(config), deadline_(deadline) {}

    // Where to send the call now: to this node, after ASKING; without a value, to the slot's
    // master.
    const std::optional<Endpoint>& ask_at() const { return ask_at_; }
    ScriptForm form() const { return form_; }

    // All answers of the pipeline have arrived. `jitter` is from [0, 1).
    Step answered(std::span<const Reply> answers, bool has_wait, Deadline now, double jitter);
    // The exchange failed without answers.
    Step failed(const CallError& error, Deadline now, double jitter);

  private:
    Step refused(const Refusal& refusal, const Reply& answer, Deadline now, double jitter);
    Step redirect(const Refusal& refusal, const Reply& answer);
    Step send_text(const Reply& answer);
    Step wait(CallError reason, bool refresh_map, Deadline now, double jitter);

    RetryConfig config_;
    Deadline deadline_;
    std::optional<Endpoint> ask_at_;
    ScriptForm form_ = ScriptForm::kDigest;
    int redirections_ = 0;
    int waits_ = 0;
};

}  // namespace onsale::redis
