#pragma once

#include <chrono>
#include <filesystem>
#include <memory>

#include "base/result.hpp"
#include "token/key/key_file.hpp"
#include "token/key/secret_file.hpp"

namespace onsale::token {

enum class RotateError { kUnwritable };

// The secrets on disk, in the file `keys` of the data folder. One owner at a time: the holder of
// the folder's lock. Others may read it, see SharedKeys.
class KeyRing {
  public:
    // Reads the file, or makes it at the first start. Throws std::runtime_error that names the file
    // and the fix when it is readable by others or not as written, or missing with kRefuse: new
    // keys beside old places would make every guest a stranger.
    static KeyRing open(const std::filesystem::path& folder, std::chrono::sys_seconds now,
                        IfMissing if_missing = IfMissing::kMake);

    std::shared_ptr<const Keys> keys() const { return keys_; }

    // A new key signs from now on; the one before stays valid, an older one no longer. Durable when
    // it returns.
    Result<std::shared_ptr<const Keys>, RotateError> rotate(std::chrono::sys_seconds now);

  private:
    KeyRing(std::filesystem::path path, StoredKeys stored);

    std::filesystem::path path_;
    StoredKeys stored_;
    std::shared_ptr<const Keys> keys_;
};

}  // namespace onsale::token
