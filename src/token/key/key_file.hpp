#pragma once

#include <filesystem>
#include <optional>
#include <string_view>
#include <vector>

#include "token/key/keys.hpp"

namespace onsale::token {

// The content of the file `keys`. Format, one item a line, the newest signing key first:
//
//   onsale-keys 1
//   guest <64 hex digits>
//   signing <kid> <created_at, seconds since 1970> <64 hex digits>
//   signing ...                       (only after a rotation)
struct StoredKeys {
    Secret guest_key{};
    std::vector<SigningKey> signing;  // Newest first, at most two.

    friend bool operator==(const StoredKeys&, const StoredKeys&) = default;
};

// Returns std::nullopt when the file does not exist. Throws std::runtime_error that names the file
// and the fix when other users can read the file or its content is invalid.
std::optional<StoredKeys> read_key_file(const std::filesystem::path& path);

// Throws the std::runtime_error for a key file that must not be replaced. Example of `what`: "is
// damaged".
[[noreturn]] void refuse_key_file(const std::filesystem::path& path, std::string_view what);

// Durable on return. Throws std::runtime_error.
void write_key_file(const std::filesystem::path& path, const StoredKeys& stored);

}  // namespace onsale::token
