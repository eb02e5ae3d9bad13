#include "adapter/redis/protocol/script.hpp"

#include <array>

#include <fmt/format.h>
#include <openssl/evp.h>

#include "base/assert.hpp"

namespace onsale::redis {
namespace {

std::string sha1_hex(std::string_view text) {
    constexpr std::size_t kSha1Size = 20;
    std::array<unsigned char, kSha1Size> digest{};
    unsigned size = 0;
    const int made =
        EVP_Digest(text.data(), text.size(), digest.data(), &size, EVP_sha1(), nullptr);
    ONSALE_ASSERT(made == 1 && size == kSha1Size);
    std::string hex;
    for (const unsigned char byte : digest)
        hex += fmt::format("{:02x}", byte);
    return hex;
}

}  // namespace

Script::Script(std::string_view name, std::string_view text)
    : name_(name), text_(std::make_shared<const std::string>(text)), digest_(sha1_hex(text)) {}

Command Script::call(std::span<const std::string> keys,
                     std::span<const std::string> arguments) const {
    constexpr std::size_t kWordsBeforeKeys = 3;
    Command command;
    command.name_ = name_;
    command.script_text_ = text_;
    command.words_.reserve(kWordsBeforeKeys + keys.size() + arguments.size());
    command.words_ = {"EVALSHA", digest_, std::to_string(keys.size())};
    command.words_.insert(command.words_.end(), keys.begin(), keys.end());
    command.words_.insert(command.words_.end(), arguments.begin(), arguments.end());
    return command;
}

Command Script::load() const {
    return Command{"SCRIPT", {"LOAD", *text_}};
}

}  // namespace onsale::redis
