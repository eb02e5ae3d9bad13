#include "token/key/shared_keys.hpp"

#include <algorithm>
#include <stdexcept>

#include <fmt/format.h>

namespace onsale::token {
namespace {

StoredKeys read_existing(const std::filesystem::path& path) {
    auto stored = read_key_file(path);
    if (!stored)
        throw std::runtime_error(fmt::format(
            "{} is missing: the payment process makes it, start that one first; or name its "
            "folder in cluster.keys",
            path.string()));
    return std::move(*stored);
}

// Signs with the newest key that all processes know. If all keys are too new, signs with the
// oldest.
std::shared_ptr<const Keys> keys_at(std::chrono::sys_seconds now, const StoredKeys& stored) {
    auto signing = stored.signing;
    const auto known = std::ranges::find_if(signing, [now](const SigningKey& key) {
        return now - key.created_at >= SharedKeys::kKnownToAll;
    });
    std::ranges::rotate(signing, known == signing.end() ? signing.end() - 1 : known);
    return std::make_shared<const Keys>(stored.guest_key, signing);
}

}  // namespace

SharedKeys::SharedKeys(const std::filesystem::path& folder, std::chrono::sys_seconds now)
    : path_(folder / "keys"), stored_(read_existing(path_)), keys_(keys_at(now, stored_)) {}

Result<std::shared_ptr<const Keys>, std::string> SharedKeys::reload(std::chrono::sys_seconds now) {
    StoredKeys stored;
    try {
        stored = read_existing(path_);
    } catch (const std::runtime_error& error) {
        return fail(std::string{error.what()});
    }
    auto keys = keys_at(now, stored);
    if (stored == stored_ && keys->current().kid() == keys_->current().kid()) return nullptr;
    stored_ = std::move(stored);
    keys_ = std::move(keys);
    return keys_;
}

}  // namespace onsale::token
