#include "program/offline/offline.hpp"

#include <ostream>

#include "adapter/embedded/audit/audit_key.hpp"
#include "adapter/embedded/backup/backup.hpp"
#include "adapter/embedded/journal/data_folder.hpp"
#include "adapter/embedded/journal/journal.hpp"
#include "base/base64url.hpp"
#include "base/time_text.hpp"
#include "program/cli/cli.hpp"
#include "runtime/system_time.hpp"
#include "token/entry_token.hpp"
#include "token/key/key_ring.hpp"
#include "token/queue_token.hpp"
#include "token/visitor_token.hpp"

namespace onsale::program {
namespace {

std::string hex(const GuestId& guest) {
    return hex_encode({reinterpret_cast<const char*>(guest.bytes.data()), guest.bytes.size()});
}

void print(const embedded::JournalReport& report, std::ostream& out) {
    out << "journal good: " << report.rows << " rows, " << report.facts << " facts, "
        << report.events << " events, " << report.places << " places kept\n";
    if (report.snapshot_seq != 0)
        out << "snapshot good: equals the replay at row " << report.snapshot_seq << "\n";
    for (const embedded::FolderNotice& notice : report.notices)
        out << notice.file << " " << notice.found << "; " << notice.done << "\n";
}

// A backup that is restored twice gives two servers that issue the same numbers. Each signs with
// its own key, so that a token of one is invalid at the other.
void begin_with_a_new_key(const std::filesystem::path& data) {
    const runtime::SystemTime time;
    const auto now = std::chrono::floor<std::chrono::seconds>(time.wall());
    if (!token::KeyRing::open(data, now, token::IfMissing::kRefuse).rotate(now))
        throw std::runtime_error{"the file keys in " + data.string() + " cannot be written"};
}

void enter_restore(const RestoreOptions& options) {
    const std::filesystem::path& data = options.data;
    const embedded::Storage storage{data.string(), ""};
    embedded::AuditLog log{storage, embedded::audit_mac(storage)};
    if (!log.append(runtime::SystemTime{}.wall(),
                    {.who = "command line", .what = "onsale restore", .result = "done"}))
        throw std::runtime_error{"the audit log in " + data.string() + " cannot be written"};
}

}  // namespace

int journal_verify(const std::filesystem::path& data, std::ostream& out) {
    if (!std::filesystem::exists(data / embedded::kDatabaseFile))
        throw std::runtime_error{"there is no journal in " + data.string()};
    const embedded::DataFolder folder{data};
    try {
        print(embedded::verify_journal(folder.storage()), out);
    } catch (const embedded::BadJournal& bad) {
        out << "journal damaged: " << bad.what() << "\n";
        return kFailed;
    }
    return kOk;
}

namespace {

void unpack(const RestoreOptions& options, std::ostream& out) {
    if (options.verify)
        print(embedded::restore_verified(options.file, options.data), out);
    else
        embedded::restore_backup(options.file, options.data);
    try {
        begin_with_a_new_key(options.data);
        enter_restore(options);
    } catch (...) {
        // Without its own key, a server on this folder would issue the same tokens as another one.
        embedded::discard_restored(options.data);
        throw;
    }
}

}  // namespace

int restore(const RestoreOptions& options, std::ostream& out) {
    embedded::DataFolder folder{options.data};
    try {
        unpack(options, out);
    } catch (...) {
        folder.undo();
        throw;
    }
    out << "restored " << options.file.string() << " into " << options.data.string() << "\n";
    return kOk;
}

int token_verify(const TokenVerifyOptions& options, std::ostream& out) {
    if (!std::filesystem::exists(options.data))
        throw std::runtime_error{"there is no folder " + options.data.string()};
    const runtime::SystemTime time;
    const auto ring =
        token::KeyRing::open(options.data, std::chrono::floor<std::chrono::seconds>(time.wall()),
                             token::IfMissing::kRefuse);
    // Not before: a folder without keys is not ours, and gets no lock file.
    const embedded::DataFolder folder{options.data};
    const token::Keys& keys = *ring.keys();
    if (const auto queue = token::open_queue_token(keys, options.token)) {
        out << "queue token: event " << queue->token.event << ", number " << queue->token.number
            << ", guest " << hex(queue->token.guest)
            << (queue->older_key ? ", signed with the older key" : "") << "\n";
        return kOk;
    }
    if (const auto entry = token::open_entry_token(keys, options.token)) {
        out << "entry token: event " << entry->event << ", admission " << entry->admission
            << ", guest " << hex(entry->guest) << ", expires " << format_iso_time(entry->expires_at)
            << "\n";
        return kOk;
    }
    if (token::open_visitor_token(keys, options.token)) {
        out << "visitor token\n";
        return kOk;
    }
    out << "not a token of this data folder (or signed with a key that is no longer live)\n";
    return kFailed;
}

}  // namespace onsale::program
