#pragma once

#include <functional>
#include <string_view>

#include "base/audit_note.hpp"

namespace onsale::operate {

// The keyed hash of the chain. Someone who edits the stored log does not have the key.
using AuditMac = std::function<Sha256Digest(std::string_view)>;

// The form in which a note is stored: long fields are truncated and other bytes than printable
// ASCII are escaped. The chain covers this form.
AuditNote stored_form(const AuditNote& note);

// The correct chain value of an entry that follows `previous`.
Sha256Digest audit_chain(const AuditMac& mac, const Sha256Digest& previous,
                         const AuditEntry& entry);

}  // namespace onsale::operate
