#include "token/key/mac.hpp"

// HMAC() and the EVP calls look up their algorithm and allocate on each call (1.15 us). These
// functions run the same hardware-accelerated code, and their state can be copied.
#define OPENSSL_SUPPRESS_DEPRECATED
#include <bit>

#include <openssl/crypto.h>
#include <openssl/sha.h>

namespace onsale::token {
namespace {

constexpr unsigned char kInnerPad = 0x36;
constexpr unsigned char kOuterPad = 0x5c;

}  // namespace

Mac::HashState Mac::after_pad(std::string_view key, unsigned char pad) {
    std::array<unsigned char, SHA256_CBLOCK> block;
    block.fill(pad);
    for (std::size_t i = 0; i < key.size(); ++i)
        block[i] ^= static_cast<unsigned char>(key[i]);
    SHA256_CTX state;
    SHA256_Init(&state);
    SHA256_Update(&state, block.data(), block.size());
    OPENSSL_cleanse(block.data(), block.size());
    return std::bit_cast<HashState>(state);
}

Mac::Mac(std::string_view key) {
    Sha256Digest hashed;
    if (key.size() > SHA256_CBLOCK) {
        hashed = sha256(key);
        key = as_bytes(hashed);
    }
    inner_ = after_pad(key, kInnerPad);
    outer_ = after_pad(key, kOuterPad);
}

Sha256Digest Mac::operator()(std::string_view message) const {
    Sha256Digest digest;
    auto state = std::bit_cast<SHA256_CTX>(inner_);
    SHA256_Update(&state, message.data(), message.size());
    SHA256_Final(digest.data(), &state);
    state = std::bit_cast<SHA256_CTX>(outer_);
    SHA256_Update(&state, digest.data(), digest.size());
    SHA256_Final(digest.data(), &state);
    return digest;
}

bool equal_in_constant_time(std::string_view left, std::string_view right) {
    return left.size() == right.size() &&
           CRYPTO_memcmp(left.data(), right.data(), left.size()) == 0;
}

}  // namespace onsale::token
