#include "adapter/embedded/audit/audit_key.hpp"

#include <filesystem>
#include <stdexcept>
#include <string>

#include "token/key/mac.hpp"
#include "token/key/secret_file.hpp"

namespace onsale::embedded {
namespace {

void require_key_of_entries(const Storage& storage, const std::string& key_file) {
    if (std::filesystem::exists(key_file) || !has_audit_entries(storage)) return;
    throw std::runtime_error{key_file +
                             " is missing: restore it from a backup (without it no entry of the "
                             "audit log can be verified), or move audit.db, audit.db-wal and "
                             "audit.db-shm away to begin a new audit log"};
}

}  // namespace

operate::AuditMac audit_mac(const Storage& storage) {
    // Separates this key from other uses of the file's secret.
    constexpr std::string_view kPurpose = "onsale audit chain v1";
    const std::string key_file = storage.path(kAuditKeyFile);
    require_key_of_entries(storage, key_file);
    const token::SecretFile secret{key_file};
    const Sha256Digest key = token::Mac{secret.text()}(kPurpose);
    return token::Mac{as_bytes(key)};
}

}  // namespace onsale::embedded
