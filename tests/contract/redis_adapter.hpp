#pragma once

#include <memory>

#include "tests/contract/line_adapter.hpp"

namespace onsale::contract {

// Lines on a real redis-server. An engine acts as the sale store.
std::unique_ptr<LineAdapter> make_redis_adapter();
// Lines on a real cluster of six nodes.
std::unique_ptr<LineAdapter> make_redis_cluster_adapter();
// Lines on a real cluster of three masters without replicas.
std::unique_ptr<LineAdapter> make_redis_masters_adapter();

}  // namespace onsale::contract
