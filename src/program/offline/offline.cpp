#include "program/offline/offline.hpp"

#include <ostream>

#include "adapter/embedded/backup/backup.hpp"
#include "adapter/embedded/backup/restore_folder.hpp"
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

void print(const embedded::JournalReport& report, std::ostream& out) {
    out << "journal good: " << report.rows << " rows, " << report.facts << " facts, "
        << report.events << " events, " << report.places << " places kept\n";
    if (report.snapshot_seq != 0)
        out << "snapshot good: equals the replay at row " << report.snapshot_seq << "\n";
    for (const embedded::FolderNotice& notice : report.notices)
        out << notice.file << " " << notice.found << "; " << notice.done << "\n";
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

int restore(const RestoreOptions& options, std::ostream& out) {
    const auto report = embedded::restore_folder({options.file, options.data, options.verify},
                                                 runtime::SystemTime{}.wall());
    if (report) print(*report, out);
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
            << ", guest " << hex_encode(queue->token.guest)
            << (queue->older_key ? ", signed with the older key" : "") << "\n";
        return kOk;
    }
    if (const auto entry = token::open_entry_token(keys, options.token)) {
        out << "entry token: event " << entry->event << ", admission " << entry->admission
            << ", guest " << hex_encode(entry->guest) << ", expires "
            << format_iso_time(entry->expires_at) << "\n";
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
