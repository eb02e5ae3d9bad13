#pragma once

#include <string_view>

#include <boost/json/object.hpp>

#include "adapter/postgres/show/store_status.hpp"

namespace onsale::program {

struct StoreReport {
    boost::json::object body;
    // Exactly one primary answers, and its schema serves this program.
    bool serves = false;
};

// What `onsale store status` prints. `synchronous`: the operator wants commits to wait for a
// standby. `version` is that of this program.
StoreReport report_of(const postgres::StoreStatus& status, bool synchronous,
                      std::string_view version);

}  // namespace onsale::program
