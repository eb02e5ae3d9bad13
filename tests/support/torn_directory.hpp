#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "tests/support/chance.hpp"
#include "tests/support/torn_file.hpp"

namespace onsale::test {

// Maps names to files. Keeps the current file and every file that the name had since the last sync:
// a power loss may restore any of them.
class TornDirectory {
  public:
    using FilePtr = std::shared_ptr<TornFile>;

    // Returns null if there is no such file.
    FilePtr find(std::string_view name) const;
    FilePtr create(const std::string& name);
    // REQUIRES: the file exists.
    void remove(std::string_view name);

    // Makes the name durable if it still refers to this file.
    void sync_name_of(const FilePtr& file);
    // Makes every name durable in the same folder as `name`.
    void sync_folder_of(std::string_view name);

    // Replaces every file with contents that the medium may hold.
    void lose_power(Chance& chance);
    // Every file keeps the contents that readers saw. Unsynced changes stay unsynced.
    void lose_handles();

    std::vector<std::string> names() const;
    std::size_t total_bytes() const;

  private:
    // All files of a name, from the durable one to the current one. Null means absent. Never empty.
    using Versions = std::vector<FilePtr>;

    std::map<std::string, Versions, std::less<>> entries_;
};

}  // namespace onsale::test
