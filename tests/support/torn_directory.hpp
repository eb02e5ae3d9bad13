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

// Which name means which file, now and, until a sync, at every moment since the last sync: a power
// loss may bring any of those back.
class TornDirectory {
  public:
    using FilePtr = std::shared_ptr<TornFile>;

    // Null if there is no such file.
    FilePtr find(std::string_view name) const;
    FilePtr create(const std::string& name);
    // REQUIRES: the file is there.
    void remove(std::string_view name);

    // Makes the name durable, if it still means this file.
    void sync_name_of(const FilePtr& file);
    // Makes every name durable that lies in the same folder as `name`.
    void sync_folder_of(std::string_view name);

    // Every file is replaced by what the medium may hold.
    void lose_power(Chance& chance);
    // Every file is as readers saw it; what was unsynced still is.
    void lose_handles();

    std::vector<std::string> names() const;
    std::size_t total_bytes() const;

  private:
    // From the durable meaning of a name to the present one; null means absent. Never empty.
    using Versions = std::vector<FilePtr>;

    std::map<std::string, Versions, std::less<>> entries_;
};

}  // namespace onsale::test
