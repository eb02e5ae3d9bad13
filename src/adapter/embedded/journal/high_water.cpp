#include "adapter/embedded/journal/high_water.hpp"

#include <cstring>
#include <string>

#include "base/bytes.hpp"
#include "base/sha256.hpp"

namespace onsale::embedded {
namespace {

constexpr std::string_view kFile = "mark";
constexpr std::size_t kCheckSize = 16;
constexpr std::size_t kSlotSize = 16 + kCheckSize;
constexpr std::int64_t kSlotDistance = 512;  // In another sector.

std::string encode(const Mark& mark) {
    std::string bytes;
    ByteWriter out{bytes};
    out.fixed(mark.seq);
    out.fixed(static_cast<std::uint64_t>(to_ms(mark.at)));
    const Sha256Digest check = sha256(bytes);
    out.bytes(check.data(), kCheckSize);
    return bytes;
}

std::optional<Mark> decode(const std::string& bytes) {
    ByteReader in{bytes};
    Mark mark;
    mark.seq = in.fixed<std::uint64_t>();
    mark.at = instant_from_ms(static_cast<std::int64_t>(in.fixed<std::uint64_t>()));
    return encode(mark) == bytes ? std::optional{mark} : std::nullopt;
}

}  // namespace

FolderNotice unreadable_mark() {
    return {std::string{kFile}, "is unreadable",
            "the last row of the journal counts as its end; the mark is rewritten"};
}

HighWater::HighWater(const Storage& storage, PlainFile::Mode mode)
    : file_(PlainFile::open(storage, kFile, PlainFile::Mode::kRead)) {
    for (std::int64_t slot = 0; file_ && slot < 2; ++slot) {
        std::string bytes(kSlotSize, '\0');
        if (!file_->read(bytes.data(), bytes.size(), slot * kSlotDistance)) continue;
        const auto mark = decode(bytes);
        if (mark && (!found_ || mark->seq > found_->seq ||
                     (mark->seq == found_->seq && mark->at > found_->at))) {
            found_ = mark;
            turn_ = static_cast<std::uint64_t>(slot) + 1;  // The other slot is overwritten first.
        }
    }
    unreadable_ = file_ && !found_;
    if (mode == PlainFile::Mode::kRead) return;
    file_ = PlainFile::open(storage, kFile, mode);
    if (!file_) throw SqliteError{SQLITE_CANTOPEN, "cannot open " + storage.path(kFile)};
}

void HighWater::note(const Mark& mark) {
    // If this write fails, the next start only detects less damage.
    (void)file_->write(encode(mark), static_cast<std::int64_t>(turn_ % 2) * kSlotDistance);
    ++turn_;
}

}  // namespace onsale::embedded
