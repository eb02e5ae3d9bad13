#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <string_view>

namespace onsale::gateway {

// Demo Pay's payments on disk, in one append-only file. The first line identifies the file. Each
// record has its size (4 bytes), the first 8 bytes of its SHA-256 and its bytes.
// Nothing is synced. Written data survives the death of the process, because the kernel has it. A
// power failure may lose it, which is acceptable for test money.
//
// An incomplete record at the end of the file was being written when the process was killed; it is
// ignored. Any other mismatch is damage: the file is rejected and left unchanged.
// Thread safety: none.
class DemoLog {
  public:
    using Reader = std::function<bool(std::string_view record)>;

    // Opens or creates the file and passes each record to `reader`. If `reader` returns false, the
    // file is damaged. Throws std::runtime_error naming the file and the fix.
    DemoLog(std::filesystem::path file, const Reader& reader);
    DemoLog(const DemoLog&) = delete;
    DemoLog& operator=(const DemoLog&) = delete;
    ~DemoLog();

    // Appends all records or none. Returns false on a disk error.
    bool append(std::span<const std::string> records);
    // Atomically replaces the content by these records.
    bool rewrite(std::span<const std::string> records);

    std::uint64_t size() const { return size_; }
    const std::filesystem::path& file() const { return file_; }

  private:
    void read(const Reader& reader);
    [[noreturn]] void refuse(const std::string& why) const;

    std::filesystem::path file_;
    int descriptor_ = -1;
    std::uint64_t size_ = 0;  // Size of the complete records; the next record goes there.
};

}  // namespace onsale::gateway
