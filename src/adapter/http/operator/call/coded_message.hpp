#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <boost/json/object.hpp>

namespace onsale::http {

// A sentence for operators and the stable code by which a page finds the same in its own language.
// "{name}" stands for a text and "{#name}" for a whole number.
struct Wording {
    std::string_view code;
    std::string_view english;
};

// What was found or done: for programs a code with values, for people the English sentence.
struct Finding {
    std::string_view code{};
    boost::json::object values{};
    std::string text{};
};

// One of a list of wordings; a code that the list does not have is not compiled.
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

// REQUIRES: a value for every name of the sentence.
Finding say(const Wording& wording, boost::json::object values);

// The findings of which a text that was said with these words is made, one after the other; none
// where it is not. What was written down as a sentence can so be read in any language.
std::vector<Finding> understand(std::string_view text, std::span<const Wording> words);

// {"code","values"}
boost::json::object to_json(const Finding& finding);

}  // namespace onsale::http
