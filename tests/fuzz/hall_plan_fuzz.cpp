// Parses arbitrary text as a hall plan. An accepted plan must survive a round trip through JSON and
// through the bytes of the journal.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/assert.hpp"
#include "base/bytes.hpp"
#include "seat/codec/plan_json.hpp"
#include "seat/domain/plan_bytes.hpp"

namespace {

using namespace onsale;
using namespace onsale::seat;

HallPlan from_bytes(const HallPlan& plan) {
    std::string bytes;
    ByteWriter out{bytes};
    save(out, plan);
    ByteReader in{bytes};
    HallPlan read = load_plan(in);
    ONSALE_ASSERT(in.ok() && in.at_end());
    return read;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto plan = plan_from_text({reinterpret_cast<const char*>(data), size});
    if (!plan) {
        ONSALE_ASSERT(!plan.error().empty());
        return 0;
    }
    ONSALE_ASSERT(check(*plan).empty());
    ONSALE_ASSERT(plan_from_text(to_text(*plan)).value() == *plan);
    ONSALE_ASSERT(plan_from_json(to_json(*plan)).value() == *plan);
    ONSALE_ASSERT(from_bytes(*plan) == *plan);
    return 0;
}
