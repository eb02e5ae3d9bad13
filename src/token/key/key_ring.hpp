#pragma once

#include <chrono>
#include <filesystem>
#include <memory>

#include "base/result.hpp"
#include "token/key/key_file.hpp"
#include "token/key/secret_file.hpp"

namespace onsale::token {

enum class RotateError { kUnwritable };

// The secrets on disk, in the file `keys` of the data folder. There is one owner at a time: the
// holder of the folder's lock. Other processes may read the file, see SharedKeys.
class KeyRing {
  public:
    // Reads the file, or creates it at the first start. Throws std::runtime_error that names the
    // file and the fix when other users can read the file, its content is invalid, or it is missing
    // with kRefuse. New keys would give every guest with an existing place another guest id.
    static KeyRing open(const std::filesystem::path& folder, std::chrono::sys_seconds now,
                        IfMissing if_missing = IfMissing::kMake);

    std::shared_ptr<const Keys> keys() const { return keys_; }

    // From now on a new key signs. The previous key stays valid, older ones do not. Durable on
    // return.
    Result<std::shared_ptr<const Keys>, RotateError> rotate(std::chrono::sys_seconds now);

  private:
    KeyRing(std::filesystem::path path, StoredKeys stored);

    std::filesystem::path path_;
    StoredKeys stored_;
    std::shared_ptr<const Keys> keys_;
};

}  // namespace onsale::token
