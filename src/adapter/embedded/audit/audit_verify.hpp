#pragma once

#include <cstdint>
#include <optional>

#include "adapter/embedded/audit/audit_log.hpp"
#include "operate/domain/audit_follower.hpp"

namespace onsale::embedded {

// Follows the chain from the first entry. The log may be in use. `exported` is a chain value that
// was stored elsewhere and must occur in the log. Throws SqliteError if there is no such file.
operate::AuditReport verify_audit(const Storage& storage, const operate::AuditMac& mac,
                                  const std::optional<Sha256Digest>& exported = std::nullopt);

// Throws BadAuditLog if entries are lost after a damaged place in the write-ahead log.
// REQUIRES: the log is not open.
void require_sound_audit_wal(const Storage& storage);

}  // namespace onsale::embedded
