#pragma once

#include <chrono>
#include <memory>

#include "adapter/embedded/journal/folder_notice.hpp"
#include "adapter/embedded/report/reports.hpp"
#include "token/key/key_ring.hpp"

namespace onsale::program {

// Makes new keys only for a folder whose journal is empty: keys are made before the journal, so one
// that has rows had keys. Throws std::runtime_error.
token::KeyRing open_keys(const embedded::Storage& storage, std::chrono::sys_seconds now);

// The reports; the log says if their file had to be begun anew.
std::shared_ptr<embedded::Reports> open_reports(const embedded::Storage& storage);

// One line of the log for each file that was not as it was written.
void say(const embedded::FolderNotices& notices);

}  // namespace onsale::program
