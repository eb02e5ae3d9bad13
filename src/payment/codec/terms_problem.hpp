#pragma once

#include <string>

namespace onsale::payment {

// What is wrong with terms that somebody sent, and where: "prices.grades[2].types[0].amount".
struct TermsProblem {
    std::string field;
    std::string message;

    friend bool operator==(const TermsProblem&, const TermsProblem&) = default;
};

}  // namespace onsale::payment
