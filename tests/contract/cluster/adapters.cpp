// Runs the suites of the ports that Redis serves on clusters. All are in one program, because
// starting a cluster takes long.
#include "tests/contract/line_adapter.hpp"
#include "tests/contract/redis_adapter.hpp"

namespace onsale::contract {

const std::vector<AdapterKind>& line_adapters() {
    static const std::vector<AdapterKind> kAdapters = {
        {"redis_cluster", make_redis_cluster_adapter},
        {"redis_masters", make_redis_masters_adapter},
    };
    return kAdapters;
}

const std::vector<AdapterKind>& sale_adapters() {
    return line_adapters();
}

}  // namespace onsale::contract
