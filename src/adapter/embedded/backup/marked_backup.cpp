#include "adapter/embedded/backup/marked_backup.hpp"

#include "adapter/embedded/backup/backup.hpp"
#include "adapter/embedded/journal/plain_file.hpp"
#include "base/time_text.hpp"

namespace onsale::embedded {

Result<std::uint64_t, operate::Failure> make_marked_backup(const Storage& storage,
                                                           const std::filesystem::path& file,
                                                           Instant now) {
    try {
        make_backup(storage, file);
        auto mark = PlainFile::open(storage, kBackupMark, PlainFile::Mode::kWrite);
        if (mark) (void)mark->write(format_iso_time(now), 0);
        std::error_code error;
        const auto size = std::filesystem::file_size(file, error);
        return error ? 0 : size;
    } catch (const std::exception& error) {
        return fail(operate::Failure{error.what()});
    }
}

}  // namespace onsale::embedded
