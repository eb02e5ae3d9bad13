#pragma once

#include <chrono>
#include <optional>
#include <utility>
#include <vector>

#include "adapter/postgres/client/client.hpp"
#include "base/time.hpp"
#include "operate/domain/audit_follower.hpp"
#include "operate/port/audit_book.hpp"

namespace onsale::postgres {

// The operators' log of a deployment, in the tables audit and audit_head. Any number of processes
// write it: whoever has the lock of audit_head writes the next entry, so there is one chain. All
// processes have the same key.
// Suspends: every call, for at most `patience`.
// REQUIRES: outlives its calls.
class AuditBook final : public operate::AuditBook {
  public:
    AuditBook(Client& client, operate::AuditMac mac, const TimeSource& time,
              std::chrono::milliseconds patience = std::chrono::seconds{5})
        : client_(client), mac_(std::move(mac)), time_(time), patience_(patience) {}

    // After a failure the text says whether the entry may be in the log. A repeated call adds
    // another entry.
    Work<AuditHead> record(AuditNote note) override;
    Work<AuditHead> head() override;
    Work<std::vector<AuditEntry>> page(std::uint64_t after, std::size_t limit) override;

    // Follows the chain from the first entry up to the head as it was at the beginning. `exported`:
    // a chain value that was stored elsewhere and must occur in the log.
    Work<operate::AuditReport> verify(std::optional<Sha256Digest> exported = std::nullopt);

  private:
    Deadline deadline() const { return std::chrono::steady_clock::now() + patience_; }

    Client& client_;
    operate::AuditMac mac_;
    const TimeSource& time_;
    std::chrono::milliseconds patience_;
};

}  // namespace onsale::postgres
