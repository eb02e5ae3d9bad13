#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "adapter/embedded/outbox/consumer.hpp"

namespace onsale::embedded {

// Hands the outbox's messages to consumers, in order, each at its own pace, at least once.
// Thread safety: none; the courier owns it (a simulation simply calls it).
class Delivery {
  public:
    // Reports what went wrong, once per failure.
    using Report = std::function<void(const std::string&)>;

    // Throws SqliteError. REQUIRES: the journal has been opened, so that there is an outbox.
    Delivery(Storage storage, std::vector<std::shared_ptr<Consumer>> consumers, Report report);

    // Each consumer's next piece; true if there is more to do now. A consumer that has missed what
    // the outbox no longer has is built again. Throws SqliteError when the outbox cannot be read.
    bool step(const Breath& breath = no_rest);
    // Everything up to here was applied by all, durably, and is older than `retention`; at most
    // kPrunePiece messages from the oldest on. 0: nothing.
    std::uint64_t prunable(Duration retention);
    // Applies again what was put aside; how many are left.
    std::size_t retry_dead_letters();
    // Empties every consumer's file; the next step fills it again from the journal.
    void begin_anew();
    // Some consumer's file is not whole yet.
    bool rebuilding() const;

    // The last message that every consumer has applied or put aside.
    std::uint64_t cursor() const;
    std::size_t dead_letters();

    static constexpr std::size_t kPrunePiece = 1'000;
    static constexpr int kTriesMax = 5;
    static constexpr std::size_t kDeadLettersMax = 10'000;  // Looked at in one go.

  private:
    struct Recipient {
        std::shared_ptr<Consumer> consumer;
        int tries = 0;                       // Of the next message.
        std::uint64_t one_by_one_until = 0;  // Up to this message there is a bad one.
    };

    bool step(Recipient& recipient, const Breath& breath);
    bool rebuild_if_needed(Recipient& recipient, const Breath& breath);
    bool hand_over(Recipient& recipient, const std::vector<OutboxRow>& rows);
    bool refused(Recipient& recipient, const std::vector<OutboxRow>& rows,
                 const std::string& reason);

    Storage storage_;
    Database outbox_;
    std::vector<Recipient> recipients_;
    Report report_;
};

}  // namespace onsale::embedded
