#pragma once

#include <chrono>
#include <memory>

#include "adapter/embedded/journal/folder_notice.hpp"
#include "adapter/embedded/report/reports.hpp"
#include "token/key/key_ring.hpp"

namespace onsale::program {

// Opens the keys. Creates new ones only if the journal is empty: keys are created before the
// journal, so a journal with rows had keys. Throws std::runtime_error.
token::KeyRing open_keys(const embedded::Storage& storage, std::chrono::sys_seconds now);

// Opens the reports. Logs if their file had to be started again.
std::shared_ptr<embedded::Reports> open_reports(const embedded::Storage& storage);

// Logs one line for each file that was not as it was written.
void say(const embedded::FolderNotices& notices);

}  // namespace onsale::program
