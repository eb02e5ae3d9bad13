#include "adapter/embedded/report/operator_reads.hpp"

#include <chrono>
#include <filesystem>
#include <utility>

#include "adapter/embedded/journal/journal.hpp"
#include "adapter/embedded/journal/story_reader.hpp"
#include "adapter/embedded/outbox/consumer.hpp"
#include "adapter/embedded/report/reports.hpp"

namespace onsale::embedded {
namespace {

// Time limit of a story, because a reader prevents the write-ahead log from restarting. About ten
// million facts are read in this time, and an operator does not wait longer.
constexpr std::chrono::milliseconds kStoryPatience{5'000};

operate::Failure failure_of_reports(const std::exception& error) {
    const auto* const sqlite = dynamic_cast<const SqliteError*>(&error);
    if (sqlite == nullptr || !Consumer::is_unusable(*sqlite)) return {error.what()};
    return {std::string{error.what()} + "; make it again with: onsale reports rebuild"};
}

std::uint64_t size_of_file(const std::filesystem::path& path) {
    std::error_code error;
    const auto size = std::filesystem::file_size(path, error);
    return error ? 0 : size;
}

}  // namespace

operate::JournalStats read_journal_stats(const Storage& storage) {
    Database database{storage, kDatabaseFile, Database::Mode::kReadOnly};
    auto rows = database.prepare(
        "SELECT count(*), coalesce(max(seq), 0), coalesce(sum(length(facts)), 0),"
        " coalesce(min(at), 0), coalesce(max(at), 0) FROM journal");
    rows.step();
    return {.rows = rows.integer(0),
            .last_seq = rows.integer(1),
            .fact_bytes = rows.integer(2),
            .first_at = instant_from_ms(rows.integer(3)),
            .last_at = instant_from_ms(rows.integer(4)),
            .file_bytes = size_of_file(storage.path(kDatabaseFile)),
            .wal_bytes = size_of_file(storage.path(kWalFile)),
            .schema = kSchemaVersion};
}

Result<std::vector<operate::ReportLine>, operate::Failure> read_report_lines(
    const Storage& storage, const operate::ReportAsk& ask) {
    try {
        std::vector<operate::ReportLine> lines;
        for (const auto& [key, sums] : read_report(storage, {ask.event, ask.from, ask.to}))
            lines.push_back({key.day, key.performance, key.grade, key.price_type, key.provider,
                             key.currency, sums});
        return lines;
    } catch (const std::exception& error) {
        return fail(failure_of_reports(error));
    }
}

Result<std::vector<operate::PutAside>, operate::Failure> read_put_aside(const Storage& storage,
                                                                        std::size_t limit) {
    try {
        std::vector<operate::PutAside> oldest;
        for (const DeadLetter& letter : read_dead_letters(storage, kReportsFile, limit))
            oldest.push_back({letter.row.seq, letter.row.journal_seq, letter.row.topic,
                              letter.row.type, letter.row.key, letter.reason});
        return oldest;
    } catch (const std::exception& error) {
        return fail(failure_of_reports(error));
    }
}

Result<operate::StoryTold, operate::StoryFailure> read_guest_story(const Storage& storage,
                                                                   sale::StoryAsk ask) {
    try {
        const StoryRead read = read_story(storage, std::move(ask), kStoryPatience);
        return operate::StoryTold{read.story.facts(), read.whole};
    } catch (const std::exception& error) {
        return fail(
            operate::StoryFailure{operate::StoryError::kUnreadable, std::string{error.what()}});
    }
}

}  // namespace onsale::embedded
