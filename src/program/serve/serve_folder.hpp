#pragma once

#include <chrono>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "adapter/embedded/journal/folder_notice.hpp"
#include "adapter/embedded/report/reports.hpp"
#include "token/key/key_ring.hpp"
#include "token/key/secret_file.hpp"

namespace onsale::program {

// Opens the keys. Creates new ones only if the journal is empty: keys are created before the
// journal, so a journal with rows had keys. Throws std::runtime_error.
token::KeyRing open_keys(const embedded::Storage& storage, std::chrono::sys_seconds now);

// Consequence of a newly created secret, for the log.
constexpr std::string_view kNewOwnerKey =
    "operators and their tools need the new key; the old one is refused";
constexpr std::string_view kNewCompleteKey =
    "the protected site and the other processes need the new key; calls with the old one are "
    "refused";
constexpr std::string_view kNewMetricsKey =
    "clients of /metrics need the new key; the old one is refused";
constexpr std::string_view kNewVerifiedSecret =
    "the proxies in front and the other processes need the new secret; requests with the old "
    "secret "
    "are not trusted";

// Opens a bearer secret and creates it if it is missing. Beside a journal with rows, where there
// was one, the log then says what was missing and what the new one means. Throws
// std::runtime_error.
token::SecretFile open_secret(const embedded::Storage& storage, const std::filesystem::path& path,
                              std::string_view meaning);
// Opens a secret whose file the configuration may leave out. Returns nothing if `path` is empty.
std::optional<token::SecretFile> open_optional_secret(const embedded::Storage& storage,
                                                      const std::string& path,
                                                      std::string_view meaning);

// Opens the reports. Logs if their file had to be started again.
std::shared_ptr<embedded::Reports> open_reports(const embedded::Storage& storage);

// Logs each damaged or outdated file.
void log_notices(const embedded::FolderNotices& notices);

}  // namespace onsale::program
