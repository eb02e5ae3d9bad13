#include "operate/domain/message.hpp"

#include <algorithm>
#include <utility>

#include "base/assert.hpp"

namespace onsale::operate {
namespace {

// A piece of a sentence: literal text and the slot after it. The last piece has no slot.
struct Piece {
    std::string_view literal;
    std::string_view slot{};
};

Piece take_piece(std::string_view& sentence) {
    const std::size_t open = std::min(sentence.find('{'), sentence.size());
    Piece piece{sentence.substr(0, open)};
    sentence.remove_prefix(open);
    if (sentence.empty()) return piece;
    const std::size_t close = sentence.find('}');
    piece.slot = sentence.substr(1, close - 1);
    sentence.remove_prefix(close + 1);
    return piece;
}

using Language = std::string_view Wording::*;

std::string value_of(std::string_view name, const MessageValues& values, Language language) {
    const auto value = std::ranges::find(values, name, &NamedValue::name);
    ONSALE_ASSERT(value != values.end());
    return value->value.text(language);
}

// "12000" becomes "12,000".
std::string grouped(std::string digits) {
    constexpr std::size_t kGroup = 3;
    const std::size_t begin = digits.starts_with('-') ? 1 : 0;
    for (std::size_t end = digits.size(); end > begin + kGroup;) {
        end -= kGroup;
        digits.insert(end, ",");
    }
    return digits;
}

// The slot is "name", "#name" or "name|one|many".
std::string fill(std::string_view slot, const MessageValues& values, Language language) {
    if (slot.starts_with('#')) return grouped(value_of(slot.substr(1), values, language));
    const std::size_t one = slot.find('|');
    if (one == slot.npos) return value_of(slot, values, language);
    const std::size_t many = slot.find('|', one + 1);
    const bool is_one = value_of(slot.substr(0, one), values, language) == "1";
    return std::string{is_one ? slot.substr(one + 1, many - one - 1) : slot.substr(many + 1)};
}

std::string format_message(const Message& message, Language language) {
    std::string text;
    if (message.wording == nullptr) return text;
    std::string_view sentence = message.wording->*language;
    while (!sentence.empty()) {
        const Piece piece = take_piece(sentence);
        text += piece.literal;
        if (!piece.slot.empty()) text += fill(piece.slot, message.values, language);
    }
    return text;
}

std::string join(std::span<const Message> messages, std::string (*format_one)(const Message&)) {
    std::string text;
    for (const Message& message : messages)
        text += (text.empty() ? "" : " ") + format_one(message);
    return text;
}

}  // namespace

std::string MessageValue::text(Language language) const {
    if (const auto* const wording = std::get_if<const Wording*>(&content_))
        return std::string{(*wording)->*language};
    if (const auto* const text = std::get_if<std::string>(&content_)) return *text;
    if (const auto* const number = std::get_if<std::int64_t>(&content_))
        return std::to_string(*number);
    return std::to_string(std::get<std::uint64_t>(content_));
}

std::vector<std::string_view> value_names(std::string_view sentence) {
    std::vector<std::string_view> names;
    while (!sentence.empty()) {
        std::string_view name = take_piece(sentence).slot;
        if (name.starts_with('#')) name.remove_prefix(1);
        name = name.substr(0, name.find('|'));
        if (!name.empty() && std::ranges::find(names, name) == names.end()) names.push_back(name);
    }
    return names;
}

std::string format_english(const Message& message) {
    return format_message(message, &Wording::english);
}

std::string format_korean(const Message& message) {
    return format_message(message, &Wording::korean);
}

std::string format_english(std::span<const Message> messages) {
    return join(messages, format_english);
}

std::string format_korean(std::span<const Message> messages) {
    return join(messages, format_korean);
}

}  // namespace onsale::operate
