#include "token/key/secret_file.hpp"

#include <stdexcept>

#include <fmt/format.h>

#include "base/base64url.hpp"
#include "base/sha256.hpp"
#include "runtime/file/private_file.hpp"
#include "token/key/mac.hpp"
#include "token/key/secret.hpp"

namespace onsale::token {
namespace {

constexpr std::size_t kPresentedMax = 256;  // Longer than any valid key; not worth hashing.

std::string create(const std::filesystem::path& path) {
    const std::string text = base64url_encode(secret_bytes(new_secret()));
    runtime::write_private_file(path, text + '\n');
    return text;
}

// Removes the newline at the end, which our writer and most editors add.
std::string checked(const std::filesystem::path& path, std::string text) {
    if (text.ends_with('\n')) text.pop_back();
    const auto bytes = base64url_decode(text);
    if (!bytes || bytes->size() != kSecretSize)
        throw std::runtime_error(
            fmt::format("{} does not hold a 256-bit base64url secret; delete it to get a new one",
                        path.string()));
    return text;
}

}  // namespace

SecretFile::SecretFile(const std::filesystem::path& path, IfMissing if_missing) {
    auto content = runtime::read_private_file(path);
    if (!content && if_missing == IfMissing::kRefuse)
        throw std::runtime_error(fmt::format(
            "{} is missing: the payment process makes it, start that one first; or name its "
            "folder in cluster.keys",
            path.string()));
    text_ = content ? checked(path, std::move(*content)) : create(path);
}

bool SecretFile::matches(std::string_view presented) const {
    if (presented.size() > kPresentedMax) return false;
    // Comparing digests also hides the size of the secret.
    return equal_in_constant_time(as_bytes(sha256(presented)), as_bytes(sha256(text_)));
}

}  // namespace onsale::token
