#pragma once

#include <chrono>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "token/keys.hpp"

namespace onsale::token {

enum class RotateError { kUnwritable };

// The secrets on disk, in the file `keys` of the data folder. One owner at a time: the holder of
// the folder's lock. Format, one item a line, the newest signing key first:
//
//   onsale-keys 1
//   guest <64 hex digits>
//   signing <kid> <created_at, seconds since 1970> <64 hex digits>
//   signing ...                       (only after a rotation)
class KeyRing {
  public:
    // Reads the file, or makes it at the first start. Throws std::runtime_error that names the file
    // and the fix when it is readable by others or not as written.
    static KeyRing open(const std::filesystem::path& folder, std::chrono::sys_seconds now);

    std::shared_ptr<const Keys> keys() const { return keys_; }

    // A new key signs from now on; the one before stays valid, an older one no longer. Durable when
    // it returns.
    Result<std::shared_ptr<const Keys>, RotateError> rotate(std::chrono::sys_seconds now);

  private:
    struct Stored {
        Secret guest_key;
        std::vector<SigningKey> signing;  // Newest first, at most two.
    };

    KeyRing(std::filesystem::path path, Stored stored);

    static Stored parse(const std::filesystem::path& path, const std::string& content);
    static std::string print(const Stored& stored);

    std::filesystem::path path_;
    Stored stored_;
    std::shared_ptr<const Keys> keys_;
};

}  // namespace onsale::token
