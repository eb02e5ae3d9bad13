#include "operate/domain/message.hpp"

#include <algorithm>
#include <charconv>
#include <optional>
#include <utility>

#include "base/assert.hpp"

namespace onsale::operate {
namespace {

// An effect has one sentence per lever and one about undoing it.
constexpr std::size_t kMessagesMax = 16;

// A piece of a sentence: literal text and the value after it. The last piece has no value.
struct Piece {
    std::string_view literal;
    std::string_view name{};
    bool number = false;
    bool has_value() const { return !name.empty(); }
};

Piece take_piece(std::string_view& english) {
    const std::size_t open = std::min(english.find('{'), english.size());
    Piece piece{english.substr(0, open)};
    english.remove_prefix(open);
    if (english.empty()) return piece;
    const std::size_t close = english.find('}');
    piece.number = english[1] == '#';
    const std::size_t begin = piece.number ? 2 : 1;
    piece.name = english.substr(begin, close - begin);
    english.remove_prefix(close + 1);
    return piece;
}

// Accepts "-12" and "12,000".
std::optional<std::int64_t> number_in(std::string_view text) {
    std::string digits{text};
    std::erase(digits, ',');
    std::int64_t value = 0;
    const char* const end = digits.data() + digits.size();
    const auto read = std::from_chars(digits.data(), end, value);
    if (read.ec != std::errc{} || read.ptr != end) return std::nullopt;
    return value;
}

std::optional<MessageValue> value_in(const Piece& piece, std::string_view text) {
    if (!piece.number) return MessageValue{text};
    const auto number = number_in(text);
    if (!number) return std::nullopt;
    return MessageValue{*number};
}

// Parses the sentence at the start of `text` and removes it. A value extends to the next literal or
// to the end.
std::optional<Message> take_sentence(std::string_view& text, const Wording& wording) {
    Message found{wording.code, {}, {}};
    std::string_view rest = text;
    std::string_view english = wording.english;
    while (!english.empty()) {
        const Piece piece = take_piece(english);
        if (!rest.starts_with(piece.literal)) return std::nullopt;
        rest.remove_prefix(piece.literal.size());
        if (!piece.has_value()) break;
        const std::string_view next = english.substr(0, english.find('{'));
        const std::size_t end = next.empty() ? rest.size() : rest.find(next);
        if (end == rest.npos) return std::nullopt;
        auto value = value_in(piece, rest.substr(0, end));
        if (!value) return std::nullopt;
        found.values.push_back({piece.name, std::move(*value)});
        rest.remove_prefix(end);
    }
    found.text = text.substr(0, text.size() - rest.size());
    text = rest;
    return found;
}

}  // namespace

std::string MessageValue::text() const {
    if (const auto* const text = std::get_if<std::string>(&content_)) return *text;
    if (const auto* const number = std::get_if<std::int64_t>(&content_))
        return std::to_string(*number);
    return std::to_string(std::get<std::uint64_t>(content_));
}

Message say(const Wording& wording, MessageValues values) {
    Message message{wording.code, std::move(values), {}};
    std::string_view english = wording.english;
    while (!english.empty()) {
        const Piece piece = take_piece(english);
        message.text += piece.literal;
        if (!piece.has_value()) break;
        const auto value = std::ranges::find(message.values, piece.name, &NamedValue::name);
        ONSALE_ASSERT(value != message.values.end());
        message.text += value->value.text();
    }
    return message;
}

std::vector<Message> understand(std::string_view text, std::span<const Wording> words) {
    std::vector<Message> found;
    while (!text.empty() && found.size() < kMessagesMax) {
        if (!found.empty()) {
            if (text.front() != ' ') return {};
            text.remove_prefix(1);
        }
        std::optional<Message> next;
        for (std::size_t i = 0; i < words.size() && !next; ++i) {
            std::string_view rest = text;
            next = take_sentence(rest, words[i]);
            if (next && !rest.empty() && rest.front() != ' ') next.reset();
            if (next) text = rest;
        }
        if (!next) return {};
        found.push_back(std::move(*next));
    }
    return found;
}

}  // namespace onsale::operate
