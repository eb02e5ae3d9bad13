#pragma once

#include <cstdint>
#include <optional>

#include "adapter/embedded/journal/plain_file.hpp"
#include "adapter/http/api/measure/live_history.hpp"

namespace onsale::program {

// The minutes of the live numbers in a file, so that a plot of the whole sale outlives the process:
// a crash costs the minute that ran. Written without a sync: a power cut may cost some more.
// Nothing depends on it: a file that cannot be read is begun anew, and the log says so; one that
// cannot be written is left alone, and the numbers go on. docs/format/live.md Thread safety: none.
class LiveLog {
  public:
    explicit LiveLog(embedded::Storage storage) : storage_(std::move(storage)) {}

    // Puts what the file has into the history. REQUIRES: before the history begins.
    void load(http::LiveHistory& history, Instant now);
    // Appends the minutes that ended since the last call.
    void save(const http::LiveHistory& history, Instant now);
    // The minute that runs, too: at an orderly end.
    void save_all(const http::LiveHistory& history);

    // Then it is written again without what the history has forgotten: a full week of all events
    // that it remembers is 40 MB.
    static constexpr std::int64_t kBytesMax = 128 << 20;

  private:
    void append(const std::vector<http::LiveMinute>& minutes);
    void begin_anew();
    void write_again(const http::LiveHistory& history);

    embedded::Storage storage_;
    std::optional<embedded::PlainFile> file_;
    std::int64_t end_ = 0;
    std::uint32_t saved_until_ = 0;  // Minutes before it are in the file.
};

}  // namespace onsale::program
