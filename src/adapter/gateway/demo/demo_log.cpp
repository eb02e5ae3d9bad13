#include "adapter/gateway/demo/demo_log.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <stdexcept>
#include <utility>

#include <fcntl.h>
#include <unistd.h>

#include "base/bytes.hpp"
#include "base/sha256.hpp"

namespace onsale::gateway {
namespace {

constexpr std::string_view kFirstLine = "onsale demo-pay 1\n";
constexpr std::size_t kChecksumSize = 8;
constexpr std::size_t kHeadSize = sizeof(std::uint32_t) + kChecksumSize;
// A payment with all its refunds has about 20 KiB. A larger size is invalid.
constexpr std::uint32_t kRecordMax = 64 * 1'024;
constexpr mode_t kOwnerOnly = 0600;  // Return URLs contain one-time secrets.

std::string checksum(std::string_view bytes) {
    return std::string{as_bytes(sha256(bytes)).substr(0, kChecksumSize)};
}

std::string framed(std::span<const std::string> records) {
    std::string bytes;
    ByteWriter out{bytes};
    for (const std::string& record : records) {
        out.fixed(static_cast<std::uint32_t>(record.size()));
        bytes += checksum(record);
        bytes += record;
    }
    return bytes;
}

bool write_all(int descriptor, std::string_view bytes, std::uint64_t at) {
    while (!bytes.empty()) {
        const ssize_t wrote =
            ::pwrite(descriptor, bytes.data(), bytes.size(), static_cast<off_t>(at));
        if (wrote < 0 && errno == EINTR) continue;
        if (wrote <= 0) return false;
        bytes.remove_prefix(static_cast<std::size_t>(wrote));
        at += static_cast<std::uint64_t>(wrote);
    }
    return true;
}

std::string take(std::ifstream& in, std::uint64_t size) {
    std::string bytes(size, '\0');
    in.read(bytes.data(), static_cast<std::streamsize>(size));
    return bytes;
}

// Some file systems leave zeros where the size was updated but the data was not written.
bool only_zeros_left(std::ifstream& in) {
    for (int c = in.get(); c != std::ifstream::traits_type::eof(); c = in.get())
        if (c != 0) return false;
    return true;
}

}  // namespace

DemoLog::DemoLog(std::filesystem::path file, const Reader& reader) : file_(std::move(file)) {
    read(reader);
    descriptor_ = ::open(file_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, kOwnerOnly);
    if (descriptor_ < 0) refuse(std::string{"cannot be opened: "} + std::strerror(errno));
    const bool fresh = size_ == 0;
    if (fresh) size_ = kFirstLine.size();
    const bool good = ::ftruncate(descriptor_, static_cast<off_t>(fresh ? 0 : size_)) == 0 &&
                      (!fresh || write_all(descriptor_, kFirstLine, 0));
    if (good) return;
    const int error = errno;
    ::close(descriptor_);
    refuse(std::string{"cannot be written: "} + std::strerror(error));
}

DemoLog::~DemoLog() {
    ::close(descriptor_);
}

void DemoLog::read(const Reader& reader) {
    std::error_code missing;
    const std::uint64_t end = std::filesystem::file_size(file_, missing);
    if (missing) return;
    std::ifstream in{file_, std::ios::binary};
    if (!in) refuse("cannot be read");
    const std::string line = take(in, std::min<std::uint64_t>(end, kFirstLine.size()));
    if (!kFirstLine.starts_with(line)) refuse("is no file of Demo Pay");
    if (line.size() < kFirstLine.size()) return;
    size_ = kFirstLine.size();
    while (end - size_ >= kHeadSize) {
        const std::string head = take(in, kHeadSize);
        const auto size = ByteReader{head}.fixed<std::uint32_t>();
        const std::uint64_t next = size_ + kHeadSize + size;
        if (size == 0 && only_zeros_left(in)) return;
        const std::string where = "is damaged at byte " + std::to_string(size_);
        if (size == 0 || size > kRecordMax) refuse(where);
        if (next > end) return;
        const std::string record = take(in, size);
        if (head.substr(sizeof size) != checksum(record)) {
            if (next == end) return;
            refuse(where);
        }
        if (!reader(record)) refuse(where);
        size_ = next;
    }
}

bool DemoLog::append(std::span<const std::string> records) {
    const std::string bytes = framed(records);
    if (write_all(descriptor_, bytes, size_)) {
        size_ += bytes.size();
        return true;
    }
    // A partial record may remain. The next record overwrites it, so truncating is optional.
    static_cast<void>(::ftruncate(descriptor_, static_cast<off_t>(size_)));
    return false;
}

bool DemoLog::rewrite(std::span<const std::string> records) {
    const std::string bytes = std::string{kFirstLine} + framed(records);
    const std::filesystem::path fresh = file_.string() + ".new";
    const int made = ::open(fresh.c_str(), O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, kOwnerOnly);
    if (made < 0) return false;
    // Synced, because it replaces data that was safe for a long time.
    if (!write_all(made, bytes, 0) || ::fdatasync(made) != 0 ||
        ::rename(fresh.c_str(), file_.c_str()) != 0) {
        ::close(made);
        return false;
    }
    ::close(std::exchange(descriptor_, made));
    size_ = bytes.size();
    return true;
}

void DemoLog::refuse(const std::string& why) const {
    throw std::runtime_error{file_.string() + " " + why +
                             "; move it away to start Demo Pay without its payments"};
}

}  // namespace onsale::gateway
