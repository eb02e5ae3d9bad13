#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "adapter/embedded/audit/audit_log.hpp"

namespace onsale::embedded {

struct AuditReport {
    AuditHead head;                // Of the last good entry.
    std::string damage{};          // Names the first bad entry; empty if all are good.
    std::uint64_t unfinished = 0;  // Begun, and no result: the process ended in between.
};

// Follows the chain from the first entry, also beside a log in use. `exported`: a chain value that
// was kept elsewhere and must be one of the log's. Throws SqliteError if there is no such file.
AuditReport verify_audit(const Storage& storage, const AuditMac& mac,
                         const std::optional<Sha256Digest>& exported = std::nullopt);

// Throws BadAuditLog when entries are lost behind a damaged place of the write-ahead log.
// REQUIRES: nobody has the log open.
void require_sound_audit_wal(const Storage& storage);

}  // namespace onsale::embedded
