// Parses arbitrary bytes as the facts of a journal row of all modules. Facts that can be read must
// survive a round trip.
#include <cstddef>
#include <cstdint>
#include <string>

#include "base/assert.hpp"
#include "base/bytes.hpp"
#include "sale/domain/fact_bytes.hpp"

namespace {

using namespace onsale;
using namespace onsale::sale;

std::string written(const Facts& facts) {
    std::string bytes;
    ByteWriter out{bytes};
    for (const Fact& fact : facts)
        save(out, fact);
    return bytes;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    Facts facts;
    // If a row is truncated, the facts before that point count.
    (void)load({reinterpret_cast<const char*>(data), size}, facts);
    const std::string bytes = written(facts);
    Facts again;
    const bool loaded = load(bytes, again);
    ONSALE_ASSERT(loaded && again.size() == facts.size());
    ONSALE_ASSERT(written(again) == bytes);
    return 0;
}
