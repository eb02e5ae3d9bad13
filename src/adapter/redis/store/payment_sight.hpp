#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "adapter/redis/protocol/deadline.hpp"

namespace onsale::redis {

// The state of the payment process, reported to an event's line: arguments of line_payment.
struct PaymentNotice {
    bool is_gone = false;
    std::chrono::milliseconds lasts{};  // How long it has been gone or back.

    std::vector<std::string> arguments() const;
};

// Tracks the state of the payment process from the answers of a StoreWatch. The key it reads is in
// another slot than the lines, so the process decides, not a script.
// Thread safety: none; used on one loop.
class PaymentSight {
  public:
    // `open_for`: remaining life of the payment process's key, which each beat renews; none if the
    // key is missing.
    void see(std::optional<std::chrono::milliseconds> open_for, Deadline now);

    // Nullopt: nothing is known, or the payment process is back so recently that it may not have
    // given back the time of its absence yet.
    std::optional<PaymentNotice> word(Deadline now) const;

    // The payment process may have died, though its key is still there, or it was late and may give
    // back the time now. Until this is known, nothing that is held may end.
    bool is_doubtful(Deadline now) const;

  private:
    bool is_blind(Deadline now) const;

    std::optional<Deadline> answered_at_;
    std::optional<Deadline> beat_at_;  // Last known beat.
    std::optional<Deadline> gone_at_;
    std::optional<Deadline> back_at_;
    Deadline doubtful_until_{};
};

// Last state reported to the line.
class PaymentTold {
  public:
    // An absence is repeated, because Redis may have lost it.
    bool is_news(const PaymentNotice& word, Deadline now) const;
    void told(const PaymentNotice& word, Deadline now);
    void forget() { last_.reset(); }

  private:
    struct Last {
        bool is_gone;
        Deadline at;
    };
    std::optional<Last> last_;
};

}  // namespace onsale::redis
