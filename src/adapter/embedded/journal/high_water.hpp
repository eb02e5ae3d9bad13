#pragma once

#include <cstdint>
#include <optional>

#include "adapter/embedded/journal/folder_notice.hpp"
#include "adapter/embedded/journal/plain_file.hpp"
#include "base/time.hpp"

namespace onsale::embedded {

// How far the journal had come, noted after each commit and each idle second. SQLite drops whatever
// follows a damaged WAL frame without a word; a journal that ends before its mark shows it.
// The mark is written without a sync: it may be older than the truth, never newer. Two slots in
// turn, so that a torn write leaves the other one.
struct Mark {
    std::uint64_t seq = 0;
    Instant at;
};

// The notice that a start logs about a mark that cannot be read.
FolderNotice unreadable_mark();

class HighWater {
  public:
    explicit HighWater(const Storage& storage);

    const std::optional<Mark>& found() const { return found_; }
    // There is a file, and neither slot is as it was written.
    bool unreadable() const { return unreadable_; }
    void note(const Mark& mark);

  private:
    std::optional<PlainFile> file_;
    std::optional<Mark> found_;
    bool unreadable_ = false;
    std::uint64_t turn_ = 0;
};

}  // namespace onsale::embedded
