#include "operate/domain/audit_follower.hpp"

namespace onsale::operate {
namespace {

std::string bad_entry(std::uint64_t seq) {
    return "audit entry " + std::to_string(seq) +
           " is missing or changed (its keyed hash does not follow from entry " +
           std::to_string(seq - 1) + ")";
}

}  // namespace

bool AuditFollower::follow(const AuditEntry& entry) {
    const std::uint64_t seq = report_.head.seq + 1;
    if (entry.seq != seq || entry.chain != audit_chain(mac_, report_.head.chain, entry)) {
        report_.damage = bad_entry(seq);
        return false;
    }
    report_.head = {entry.seq, entry.chain};
    if (exported_ == entry.chain) found_ = true;
    if (entry.note.result == "begun")
        begun_.insert(entry.seq);
    else
        begun_.erase(entry.note.begun);
    return true;
}

void AuditFollower::stop_at(const std::string& why) {
    report_.damage = "audit entry " + std::to_string(at() + 1) + " cannot be read: " + why;
}

AuditReport AuditFollower::report() const {
    AuditReport report = report_;
    report.unfinished = begun_.size();
    if (report.damage.empty() && !found_)
        report.damage = "no entry has the head that was asked for: entries after " +
                        std::to_string(report.head.seq) + " were cut off, or all rewritten";
    return report;
}

}  // namespace onsale::operate
