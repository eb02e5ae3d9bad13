#pragma once

#include <string>
#include <string_view>

namespace onsale::differential {

// Facts in words that a person can compare: tag and bytes of each.
std::string fact_words(std::string_view bytes);

}  // namespace onsale::differential
