#pragma once

#include <string>
#include <string_view>

namespace onsale::differential {

// Facts as readable text for comparison: the tag and the bytes of each.
std::string fact_words(std::string_view bytes);

}  // namespace onsale::differential
