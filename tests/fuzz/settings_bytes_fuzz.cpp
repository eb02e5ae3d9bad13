// Parses arbitrary bytes as the settings of an event and as levers. The result must survive a round
// trip. The validation must accept any values as input without failing.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/assert.hpp"
#include "base/bytes.hpp"
#include "waiting_room/domain/settings_bytes.hpp"

namespace {

using namespace onsale;
using namespace onsale::waiting_room;

template <class Record>
std::string written(const Record& record) {
    std::string bytes;
    ByteWriter out{bytes};
    save(out, record);
    return bytes;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view bytes{reinterpret_cast<const char*>(data), size};
    ByteReader in{bytes};
    const EventSettings settings = load_settings(in);
    const std::string settings_bytes = written(settings);
    ByteReader settings_in{settings_bytes};
    ONSALE_ASSERT(load_settings(settings_in) == settings);
    ONSALE_ASSERT(settings_in.ok() && settings_in.at_end());
    (void)check(settings);
    ByteReader levers_in{bytes};
    const Levers levers = load_levers(levers_in);
    const std::string levers_bytes = written(levers);
    ByteReader again{levers_bytes};
    ONSALE_ASSERT(load_levers(again) == levers);
    return 0;
}
