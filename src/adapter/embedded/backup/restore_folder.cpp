#include "adapter/embedded/backup/restore_folder.hpp"

#include <chrono>
#include <stdexcept>

#include "adapter/embedded/audit/audit_key.hpp"
#include "adapter/embedded/audit/audit_log.hpp"
#include "adapter/embedded/journal/data_folder.hpp"
#include "token/key/key_ring.hpp"

namespace onsale::embedded {
namespace {

// A backup that is restored twice gives two servers that issue the same numbers. Each signs with
// its own key, so that a token of one is invalid at the other.
void begin_with_a_new_key(const std::filesystem::path& folder, Instant now) {
    const auto second = std::chrono::floor<std::chrono::seconds>(now);
    if (!token::KeyRing::open(folder, second, token::IfMissing::kRefuse).rotate(second))
        throw std::runtime_error{"the file keys in " + folder.string() + " cannot be written"};
}

void record_restore(const DataFolder& folder, Instant now) {
    const Storage storage = folder.storage();
    AuditLog log{storage, audit_mac(storage)};
    if (!log.append(now, {.who = "command line", .what = "onsale restore", .result = "done"}))
        throw std::runtime_error{"the audit log in " + folder.path().string() +
                                 " cannot be written"};
}

std::optional<JournalReport> unpack(const RestoreRequest& request) {
    if (request.verify) return restore_verified(request.file, request.folder);
    restore_backup(request.file, request.folder);
    return std::nullopt;
}

// Without its own key, a server on this folder would issue the same tokens as another one.
void begin_new_life(const DataFolder& folder, Instant now) {
    try {
        begin_with_a_new_key(folder.path(), now);
        record_restore(folder, now);
    } catch (...) {
        discard_restored(folder.path());
        throw;
    }
}

}  // namespace

std::optional<JournalReport> restore_folder(const RestoreRequest& request, Instant now) {
    DataFolder folder{request.folder};
    try {
        auto report = unpack(request);
        begin_new_life(folder, now);
        return report;
    } catch (...) {
        folder.undo();
        throw;
    }
}

}  // namespace onsale::embedded
