#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace onsale::operate {

// A sentence for operators and its stable code, by which a page finds the translation. "{name}"
// stands for a text and "{#name}" for a whole number.
struct Wording {
    std::string_view code;
    std::string_view english;
};

// A whole number or a text.
class MessageValue {
  public:
    using Content = std::variant<std::int64_t, std::uint64_t, std::string>;

    template <std::integral Number>
    MessageValue(Number number)
        : content_(static_cast<
                   std::conditional_t<std::signed_integral<Number>, std::int64_t, std::uint64_t>>(
              number)) {}
    MessageValue(std::string text) : content_(std::move(text)) {}
    MessageValue(std::string_view text) : content_(std::string{text}) {}
    MessageValue(const char* text) : content_(std::string{text}) {}

    const Content& content() const { return content_; }
    std::string text() const;

    friend bool operator==(const MessageValue&, const MessageValue&) = default;

  private:
    Content content_;
};

struct NamedValue {
    std::string_view name;
    MessageValue value;

    friend bool operator==(const NamedValue&, const NamedValue&) = default;
};
using MessageValues = std::vector<NamedValue>;

// A result or an effect: for programs a code with values, for people the English sentence.
struct Message {
    std::string_view code{};
    MessageValues values{};
    std::string text{};
};

// Index into a list of wordings. A code that is not in the list does not compile.
template <auto& kWords>
class CodeIn {
  public:
    consteval CodeIn(const char* code) {
        while (kWords[at_].code != code)
            ++at_;
    }
    const Wording& wording() const { return kWords[at_]; }

  private:
    std::size_t at_ = 0;
};

// REQUIRES: a value for every name in the sentence.
Message say(const Wording& wording, MessageValues values);

// Parses a text that was produced with these wordings into its messages, in order; empty when the
// text does not match. So a stored sentence can be shown in any language.
std::vector<Message> understand(std::string_view text, std::span<const Wording> words);

}  // namespace onsale::operate
