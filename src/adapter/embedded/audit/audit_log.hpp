#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "adapter/embedded/journal/sqlite.hpp"
#include "base/audit_note.hpp"
#include "base/result.hpp"
#include "operate/domain/audit_chain.hpp"

namespace onsale::embedded {

constexpr std::string_view kAuditFile = "audit.db";
constexpr std::string_view kAuditWalFile = "audit.db-wal";

// The file was written by a newer Onsale, or is damaged. The message says where.
class BadAuditLog : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

enum class AuditError : std::uint8_t {
    kDiskFull,  // Certainly not written; may be retried.
    kFailed,    // May or may not be written. Nothing more is written until a restart has checked.
};

// The operators' log: one row per entry in a SQLite file of its own (WAL, synchronous FULL).
// docs/format/audit.md describes the schema.
// Thread safety: none.
class AuditLog {
  public:
    // Creates the file if it does not exist. Throws BadAuditLog or SqliteError.
    AuditLog(const Storage& storage, operate::AuditMac mac);

    // The entry is durable when a head is returned. Long fields are truncated and other bytes than
    // printable ASCII are escaped.
    Result<AuditHead, AuditError> append(Instant at, const AuditNote& note);

    const AuditHead& head() const { return head_; }

  private:
    void prepare_schema();

    operate::AuditMac mac_;
    Database database_;
    std::optional<Statement> insert_;
    AuditHead head_;
    bool failed_ = false;
};

// Up to `limit` entries after `after`, without checking the chain. The log may be in use. Throws
// SqliteError.
std::vector<AuditEntry> read_audit(const Storage& storage, std::uint64_t after, std::size_t limit);
AuditHead read_audit_head(const Storage& storage);

// Whether there is an audit log with at least one entry. Throws BadAuditLog or SqliteError.
// REQUIRES: the log is not open.
bool has_audit_entries(const Storage& storage);

}  // namespace onsale::embedded
