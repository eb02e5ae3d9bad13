#include "adapter/redis/protocol/command.hpp"

#include <hiredis/hiredis.h>

#include "base/assert.hpp"

namespace onsale::redis {
namespace {

// The word at `index`. EVALSHA and the digest are replaced by EVAL and the script's text here, so
// that the text is not copied for each call.
std::string_view word_at(const std::vector<std::string>& words, std::size_t index,
                         const std::string* script_text) {
    if (script_text == nullptr || index > 1) return words[index];
    return index == 0 ? std::string_view{"EVAL"} : std::string_view{*script_text};
}

std::string format(const std::vector<std::string>& words, const std::string* script_text) {
    std::vector<const char*> data(words.size());
    std::vector<std::size_t> sizes(words.size());
    for (std::size_t i = 0; i < words.size(); ++i) {
        const std::string_view word = word_at(words, i, script_text);
        data[i] = word.data();
        sizes[i] = word.size();
    }
    char* made = nullptr;
    const int size =
        redisFormatCommandArgv(&made, static_cast<int>(words.size()), data.data(), sizes.data());
    ONSALE_ASSERT(size > 0);
    std::string bytes{made, static_cast<std::size_t>(size)};
    redisFreeCommand(made);
    return bytes;
}

}  // namespace

Command::Command(std::string_view word, std::initializer_list<std::string_view> arguments)
    : name_(word) {
    words_.reserve(1 + arguments.size());
    words_.emplace_back(word);
    words_.insert(words_.end(), arguments.begin(), arguments.end());
}

Command::Command(std::string_view word, std::span<const std::string> arguments) : name_(word) {
    words_.reserve(1 + arguments.size());
    words_.emplace_back(word);
    words_.insert(words_.end(), arguments.begin(), arguments.end());
}

std::string Command::encode(ScriptForm form) const {
    return format(words_, form == ScriptForm::kText ? script_text_.get() : nullptr);
}

std::string Pipeline::encode(ScriptForm form, bool asking) const {
    static const std::string kAsking = Command{"ASKING", {}}.encode();
    std::string bytes;
    for (const Command& command : commands) {
        if (asking) bytes += kAsking;
        bytes += command.encode(form);
    }
    if (!wait) return bytes;
    ONSALE_ASSERT(wait->timeout.count() > 0);
    return bytes +=
           Command{"WAIT", {std::to_string(wait->replicas), std::to_string(wait->timeout.count())}}
               .encode();
}

std::vector<Reply> Pipeline::without_asking(std::vector<Reply> on_wire) const {
    std::vector<Reply> kept;
    for (std::size_t i = 0; i < on_wire.size(); ++i)
        if (i >= 2 * commands.size() || i % 2 == 1) kept.push_back(std::move(on_wire[i]));
    return kept;
}

}  // namespace onsale::redis
