#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <boost/json/object.hpp>

namespace onsale::program {

// The evidence about a draw: the server's proof and leaves, and what a guest kept.
struct OrderEvidence {
    boost::json::object proof;  // {algorithm, commitment, secret, membersRoot, memberCount}
    std::string leaves;         // 16 bytes each.
    std::optional<boost::json::object> receipt;  // {number, index, place, leaf, path[]}
    std::string commitment;  // As published when the lobby opened; empty: unknown.
};

struct OrderCheck {
    std::string what;
    bool holds = false;
};

// Recomputes the draw from the evidence. Stops at the first failed check, because later ones are
// then meaningless.
std::vector<OrderCheck> verify_order(const OrderEvidence& evidence);

}  // namespace onsale::program
