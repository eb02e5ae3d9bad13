#pragma once

#include <chrono>
#include <optional>
#include <span>

#include "adapter/redis/protocol/backoff.hpp"
#include "adapter/redis/protocol/call_error.hpp"
#include "adapter/redis/protocol/command.hpp"
#include "adapter/redis/protocol/deadline.hpp"
#include "adapter/redis/protocol/refusal.hpp"
#include "adapter/redis/protocol/reply.hpp"

namespace onsale::redis {

struct RetryConfig {
    // Redirections one after the other, without waiting; more mean that the nodes disagree.
    int redirections_max = 5;
    // Between tries that were refused or never sent; they go on until the call's deadline.
    Backoff backoff;
};

// What to do next with a call.
struct Step {
    enum class Kind : std::uint8_t { kSend, kWaitAndSend, kAnswer, kFail };

    struct NewMaster {
        Slot slot;
        Endpoint node;
    };

    Kind kind = Kind::kAnswer;
    std::chrono::milliseconds delay{0};   // Of kWaitAndSend.
    std::optional<CallError> error;       // Of kFail.
    std::optional<NewMaster> new_master;  // The map learns this first, whatever the kind.
    bool refresh_map = false;             // The whole map may be out of date.
};

// One call's way through the cluster. A call is repeated only while it is certain that nothing of
// it was done; an unknown outcome ends it at once.
class CallPlan {
  public:
    CallPlan(const RetryConfig& config, Deadline deadline) : config_(config), deadline_(deadline) {}

    // How to send it now: to this node after ASKING, or to the slot's master.
    const std::optional<Endpoint>& ask_at() const { return ask_at_; }
    ScriptForm form() const { return form_; }

    // All answers of the pipeline came. `jitter` is from [0, 1).
    Step answered(std::span<const Reply> answers, bool has_wait, Deadline now, double jitter);
    // No answers came.
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
