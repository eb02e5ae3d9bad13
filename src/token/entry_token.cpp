#include "token/entry_token.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>

#include <fmt/format.h>

#include "base/assert.hpp"
#include "base/base64url.hpp"
#include "token/key/mac.hpp"
#include "token/site/jws_parts.hpp"

namespace onsale::token {
namespace {

// The longest token that seal() makes has about 450 characters.
constexpr std::size_t kTokenMax = 1024;
constexpr std::size_t kEventMax = 128;
constexpr std::size_t kDecodedMax = 3 * (kTokenMax / 4 + 1);

// Parses the fixed texts that seal() wrote. After a mismatch every further read returns an empty
// value.
class Scanner {
  public:
    explicit Scanner(std::string_view rest) : rest_(rest) {}

    void literal(std::string_view expected) {
        ok_ = ok_ && rest_.starts_with(expected);
        if (ok_) rest_.remove_prefix(expected.size());
    }

    std::string_view until(char end) {
        const std::size_t size = rest_.find(end);
        ok_ = ok_ && size != rest_.npos;
        if (!ok_) return {};
        const std::string_view taken = rest_.substr(0, size);
        rest_.remove_prefix(size);
        return taken;
    }

    // Reads a decimal number in the form in which we print it: no sign, no leading zero.
    template <class Number>
    Number number() {
        Number value{};
        const auto [end, error] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), value);
        const auto size = static_cast<std::size_t>(end - rest_.data());
        ok_ = ok_ && error == std::errc{} && rest_.front() != '-' &&
              (rest_.front() != '0' || size == 1);
        if (!ok_) return {};
        rest_.remove_prefix(size);
        return value;
    }

    std::chrono::sys_seconds seconds() {
        return std::chrono::sys_seconds{std::chrono::seconds{number<std::int64_t>()}};
    }

    bool ok() const { return ok_; }
    bool at_end() const { return ok_ && rest_.empty(); }

  private:
    std::string_view rest_;
    bool ok_ = true;
};

using Buffer = std::array<unsigned char, kDecodedMax>;

std::optional<std::string_view> decode(std::string_view part, Buffer& buffer) {
    const auto size = base64url_decode(part, buffer.data());
    if (!size) return std::nullopt;
    return std::string_view{reinterpret_cast<const char*>(buffer.data()), *size};
}

// A machine without a battery-backed clock may boot with a time before 1970, which readers of
// tokens do not accept.
std::int64_t count(std::chrono::sys_seconds time) {
    return std::max<std::int64_t>(0, time.time_since_epoch().count());
}

std::string guest_text(const GuestId& guest) {
    return base64url_encode(
        {reinterpret_cast<const char*>(guest.bytes.data()), guest.bytes.size()});
}

std::optional<GuestId> guest_from(std::string_view text) {
    constexpr std::size_t kGuestLength = 22;
    if (text.size() != kGuestLength) return std::nullopt;
    GuestId guest;
    if (!base64url_decode(text, guest.bytes.data())) return std::nullopt;
    return guest;
}

// The header is read before the signature is verified, so it may name only our own algorithm.
Result<const LiveKey*, EntryTokenError> key_of(const Keys& keys, std::string_view part) {
    Buffer buffer;
    const auto header = decode(part, buffer);
    if (!header) return fail(EntryTokenError::kMalformed);
    Scanner scanner{*header};
    scanner.literal(R"({"alg":")");
    const std::string_view algorithm = scanner.until('"');
    if (!scanner.ok()) return fail(EntryTokenError::kMalformed);
    if (algorithm != "HS256") return fail(EntryTokenError::kAlgorithm);
    scanner.literal(R"(","typ":"JWT","kid":")");
    const std::string_view kid = scanner.until('"');
    scanner.literal(R"("})");
    if (!scanner.at_end()) return fail(EntryTokenError::kMalformed);
    Scanner digits{kid};
    const auto number = digits.number<std::uint8_t>();
    const LiveKey* key = digits.at_end() ? keys.find(number) : nullptr;
    if (key == nullptr) return fail(EntryTokenError::kUnknownKey);
    return key;
}

bool signature_holds(const LiveKey& key, const JwsParts& parts) {
    Buffer buffer;
    const auto signature = decode(parts.signature, buffer);
    const Sha256Digest digest = key.mac(Purpose::kEntry)(parts.signed_text);
    return signature && equal_in_constant_time(*signature, as_bytes(digest));
}

std::optional<EntryClaims> claims_of(std::string_view part) {
    Buffer buffer;
    const auto payload = decode(part, buffer);
    if (!payload) return std::nullopt;
    EntryClaims claims;
    Scanner scanner{*payload};
    scanner.literal(R"({"sub":")");
    claims.event = scanner.until('"');
    scanner.literal(R"(","uid":")");
    const auto guest = guest_from(scanner.until('"'));
    scanner.literal(R"(","adm":")");
    claims.admission = scanner.number<std::uint64_t>();
    scanner.literal(R"(","iat":)");
    claims.issued_at = scanner.seconds();
    scanner.literal(R"(,"exp":)");
    claims.expires_at = scanner.seconds();
    scanner.literal("}");
    if (!scanner.at_end() || !guest || !is_entry_event(claims.event)) return std::nullopt;
    claims.guest = *guest;
    return claims;
}

}  // namespace

bool is_entry_event(std::string_view event) {
    const auto allowed = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
               c == '-' || c == '_' || c == '.';
    };
    return !event.empty() && event.size() <= kEventMax && std::ranges::all_of(event, allowed);
}

std::string seal(const Keys& keys, const EntryClaims& claims) {
    ONSALE_ASSERT(is_entry_event(claims.event));
    const LiveKey& key = keys.current();
    const auto header = fmt::format(R"({{"alg":"HS256","typ":"JWT","kid":"{}"}})", key.kid());
    const auto payload = fmt::format(R"({{"sub":"{}","uid":"{}","adm":"{}","iat":{},"exp":{}}})",
                                     claims.event, guest_text(claims.guest), claims.admission,
                                     count(claims.issued_at), count(claims.expires_at));
    std::string token = base64url_encode(header) + '.' + base64url_encode(payload);
    const Sha256Digest digest = key.mac(Purpose::kEntry)(token);
    return token + '.' + base64url_encode(as_bytes(digest));
}

Result<EntryClaims, EntryTokenError> open_entry_token(const Keys& keys, std::string_view text,
                                                      SignatureCheck check) {
    if (text.size() > kTokenMax) return fail(EntryTokenError::kMalformed);
    const auto parts = split_jws(text);
    if (!parts) return fail(EntryTokenError::kMalformed);
    const auto key = key_of(keys, parts->header);
    if (!key) return fail(key.error());
    if (check == SignatureCheck::kHere && !signature_holds(**key, *parts))
        return fail(EntryTokenError::kSignature);
    auto claims = claims_of(parts->payload);
    if (!claims) return fail(EntryTokenError::kMalformed);
    return std::move(*claims);
}

bool expired(const EntryClaims& claims, Instant now, Duration leeway) {
    // Compares whole seconds, because the largest possible claim does not fit into milliseconds.
    return std::chrono::floor<std::chrono::seconds>(now - leeway) >= claims.expires_at;
}

std::vector<EntrySecret> entry_secrets(const Keys& keys) {
    std::vector<EntrySecret> secrets{{keys.current().kid(), keys.current().entry_secret()}};
    if (const LiveKey* other = keys.other())
        secrets.push_back({other->kid(), other->entry_secret()});
    return secrets;
}

}  // namespace onsale::token
