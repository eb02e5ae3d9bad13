#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "sale/domain/message.hpp"

namespace onsale::sale {

// How a body begins.
constexpr std::string_view kMessageStart = R"({"v":1,)";

// The body as it is kept in the outbox and sent on: docs/format/messages.md. The same message gives
// the same bytes. Written by hand, because the writer thread writes five for each purchase.
std::string to_json(const Message& message);

// Nothing for what to_json() did not write.
std::optional<Message> parse_message(std::string_view body);

}  // namespace onsale::sale
