#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "adapter/embedded/outbox/consumer.hpp"

namespace onsale::embedded {

// Delivers the outbox's messages to consumers, in order, each at its own pace, at least once.
// Thread safety: none; the courier owns it (a simulation calls it directly).
class Delivery {
  public:
    // Called once per failure with the reason.
    using Report = std::function<void(const std::string&)>;

    // Throws SqliteError. REQUIRES: the journal has been opened, so that there is an outbox.
    Delivery(Storage storage, std::vector<std::shared_ptr<Consumer>> consumers, Report report);

    // Delivers each consumer's next piece. Returns true if there is more to do now. A consumer that
    // missed messages already pruned from the outbox, or whose file is damaged, is rebuilt. Throws
    // SqliteError if the outbox cannot be read.
    bool step(const YieldCallback& yield = no_yield);
    // The last message that may be pruned: everything up to it was durably applied by all consumers
    // and is older than `retention`. Covers at most kPrunePiece messages from the oldest on. 0:
    // none.
    std::uint64_t prunable(Duration retention);
    // Applies messages again that were put aside. Returns how many are left.
    std::size_t retry_dead_letters();
    // Empties every consumer's file. The next step rebuilds it from the journal.
    void begin_anew();
    // True if a consumer's file is incomplete.
    bool rebuilding() const;

    // The last message that every consumer has applied or put aside.
    std::uint64_t cursor() const;
    std::size_t dead_letters();

    static constexpr std::size_t kPrunePiece = 1'000;
    static constexpr int kTriesMax = 5;
    static constexpr std::size_t kDeadLettersMax = 10'000;  // Maximum number read at once.

  private:
    struct Recipient {
        std::shared_ptr<Consumer> consumer;
        int tries = 0;  // Tries of the next message.
        // Up to this message there is a bad one, so messages are applied one by one.
        std::uint64_t one_by_one_until = 0;
        bool began_anew = false;  // After damage.
    };

    bool step(Recipient& recipient, const YieldCallback& yield);
    bool rebuild_if_needed(Recipient& recipient, const YieldCallback& yield);
    bool hand_over(Recipient& recipient, const std::vector<OutboxRow>& rows);
    bool began_anew_after(const SqliteError& error, Recipient& recipient);
    bool refused(Recipient& recipient, const std::vector<OutboxRow>& rows,
                 const std::string& reason);

    Storage storage_;
    Database outbox_;
    std::vector<Recipient> recipients_;
    Report report_;
};

}  // namespace onsale::embedded
