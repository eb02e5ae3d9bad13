#pragma once

#include <string>

namespace onsale::payment {

// A problem with submitted terms and its place: "prices.grades[2].types[0].amount".
struct TermsProblem {
    std::string field;
    std::string message;
    // The form is valid, but the value cannot be used, alone or in combination with others.
    bool unfit = false;

    friend bool operator==(const TermsProblem&, const TermsProblem&) = default;
};

}  // namespace onsale::payment
