#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "sale/domain/message.hpp"

namespace onsale::sale {

// The beginning of every body.
constexpr std::string_view kMessageStart = R"({"v":1,)";

// The body in the outbox and on the wire: docs/format/messages.md. The same message always gives
// the same bytes. Written without a JSON library, because the writer thread makes five messages per
// purchase.
std::string to_json(const Message& message);

// Returns std::nullopt for text that to_json() did not write.
std::optional<Message> parse_message(std::string_view body);

}  // namespace onsale::sale
