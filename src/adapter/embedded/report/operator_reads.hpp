#pragma once

#include <cstddef>
#include <vector>

#include "adapter/embedded/journal/sqlite.hpp"
#include "base/result.hpp"
#include "operate/port/server_reports.hpp"

namespace onsale::embedded {

// Reads files of the server for an operator while the server writes them. Each call opens its own
// connection; any thread.

// Without the counts of the process. Throws SqliteError.
operate::JournalStats read_journal_stats(const Storage& storage);

Result<std::vector<operate::ReportLine>, operate::Failure> read_report_lines(
    const Storage& storage, const operate::ReportAsk& ask);

// The oldest messages that the reports have put aside.
Result<std::vector<operate::PutAside>, operate::Failure> read_put_aside(const Storage& storage,
                                                                        std::size_t limit);

// Takes some seconds at most.
Result<operate::StoryTold, operate::StoryFailure> read_guest_story(const Storage& storage,
                                                                   sale::StoryAsk ask);

}  // namespace onsale::embedded
