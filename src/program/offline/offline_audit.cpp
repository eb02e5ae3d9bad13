#include <optional>
#include <ostream>

#include "adapter/embedded/audit/audit_key.hpp"
#include "adapter/embedded/audit/audit_verify.hpp"
#include "adapter/embedded/journal/data_folder.hpp"
#include "base/base64url.hpp"
#include "program/cli/cli.hpp"
#include "program/offline/offline.hpp"

namespace onsale::program {
namespace {

void require_file(const std::filesystem::path& data, std::string_view name) {
    if (!std::filesystem::exists(data / name))
        throw std::runtime_error{"there is no " + std::string{name} + " in " + data.string()};
}

// The folder's lock, if no server holds it. A server that holds it checked the write-ahead log when
// it started, and is writing to it now.
std::unique_ptr<embedded::DataFolder> lock_if_free(const std::filesystem::path& data) {
    try {
        return std::make_unique<embedded::DataFolder>(data);
    } catch (const embedded::FolderInUse&) {
        return nullptr;
    }
}

void print(const operate::AuditReport& report, std::ostream& out) {
    if (!report.damage.empty()) out << "audit log damaged: " << report.damage << "\n";
    out << (report.damage.empty() ? "audit log good: " : "good until then: ") << report.head.seq
        << " entries, head " << hex_encode(as_bytes(report.head.chain)) << "\n";
    if (report.unfinished != 0)
        out << report.unfinished << " begun and without a result: the server ended meanwhile\n";
}

}  // namespace

int audit_verify(const AuditVerifyOptions& options, std::ostream& out) {
    require_file(options.data, embedded::kAuditFile);
    require_file(options.data, embedded::kAuditKeyFile);
    const embedded::Storage storage{options.data.string(), ""};
    const auto lock = lock_if_free(options.data);
    try {
        if (lock != nullptr) embedded::require_sound_audit_wal(storage);
        const auto report =
            embedded::verify_audit(storage, embedded::audit_mac(storage), options.head);
        print(report, out);
        return report.damage.empty() ? kOk : kFailed;
    } catch (const embedded::BadAuditLog& bad) {
        out << "audit log damaged: " << bad.what() << "\n";
    } catch (const embedded::SqliteError& error) {
        out << "audit log damaged: " << error.what() << "\n";
    }
    return kFailed;
}

}  // namespace onsale::program
