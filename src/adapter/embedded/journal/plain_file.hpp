#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <sqlite3.h>

#include "adapter/embedded/journal/sqlite.hpp"
#include "base/yield_callback.hpp"

namespace onsale::embedded {

// A plain file through the same VFS as the database, so that one simulated disk contains
// everything.
class PlainFile {
  public:
    enum class Mode { kRead, kWrite };

    // None if the file does not exist (kRead) or cannot be opened.
    static std::optional<PlainFile> open(const Storage& storage, std::string_view file, Mode mode);
    static bool remove(const Storage& storage, std::string_view file);

    PlainFile(PlainFile&& other) noexcept = default;
    PlainFile& operator=(PlainFile&& other) noexcept = default;

    std::int64_t size();
    // False on a short read or an error.
    bool read(void* data, std::size_t size, std::int64_t offset);
    bool write(std::string_view bytes, std::int64_t offset);
    bool truncate(std::int64_t size);
    bool sync();
    std::optional<std::string> read_all(const YieldCallback& yield = no_yield);

  private:
    struct Close {
        void operator()(sqlite3_file* file) const;
    };
    PlainFile(std::string path, std::unique_ptr<sqlite3_file, Close> file)
        : path_(std::move(path)), file_(std::move(file)) {}

    std::string path_;  // The VFS keeps a pointer to it.
    std::unique_ptr<sqlite3_file, Close> file_;
};

}  // namespace onsale::embedded
