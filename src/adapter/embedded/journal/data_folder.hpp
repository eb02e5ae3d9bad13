#pragma once

#include <filesystem>
#include <stdexcept>
#include <string>
#include <string_view>

#include "adapter/embedded/journal/sqlite.hpp"

namespace onsale::embedded {

constexpr std::string_view kLockFile = "lock";

class FolderInUse : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

// The data folder, locked for one process at a time. The lock ends with the process, even after a
// crash.
class DataFolder {
  public:
    // Creates the folder (mode 0700) if it is missing; throws FolderInUse or std::runtime_error.
    explicit DataFolder(std::filesystem::path path);
    ~DataFolder();
    DataFolder(const DataFolder&) = delete;
    DataFolder& operator=(const DataFolder&) = delete;

    const std::filesystem::path& path() const { return path_; }
    // Removes what the constructor created: the lock file, and the folder if it is empty otherwise.
    // For an operation that failed.
    void undo();
    Storage storage() const { return {path_.string(), ""}; }

  private:
    std::filesystem::path path_;
    int lock_ = -1;
    bool made_folder_ = false;
    bool made_lock_ = false;
};

}  // namespace onsale::embedded
