#include "adapter/embedded/audit/audit_verify.hpp"

#include <algorithm>

#include "adapter/embedded/journal/wal_scan.hpp"

namespace onsale::embedded {
namespace {

// Entries per read. The log may be long, and a long read would keep its write-ahead log from being
// truncated.
constexpr std::size_t kPage = 1'000;

// Reads the entries after the last one read, not by expected number: an entry whose number was
// increased is still found, and the first wrong entry ends the loop.
bool follow_page(const Storage& storage, operate::AuditFollower& follower) {
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

operate::AuditReport verify_audit(const Storage& storage, const operate::AuditMac& mac,
                                  const std::optional<Sha256Digest>& exported) {
    operate::AuditFollower follower{mac, exported};
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
