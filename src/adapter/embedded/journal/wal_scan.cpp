#include "adapter/embedded/journal/wal_scan.hpp"

#include <array>
#include <bit>
#include <cstring>
#include <vector>

#include "adapter/embedded/journal/plain_file.hpp"

namespace onsale::embedded {
namespace {

// SQLite's format: sqlite.org/fileformat2.html#walformat.
constexpr std::size_t kHeaderSize = 32;
constexpr std::size_t kFrameHeaderSize = 24;
constexpr std::uint32_t kMagic = 0x377f0682;
// The last bit is the byte order of the checksums.
constexpr std::uint32_t kMagicMask = 0xfffffffe;

std::uint32_t big_endian(const char* at) {
    std::uint32_t value = 0;
    std::memcpy(&value, at, sizeof value);
    return std::byteswap(value);
}

struct Checksum {
    std::uint32_t first = 0;
    std::uint32_t second = 0;

    void add(const char* data, std::size_t size, bool big) {
        for (std::size_t i = 0; i + 8 <= size; i += 8) {
            first += word(data + i, big) + second;
            second += word(data + i + 4, big) + first;
        }
    }
    static std::uint32_t word(const char* at, bool big) {
        std::uint32_t value = 0;
        std::memcpy(&value, at, sizeof value);
        return big ? std::byteswap(value) : value;
    }
};

struct WalReader {
    explicit WalReader(PlainFile& wal) : file(wal) {}

    PlainFile& file;
    std::uint32_t page_size = 0;
    bool big = false;
    std::array<char, 8> salts{};
    Checksum running;

    bool read_header() {
        std::array<char, kHeaderSize> header;
        if (!file.read(header.data(), header.size(), 0)) return false;
        if ((big_endian(header.data()) & kMagicMask) != kMagic) return false;
        big = (big_endian(header.data()) & 1) != 0;
        page_size = big_endian(header.data() + 8);
        if (page_size < 512 || page_size > 65536 || !std::has_single_bit(page_size)) return false;
        std::memcpy(salts.data(), header.data() + 16, salts.size());
        running.add(header.data(), 24, big);
        return running.first == big_endian(header.data() + 24) &&
               running.second == big_endian(header.data() + 28);
    }
    std::uint64_t frame_size() const { return kFrameHeaderSize + page_size; }
    std::uint64_t offset_of(std::uint64_t frame) const {
        return kHeaderSize + (frame - 1) * frame_size();
    }
    bool read_frame(std::uint64_t frame, std::vector<char>& bytes) {
        bytes.resize(frame_size());
        return file.read(bytes.data(), bytes.size(), static_cast<std::int64_t>(offset_of(frame)));
    }
    bool same_log(const std::vector<char>& frame) const {
        return std::memcmp(frame.data() + 8, salts.data(), salts.size()) == 0;
    }
    bool sound(const std::vector<char>& frame) {
        Checksum next = running;
        next.add(frame.data(), 8, big);
        next.add(frame.data() + kFrameHeaderSize, page_size, big);
        if (next.first != big_endian(frame.data() + 16) ||
            next.second != big_endian(frame.data() + 20))
            return false;
        running = next;
        return true;
    }
};

bool is_commit(const std::vector<char>& frame) {
    return big_endian(frame.data() + 4) != 0;
}

// Counts the commits of this log from `frame` on, up to two.
int commits_after(WalReader& wal, std::uint64_t frame) {
    std::vector<char> bytes;
    int commits = 0;
    for (; commits < 2 && wal.read_frame(frame, bytes); ++frame)
        if (wal.same_log(bytes) && is_commit(bytes)) ++commits;
    return commits;
}

}  // namespace

std::optional<WalDamage> scan_wal(const Storage& storage, std::string_view file) {
    auto plain = PlainFile::open(storage, file, PlainFile::Mode::kRead);
    if (!plain || plain->size() < static_cast<std::int64_t>(kHeaderSize)) return std::nullopt;
    WalReader wal{*plain};
    if (!wal.read_header()) {
        // SQLite ignores the whole log. Right after a reset this is a torn header. If the log has
        // content, it is damage; the high-water mark tells the two apart.
        return std::nullopt;
    }
    std::vector<char> bytes;
    for (std::uint64_t frame = 1; wal.read_frame(frame, bytes); ++frame) {
        if (wal.same_log(bytes) && wal.sound(bytes)) continue;
        if (commits_after(wal, frame + 1) < 2) return std::nullopt;
        return WalDamage{frame, wal.offset_of(frame),
                         "write-ahead log frame " + std::to_string(frame) + " at byte " +
                             std::to_string(wal.offset_of(frame)) +
                             " is damaged and later commits follow it"};
    }
    return std::nullopt;
}

}  // namespace onsale::embedded
