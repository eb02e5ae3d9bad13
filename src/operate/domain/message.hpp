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

// A sentence for operators in both languages and its stable code. api/messages.json says how values
// are written in it.
struct Wording {
    std::string_view code;
    std::string_view english;
    std::string_view korean;
};

// A whole number, a text, or a part of the sentence that has a wording of its own, such as a
// reason.
class MessageValue {
  public:
    using Content = std::variant<std::int64_t, std::uint64_t, std::string, const Wording*>;

    template <std::integral Number>
    MessageValue(Number number)
        : content_(static_cast<
                   std::conditional_t<std::signed_integral<Number>, std::int64_t, std::uint64_t>>(
              number)) {}
    MessageValue(std::string text) : content_(std::move(text)) {}
    MessageValue(std::string_view text) : content_(std::string{text}) {}
    MessageValue(const char* text) : content_(std::string{text}) {}
    // REQUIRES: one of a table.
    MessageValue(const Wording& wording) : content_(&wording) {}

    const Content& content() const { return content_; }
    std::string text(std::string_view Wording::* language = &Wording::english) const;

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

// A result, an effect or a line of a story: a code with values. It is formatted only in HTTP and
// CLI output.
struct Message {
    const Wording* wording = nullptr;  // Entry of a message table; null: no message.
    MessageValues values{};

    std::string_view code() const {
        return wording == nullptr ? std::string_view{} : wording->code;
    }
};

// The description of a change: what it does and whether it can be undone, one message for each
// sentence.
using Effect = std::vector<Message>;

// Index into a list of wordings. A code that is not in the list does not compile.
template <auto& kWordings>
class CodeIn {
  public:
    consteval CodeIn(const char* code) {
        while (kWordings[at_].code != code)
            ++at_;
    }
    const Wording* wording() const { return &kWordings[at_]; }

  private:
    std::size_t at_ = 0;
};

// The names of the values in the sentence, each once.
std::vector<std::string_view> value_names(std::string_view sentence);

// REQUIRES: a value for every name in the sentence.
std::string format_english(const Message& message);
std::string format_korean(const Message& message);
// The sentences, separated by spaces.
std::string format_english(std::span<const Message> messages);
std::string format_korean(std::span<const Message> messages);

}  // namespace onsale::operate
