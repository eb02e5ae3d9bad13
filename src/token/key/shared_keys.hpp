#pragma once

#include <chrono>
#include <filesystem>
#include <memory>
#include <string>

#include "base/result.hpp"
#include "token/key/key_file.hpp"

namespace onsale::token {

// The keys of a sale with many processes: each reads the file that the owner of a KeyRing writes.
// All keys verify at once; a new one signs only when everybody has had the time to read it.
// Thread safety: none; what it hands out may be shared.
class SharedKeys {
  public:
    // Before that, a token could meet a process that does not know its key yet.
    static constexpr std::chrono::seconds kKnownToAll{10};

    // Throws std::runtime_error that names the file and the fix when there is none or it is no
    // good.
    SharedKeys(const std::filesystem::path& folder, std::chrono::sys_seconds now);

    std::shared_ptr<const Keys> keys() const { return keys_; }

    // To be asked about once a second, at most every few. The keys when they, or the one that
    // signs, have changed, else null. The error says what is wrong with the file; the keys then
    // stay as they were.
    Result<std::shared_ptr<const Keys>, std::string> reload(std::chrono::sys_seconds now);

  private:
    std::filesystem::path path_;
    StoredKeys stored_;
    std::shared_ptr<const Keys> keys_;
};

}  // namespace onsale::token
