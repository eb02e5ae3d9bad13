#pragma once

#include <chrono>
#include <filesystem>
#include <memory>
#include <string>

#include "base/result.hpp"
#include "token/key/key_file.hpp"

namespace onsale::token {

// The keys of a sale with several processes. Each process reads the file that the owner of the
// KeyRing writes. All keys verify immediately. A new key signs only after all processes have had
// time to read it.
// Thread safety: none. The returned Keys objects may be shared between threads.
class SharedKeys {
  public:
    // Age at which a new key begins to sign. A token signed earlier could reach a process that has
    // not read its key yet.
    static constexpr std::chrono::seconds kKnownToAll{10};

    // Throws std::runtime_error that names the file and the fix when the file is missing or
    // invalid.
    SharedKeys(const std::filesystem::path& folder, std::chrono::sys_seconds now);

    std::shared_ptr<const Keys> keys() const { return keys_; }

    // Call about once a second, and at least every few seconds. Returns the keys if they or the
    // signing key have changed, otherwise null. The error describes the problem with the file; the
    // keys then stay unchanged.
    Result<std::shared_ptr<const Keys>, std::string> reload(std::chrono::sys_seconds now);

  private:
    std::filesystem::path path_;
    StoredKeys stored_;
    std::shared_ptr<const Keys> keys_;
};

}  // namespace onsale::token
