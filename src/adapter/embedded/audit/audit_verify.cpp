#include "adapter/embedded/audit/audit_verify.hpp"

#include <algorithm>
#include <set>

#include "adapter/embedded/journal/wal_scan.hpp"

namespace onsale::embedded {
namespace {

// Entries per read. The log may be long, and a long read would keep its write-ahead log from being
// truncated.
constexpr std::size_t kPage = 1'000;

std::string bad_entry(std::uint64_t seq) {
    return "audit entry " + std::to_string(seq) +
           " is missing or changed (its keyed hash does not follow from entry " +
           std::to_string(seq - 1) + ")";
}

// Follows the chain over the entries and collects the report.
class Follower {
  public:
    Follower(const AuditMac& mac, const std::optional<Sha256Digest>& exported)
        : mac_(mac), exported_(exported), found_(!exported || *exported == Sha256Digest{}) {}

    bool follow(const AuditEntry& entry) {
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

    AuditReport report() {
        if (report_.damage.empty() && !found_)
            report_.damage = "no entry has the head that was asked for: entries after " +
                             std::to_string(report_.head.seq) + " were cut off, or all rewritten";
        report_.unfinished = begun_.size();
        return report_;
    }
    std::uint64_t at() const { return report_.head.seq; }
    void stop_at(const std::string& why) {
        report_.damage = "audit entry " + std::to_string(at() + 1) + " cannot be read: " + why;
    }

  private:
    const AuditMac& mac_;
    const std::optional<Sha256Digest>& exported_;
    bool found_;
    AuditReport report_;
    std::set<std::uint64_t> begun_;  // Only a few are open at the same time.
};

// Reads the entries after the last one read, not by expected number: an entry whose number was
// increased is still found, and the first wrong entry ends the loop.
bool follow_page(const Storage& storage, Follower& follower) {
    const auto page = read_audit(storage, follower.at(), kPage);
    return !page.empty() && std::ranges::all_of(page, [&](const AuditEntry& entry) {
        return follower.follow(entry);
    });
}

// A number below 1 precedes the first page of follow_page().
bool begins_at_one(const Storage& storage) {
    Database database{storage, kAuditFile, Database::Mode::kReadOnly};
    auto first = database.prepare("SELECT 1 FROM audit WHERE seq < 1 LIMIT 1");
    return !first.step();
}

}  // namespace

AuditReport verify_audit(const Storage& storage, const AuditMac& mac,
                         const std::optional<Sha256Digest>& exported) {
    Follower follower{mac, exported};
    (void)read_audit_head(storage);  // Throws if there is no file, which is not damage of an entry.
    try {
        if (!begins_at_one(storage))
            follower.stop_at("an entry before it has a number below 1");
        else
            while (follow_page(storage, follower)) {
            }
    } catch (const SqliteError& error) {
        follower.stop_at(error.what());
    }
    return follower.report();
}

void require_sound_audit_wal(const Storage& storage) {
    if (const auto damage = scan_wal(storage, kAuditWalFile))
        throw BadAuditLog{storage.path(kAuditWalFile) + ": " + damage->message +
                          "; entries behind it are lost: keep a copy of audit.db and audit.db-wal, "
                          "then remove audit.db-wal"};
}

}  // namespace onsale::embedded
