#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/bytes.hpp"
#include "payment/domain/order.hpp"

namespace onsale::payment {

// The bytes of an order in a snapshot. docs/format/snapshot.md describes them and says how a field
// is added.
void save(ByteWriter& out, const Order& order);
// None if the bytes end too early.
std::optional<Order> load_order(ByteReader& in);

// The body of an order that is stored by itself: a version and the bytes above. The same order
// always gives the same body.
std::string body_of(const Order& order);
// None if the body is damaged or was written by a later version.
std::optional<Order> load_body(std::string_view body);

}  // namespace onsale::payment
