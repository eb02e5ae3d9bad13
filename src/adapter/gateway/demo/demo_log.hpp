#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <string_view>

namespace onsale::gateway {

// Demo Pay's payments on disk, one file of records that only grows. A line says what the file is;
// then each record: its size (4 bytes), the first 8 bytes of its SHA-256, its bytes.
// Nothing is synced: what was written outlives the process, killed or not, as it is the kernel's by
// then. A power cut may lose it, which a provider of test money can live with.
//
// What is not whole at the end of the file was being written when somebody was killed, and is
// ignored. Anything else that does not fit is damage: the file is refused, and left as it is.
// Thread safety: none.
class DemoLog {
  public:
    using Reader = std::function<bool(std::string_view record)>;

    // Opens the file, or makes it, and gives `reader` each record; false from there is damage too.
    // Throws std::runtime_error, naming the file and what to do.
    DemoLog(std::filesystem::path file, const Reader& reader);
    DemoLog(const DemoLog&) = delete;
    DemoLog& operator=(const DemoLog&) = delete;
    ~DemoLog();

    // All or none of them; false: the disk refused.
    bool append(std::span<const std::string> records);
    // These instead of all that is there, in one step.
    bool rewrite(std::span<const std::string> records);

    std::uint64_t size() const { return size_; }
    const std::filesystem::path& file() const { return file_; }

  private:
    void read(const Reader& reader);
    [[noreturn]] void refuse(const std::string& why) const;

    std::filesystem::path file_;
    int descriptor_ = -1;
    std::uint64_t size_ = 0;  // Of what is whole; the next record goes there.
};

}  // namespace onsale::gateway
