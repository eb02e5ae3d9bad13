#include "program/serve/serve_folder.hpp"

#include "adapter/embedded/journal/journal.hpp"
#include "runtime/log.hpp"
#include "runtime/zones.hpp"

namespace onsale::program {

token::KeyRing open_keys(const embedded::Storage& storage, std::chrono::sys_seconds now) {
    const bool refuse =
        !std::filesystem::exists(storage.path("keys")) && embedded::has_rows(storage);
    return token::KeyRing::open(storage.folder, now,
                                refuse ? token::IfMissing::kRefuse : token::IfMissing::kMake);
}

token::SecretFile open_secret(const embedded::Storage& storage, const std::filesystem::path& path,
                              std::string_view meaning) {
    const bool replaced = !std::filesystem::exists(path) && embedded::has_rows(storage);
    token::SecretFile secret{path};
    if (replaced)
        runtime::log(runtime::LogLevel::kWarning, "a secret was missing and a new one was made",
                     {{"file", path.string()}, {"meaning", std::string{meaning}}});
    return secret;
}

std::optional<token::SecretFile> open_optional_secret(const embedded::Storage& storage,
                                                      const std::string& path,
                                                      std::string_view meaning) {
    if (path.empty()) return std::nullopt;
    return open_secret(storage, path, meaning);
}

std::shared_ptr<embedded::Reports> open_reports(const embedded::Storage& storage) {
    auto reports = std::make_shared<embedded::Reports>(storage, runtime::zone_offset);
    if (reports->notice()) log_notices({*reports->notice()});
    return reports;
}

void log_notices(const embedded::FolderNotices& notices) {
    for (const embedded::FolderNotice& notice : notices)
        runtime::log(runtime::LogLevel::kWarning,
                     "a file of the data folder is not as this version writes it",
                     {{"file", notice.file}, {"found", notice.found}, {"done", notice.done}});
}

}  // namespace onsale::program
