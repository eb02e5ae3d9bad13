#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "adapter/embedded/audit/audit_log.hpp"

namespace onsale::embedded {

struct AuditReport {
    AuditHead head;                // Head after the last valid entry.
    std::string damage{};          // Names the first invalid entry; empty if all are valid.
    std::uint64_t unfinished = 0;  // Begun without a result: the process ended in between.
};

// Follows the chain from the first entry. The log may be in use. `exported` is a chain value that
// was stored elsewhere and must occur in the log. Throws SqliteError if there is no such file.
AuditReport verify_audit(const Storage& storage, const AuditMac& mac,
                         const std::optional<Sha256Digest>& exported = std::nullopt);

// Throws BadAuditLog if entries are lost after a damaged place in the write-ahead log.
// REQUIRES: the log is not open.
void require_sound_audit_wal(const Storage& storage);

}  // namespace onsale::embedded
