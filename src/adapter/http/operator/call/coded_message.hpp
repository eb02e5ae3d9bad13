#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <boost/json/object.hpp>

namespace onsale::http {

// A sentence for operators and its stable code, by which a page finds the translation. "{name}"
// stands for a text and "{#name}" for a whole number.
struct Wording {
    std::string_view code;
    std::string_view english;
};

// A result or an effect: for programs a code with values, for people the English sentence.
struct Finding {
    std::string_view code{};
    boost::json::object values{};
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
Finding say(const Wording& wording, boost::json::object values);

// Parses a text that was produced with these wordings into its findings, in order; empty when the
// text does not match. So a stored sentence can be shown in any language.
std::vector<Finding> understand(std::string_view text, std::span<const Wording> words);

// {"code","values"}
boost::json::object to_json(const Finding& finding);

}  // namespace onsale::http
