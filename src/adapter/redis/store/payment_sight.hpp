#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "adapter/redis/protocol/deadline.hpp"

namespace onsale::redis {

// What a process tells an event's line about the payment process: arguments of line_payment.
struct PaymentNotice {
    bool is_gone = false;
    std::chrono::milliseconds lasts{};  // How long it has been gone or back.

    std::vector<std::string> arguments() const;
};

// What a process knows of the payment process, from the answers of a StoreWatch. The key it looks
// at is in another slot than the lines, so the process decides, not a script. Thread safety: none;
// used on one loop.
class PaymentSight {
  public:
    void see(bool is_open, Deadline now);

    // None: nothing is known, or the payment process is back so recently that it may not have given
    // back the time of its absence yet.
    std::optional<PaymentNotice> word(Deadline now) const;

  private:
    bool is_blind(Deadline now) const;

    std::optional<Deadline> answered_at_;
    std::optional<Deadline> open_at_;  // Last seen open.
    std::optional<Deadline> gone_at_;
    std::optional<Deadline> back_at_;
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
