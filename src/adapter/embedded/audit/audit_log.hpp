#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "adapter/embedded/journal/sqlite.hpp"
#include "base/audit_note.hpp"
#include "base/result.hpp"

namespace onsale::embedded {

constexpr std::string_view kAuditFile = "audit.db";
constexpr std::string_view kAuditWalFile = "audit.db-wal";

// The keyed hash behind the chain; whoever edits the file does not have the key.
using AuditMac = std::function<Sha256Digest(std::string_view)>;

// The file was written by a newer Onsale, or its log is damaged: the message says where.
class BadAuditLog : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

enum class AuditError : std::uint8_t {
    kDiskFull,  // Certainly not written; may be tried again.
    kFailed,    // May or may not be written; nothing is written until a restart has looked.
};

// The operators' log: one row an entry in a SQLite file of its own (WAL, synchronous FULL).
// docs/format/audit.md has the schema. Thread safety: none.
class AuditLog {
  public:
    // Creates the file if there is none; throws BadAuditLog or SqliteError.
    AuditLog(const Storage& storage, AuditMac mac);

    // Durable when it returns a head. Long fields are cut and foreign bytes are escaped.
    Result<AuditHead, AuditError> append(Instant at, const AuditNote& note);

    const AuditHead& head() const { return head_; }

  private:
    void prepare_schema();

    AuditMac mac_;
    Database database_;
    std::optional<Statement> insert_;
    AuditHead head_;
    bool failed_ = false;
};

// What an entry's chain must be, after the one before.
Sha256Digest audit_chain(const AuditMac& mac, const Sha256Digest& previous,
                         const AuditEntry& entry);

// Up to `limit` entries after `after`, unchecked, beside a log in use. Throws SqliteError.
std::vector<AuditEntry> read_audit(const Storage& storage, std::uint64_t after, std::size_t limit);
AuditHead read_audit_head(const Storage& storage);

}  // namespace onsale::embedded
