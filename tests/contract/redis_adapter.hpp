#pragma once

#include <memory>

#include "tests/contract/line_adapter.hpp"

namespace onsale::contract {

// Lines on a real redis-server, fed by a sale store that is an engine.
std::unique_ptr<LineAdapter> make_redis_adapter();
// The same on a real cluster of six.
std::unique_ptr<LineAdapter> make_redis_cluster_adapter();

}  // namespace onsale::contract
