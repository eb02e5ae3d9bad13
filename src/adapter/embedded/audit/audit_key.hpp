#pragma once

#include <string_view>

#include "adapter/embedded/audit/audit_log.hpp"

namespace onsale::embedded {

constexpr std::string_view kAuditKeyFile = "audit.key";

// The keyed hash of the chain. Creates the key file if there is none and the log has no entries:
// the key is created before the first entry, so a log with entries had a key. Throws
// std::runtime_error when there is no usable key.
operate::AuditMac audit_mac(const Storage& storage);

}  // namespace onsale::embedded
