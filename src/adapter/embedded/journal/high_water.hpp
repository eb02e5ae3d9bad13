#pragma once

#include <cstdint>
#include <optional>

#include "adapter/embedded/journal/folder_notice.hpp"
#include "adapter/embedded/journal/plain_file.hpp"
#include "base/time.hpp"

namespace onsale::embedded {

// The position of the journal, written after each commit and each idle second. SQLite silently
// drops everything after a damaged WAL frame; a journal that ends before its mark reveals this. The
// mark is written without a sync: it may be older than the journal, never newer. Two slots are
// written in turn, so that a torn write leaves the other one intact.
struct Mark {
    std::uint64_t seq = 0;
    Instant at;
};

// The notice that a start logs for a mark that cannot be read.
FolderNotice unreadable_mark();

class HighWater {
  public:
    // Makes the file if it is missing. To write it is for the owner of the journal; others read it.
    explicit HighWater(const Storage& storage, PlainFile::Mode mode = PlainFile::Mode::kWrite);

    const std::optional<Mark>& found() const { return found_; }
    // There was a file, but neither slot is valid. Means nothing beside a journal without rows.
    bool unreadable() const { return unreadable_; }
    // REQUIRES: opened for writing.
    void note(const Mark& mark);

  private:
    std::optional<PlainFile> file_;
    std::optional<Mark> found_;
    bool unreadable_ = false;
    std::uint64_t turn_ = 0;
};

}  // namespace onsale::embedded
