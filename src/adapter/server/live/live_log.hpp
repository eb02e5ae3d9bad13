#pragma once

#include <cstdint>
#include <optional>

#include "adapter/embedded/journal/plain_file.hpp"
#include "adapter/server/live/live_history.hpp"

namespace onsale::server {

// Stores the minutes of the live numbers in a file, so that plots of a sale survive a restart. A
// crash loses the current minute. The file is not synced, so a power failure may lose more.
// Nothing else depends on the file. If it cannot be read, it is started again and this is logged.
// If it cannot be written, it is no longer used and the numbers continue in memory. The format is
// in docs/format/live.md.
// Thread safety: none.
class LiveLog {
  public:
    explicit LiveLog(embedded::Storage storage) : storage_(std::move(storage)) {}

    // Loads the file into the history. REQUIRES: before history.begin().
    void load(LiveHistory& history, Instant now);
    // Appends the minutes that ended since the last call.
    void save(const LiveHistory& history, Instant now);
    // Also appends the current minute, for an orderly shutdown.
    void save_all(const LiveHistory& history);

    // Beyond this size the file is rewritten without the minutes that the history has dropped. A
    // full week of all events in the history is 40 MB.
    static constexpr std::int64_t kBytesMax = 128 << 20;

  private:
    void append(const std::vector<LiveMinute>& minutes);
    void begin_anew();
    void write_again(const LiveHistory& history);

    embedded::Storage storage_;
    std::optional<embedded::PlainFile> file_;
    std::int64_t end_ = 0;
    std::uint32_t saved_until_ = 0;  // Earlier minutes are in the file.
};

}  // namespace onsale::server
