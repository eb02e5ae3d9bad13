#include "token/key/key_file.hpp"

#include <algorithm>
#include <charconv>
#include <stdexcept>
#include <string_view>

#include <fmt/format.h>

#include "base/base64url.hpp"
#include "runtime/file/private_file.hpp"

namespace onsale::token {
namespace {

constexpr std::string_view kFirstLine = "onsale-keys 1\n";

// Removes the text up to `end` from the front and returns it, or std::nullopt when `end` does not
// occur.
std::optional<std::string_view> take_until(std::string_view& rest, char end) {
    const std::size_t size = rest.find(end);
    if (size == rest.npos) return std::nullopt;
    const std::string_view taken = rest.substr(0, size);
    rest.remove_prefix(size + 1);
    return taken;
}

bool take(std::string_view& rest, std::string_view prefix) {
    if (!rest.starts_with(prefix)) return false;
    rest.remove_prefix(prefix.size());
    return true;
}

template <class Number>
std::optional<Number> take_number(std::string_view& rest) {
    const auto text = take_until(rest, ' ');
    if (!text) return std::nullopt;
    Number value{};
    const auto [end, error] = std::from_chars(text->data(), text->data() + text->size(), value);
    if (error != std::errc{} || end != text->data() + text->size()) return std::nullopt;
    return value;
}

std::optional<Secret> take_secret(std::string_view& rest) {
    const auto text = take_until(rest, '\n');
    const auto bytes = text ? hex_decode(*text) : std::nullopt;
    if (!bytes || bytes->size() != kSecretSize) return std::nullopt;
    Secret secret;
    std::ranges::copy(*bytes, secret.begin());
    return secret;
}

std::optional<SigningKey> take_signing_key(std::string_view& rest) {
    if (!take(rest, "signing ")) return std::nullopt;
    const auto kid = take_number<std::uint8_t>(rest);
    const auto created_at = take_number<std::int64_t>(rest);
    const auto secret = take_secret(rest);
    if (!kid || *kid == 0 || !created_at || !secret) return std::nullopt;
    return SigningKey{*kid, std::chrono::sys_seconds{std::chrono::seconds{*created_at}}, *secret};
}

StoredKeys parse(const std::filesystem::path& path, const std::string& content) {
    std::string_view rest = content;
    const bool known = take(rest, kFirstLine) && take(rest, "guest ");
    const auto guest_key = known ? take_secret(rest) : std::nullopt;
    const auto current = guest_key ? take_signing_key(rest) : std::nullopt;
    const bool rotated = current && !rest.empty();
    const auto previous = rotated ? take_signing_key(rest) : std::nullopt;
    if (!current || !rest.empty() || rotated != previous.has_value() ||
        (previous && previous->kid == current->kid))
        refuse_key_file(path, "is damaged");
    StoredKeys stored{.guest_key = *guest_key, .signing = {*current}};
    if (previous) stored.signing.push_back(*previous);
    return stored;
}

std::string print(const StoredKeys& stored) {
    auto text = fmt::format("{}guest {}\n", kFirstLine, hex_encode(secret_bytes(stored.guest_key)));
    for (const SigningKey& key : stored.signing)
        text +=
            fmt::format("signing {} {} {}\n", key.kid, key.created_at.time_since_epoch().count(),
                        hex_encode(secret_bytes(key.secret)));
    return text;
}

}  // namespace

void refuse_key_file(const std::filesystem::path& path, std::string_view what) {
    throw std::runtime_error(
        fmt::format("{} {}: restore it from a backup (without it every place in line loses its "
                    "guest)",
                    path.string(), what));
}

std::optional<StoredKeys> read_key_file(const std::filesystem::path& path) {
    const auto content = runtime::read_private_file(path);
    if (!content) return std::nullopt;
    return parse(path, *content);
}

void write_key_file(const std::filesystem::path& path, const StoredKeys& stored) {
    runtime::write_private_file(path, print(stored));
}

}  // namespace onsale::token
