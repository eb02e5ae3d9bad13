#pragma once

#include <string>

namespace onsale::payment {

// What is wrong with terms that somebody sent, and where: "prices.grades[2].types[0].amount".
struct TermsProblem {
    std::string field;
    std::string message;
    // The form is right; the value cannot be used, alone or beside the others.
    bool unfit = false;

    friend bool operator==(const TermsProblem&, const TermsProblem&) = default;
};

}  // namespace onsale::payment
