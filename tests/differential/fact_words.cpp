#include "tests/differential/fact_words.hpp"

#include <cstdio>

#include "base/bytes.hpp"
#include "waiting_room/domain/fact_bytes.hpp"

namespace onsale::differential {

std::string fact_words(std::string_view bytes) {
    std::string words;
    ByteReader in{bytes};
    while (!in.at_end()) {
        const std::size_t from = in.position();
        const auto tag = in.fixed<std::uint8_t>();
        if (!waiting_room::load_fact(tag, in)) return words + "and unknown bytes";
        words += "[" + std::to_string(tag);
        for (const char c : bytes.substr(from + 1, in.position() - from - 1)) {
            char pair[4];
            std::snprintf(pair, sizeof pair, " %02x", static_cast<unsigned char>(c));
            words += pair;
        }
        words += "] ";
    }
    return words;
}

}  // namespace onsale::differential
