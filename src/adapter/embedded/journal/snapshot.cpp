#include "adapter/embedded/journal/snapshot.hpp"

#include <algorithm>
#include <array>

#include "adapter/embedded/journal/plain_file.hpp"
#include "base/bytes.hpp"
#include "base/result.hpp"
#include "sale/domain/fact_bytes.hpp"

namespace onsale::embedded {
namespace {

constexpr std::array<std::string_view, 2> kSlots = {"snapshot-a", "snapshot-b"};
constexpr std::string_view kMagic = "onsale-snapshot-7\n";
// Older formats. They differ only in the encoding of places and ledger, which carry their own
// version.
constexpr std::array<std::string_view, 2> kMagicsBefore = {"onsale-snapshot-6\n",
                                                           "onsale-snapshot-5\n"};

constexpr std::string_view kOtherFile =
    "is no snapshot, or one of a version that this one does not read";

bool is_known(std::string_view magic) {
    return magic == kMagic || std::ranges::find(kMagicsBefore, magic) != kMagicsBefore.end();
}

struct Found {
    Snapshot snapshot;
    std::size_t slot = 0;
    std::size_t bytes = 0;
};

// Format: magic, digest of the rest, seq, chain, state.
Result<Snapshot, std::string> decode(const std::string& bytes, const YieldCallback& yield) {
    ByteReader in{bytes};
    const std::string_view magic = in.view(kMagic.size());
    if (!is_known(magic)) return fail(std::string{kOtherFile});
    Sha256Digest digest;
    in.bytes(digest.data(), digest.size());
    if (!in.ok() || sha256(std::string_view{bytes}.substr(in.position()), yield) != digest)
        return fail(std::string{"is not whole, or damaged: its digest does not fit"});
    Snapshot snapshot;
    snapshot.is_older_version = magic != kMagic;
    snapshot.seq = in.fixed<std::uint64_t>();
    in.bytes(snapshot.chain.data(), snapshot.chain.size());
    snapshot.state = sale::State::load(in, yield);
    if (!in.ok() || !in.at_end()) return fail(std::string{"holds what this version cannot read"});
    return snapshot;
}

// `about` is the expected size. It avoids copying millions of guests when the buffer grows.
std::string encode(const Snapshot& snapshot, std::size_t about, const YieldCallback& yield) {
    constexpr std::size_t kHead = kMagic.size() + sizeof(Sha256Digest);
    std::string bytes{kMagic};
    bytes.reserve(about);
    bytes.resize(kHead);
    ByteWriter out{bytes};
    out.fixed(snapshot.seq);
    out.bytes(snapshot.chain.data(), snapshot.chain.size());
    snapshot.state->save(out, yield);
    const Sha256Digest digest = sha256(std::string_view{bytes}.substr(kHead), yield);
    std::ranges::copy(as_bytes(digest), bytes.begin() + kMagic.size());
    return bytes;
}

std::uint64_t seq_in(const Storage& storage, std::string_view slot) {
    auto file = PlainFile::open(storage, slot, PlainFile::Mode::kRead);
    std::uint64_t seq = 0;
    constexpr auto kAt = static_cast<std::int64_t>(kMagic.size() + sizeof(Sha256Digest));
    if (!file || !file->read(&seq, sizeof seq, kAt)) return 0;
    return seq;
}

// Reads only the first bytes; the slot is not loaded.
bool is_other_file(const Storage& storage, std::string_view slot) {
    auto file = PlainFile::open(storage, slot, PlainFile::Mode::kRead);
    if (!file) return false;
    std::string magic(kMagic.size(), '\0');
    return !file->read(magic.data(), magic.size(), 0) || !is_known(magic);
}

std::optional<Found> find(const Storage& storage, const YieldCallback& yield,
                          FolderNotices* notices = nullptr, bool both = false) {
    const bool second_first = seq_in(storage, kSlots[1]) > seq_in(storage, kSlots[0]);
    const std::size_t newer = second_first ? 1 : 0;
    FolderNotices refused;
    std::optional<Found> found;
    for (const std::size_t slot : {newer, 1 - newer}) {
        auto file = PlainFile::open(storage, kSlots[slot], PlainFile::Mode::kRead);
        if (!file || (found && !both)) continue;
        const auto bytes = file->read_all(yield);
        auto snapshot = bytes ? decode(*bytes, yield) : fail(std::string{"cannot be read"});
        if (!snapshot)
            refused.push_back({std::string{kSlots[slot]}, snapshot.error(), ""});
        else if (!found)
            found = Found{std::move(*snapshot), slot, bytes->size()};
    }
    if (found) found->snapshot.file = kSlots[found->slot];
    if (found && refused.empty() && is_other_file(storage, kSlots[1 - found->slot]))
        refused.push_back({std::string{kSlots[1 - found->slot]}, std::string{kOtherFile}, ""});
    if (notices != nullptr)
        for (FolderNotice& notice : refused) {
            notice.done = found ? found->snapshot.file + ", at row " +
                                      std::to_string(found->snapshot.seq) + ", is used"
                                : "the journal is replayed from its first row";
            notices->push_back(std::move(notice));
        }
    return found;
}

// Overwrites the slot. A snapshot that was cut short fails its digest and is ignored.
bool write_slot(const Storage& storage, std::size_t slot, const std::string& bytes,
                const YieldCallback& yield) {
    auto file = PlainFile::open(storage, kSlots[slot], PlainFile::Mode::kWrite);
    if (!file) return false;
    // SQLite's own VFS writes less than 128 KiB per call, and reports the rest as a full disk.
    constexpr std::size_t kPiece = std::size_t{1} << 16;
    // Syncs in small steps, so that no commit waits for the whole file.
    constexpr std::size_t kSyncEvery = 8 * kPiece;
    for (std::size_t at = 0; at < bytes.size(); at += kPiece) {
        if (!file->write(std::string_view{bytes}.substr(at, kPiece), static_cast<std::int64_t>(at)))
            return false;
        if (at % kSyncEvery == 0 && !file->sync()) return false;
        yield();
    }
    return file->truncate(static_cast<std::int64_t>(bytes.size())) && file->sync();
}

}  // namespace

std::optional<Snapshot> load_snapshot(const Storage& storage, FolderNotices* notices) {
    auto found = find(storage, no_yield, notices);
    if (!found) return std::nullopt;
    return std::move(found->snapshot);
}

std::optional<Snapshot> check_snapshots(const Storage& storage, FolderNotices& notices) {
    auto found = find(storage, no_yield, &notices, true);
    if (!found) return std::nullopt;
    return std::move(found->snapshot);
}

void require_not_beyond(const Snapshot& snapshot, const Journal& journal) {
    if (snapshot.seq <= journal.last_seq()) return;
    throw BadJournal{
        snapshot.file + " stands at row " + std::to_string(snapshot.seq) +
        " but the journal ends at row " + std::to_string(journal.last_seq()) +
        ": the snapshot is of another data folder, or onsale.db is an older copy. If onsale.db is "
        "the right one, remove snapshot-a and snapshot-b and start again; if it has lost rows, "
        "restore the latest backup (onsale restore FILE)"};
}

std::uint64_t take_snapshot(const Storage& storage, const YieldCallback& yield) {
    auto found = find(storage, yield);
    const std::uint64_t before = found ? found->snapshot.seq : 0;
    const bool outdated = found && found->snapshot.is_older_version;
    Snapshot next = found && !outdated ? std::move(found->snapshot)
                                       : Snapshot{0, {}, std::make_unique<sale::State>()};
    Database database{storage, kDatabaseFile, Database::Mode::kReadOnly};
    read_journal(database, next.seq, next.chain, [&](const JournalRow& row) {
        sale::Facts facts;
        if (!sale::load(row.facts, facts))
            throw BadJournal{"journal row " + std::to_string(row.seq) + " cannot be read"};
        for (const auto& fact : facts)
            next.state->evolve(fact, row.stamp.now);
        next.seq = row.seq;
        next.chain = row.chain;
        yield();
    });
    const bool news = next.seq > before || outdated;
    const std::size_t about = found ? found->bytes * 5 / 4 : 0;
    const std::size_t slot = found ? 1 - found->slot : 0;
    if (news && !write_slot(storage, slot, encode(next, about, yield), yield))
        throw SqliteError{SQLITE_IOERR,
                          "the snapshot could not be written; the next start replays "
                          "more of the journal"};
    // It may stand at the same row as the new one, and would be loaded again.
    if (outdated) PlainFile::remove(storage, kSlots[found->slot]);
    return next.seq;
}

}  // namespace onsale::embedded
