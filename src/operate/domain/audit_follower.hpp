#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>

#include "operate/domain/audit_chain.hpp"

namespace onsale::operate {

struct AuditReport {
    AuditHead head;                // Head after the last valid entry.
    std::string damage{};          // Names the first invalid entry; empty if all are valid.
    std::uint64_t unfinished = 0;  // Begun without a result: the process ended in between.
};

// Follows the chain of a log from its first entry and collects the report.
class AuditFollower {
  public:
    // `exported`: a chain value that was stored elsewhere and must occur in the log.
    // REQUIRES: `mac` outlives the follower.
    explicit AuditFollower(const AuditMac& mac, const std::optional<Sha256Digest>& exported = {})
        : mac_(mac), exported_(exported), found_(!exported || *exported == Sha256Digest{}) {}

    // Takes the next entry. False: it is missing or changed, and the entries after it do not count.
    bool follow(const AuditEntry& entry);
    // The last valid entry; the next one to read is the first with a greater number.
    std::uint64_t at() const { return report_.head.seq; }
    // The next entry cannot be read.
    void stop_at(const std::string& why);
    AuditReport report() const;

  private:
    const AuditMac& mac_;
    std::optional<Sha256Digest> exported_;
    bool found_;
    AuditReport report_;
    std::set<std::uint64_t> begun_;  // Only a few are open at the same time.
};

}  // namespace onsale::operate
