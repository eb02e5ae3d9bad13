#pragma once

#include <string>

namespace onsale::codec {

// A problem with submitted JSON and the path of the member: "prices.grades[2].types[0].amount".
struct Problem {
    std::string field;
    std::string message;
    bool unfit = false;  // The form is valid, but the value cannot be used.

    friend bool operator==(const Problem&, const Problem&) = default;
};

}  // namespace onsale::codec
