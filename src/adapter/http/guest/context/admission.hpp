#pragma once

#include <optional>
#include <string_view>

#include "adapter/http/guest/context/guest_context.hpp"
#include "adapter/http/transport/message/request.hpp"
#include "waiting_room/domain/command.hpp"

namespace onsale::http {

// The entry token in the request, from its header or from the event's cookie; not yet verified.
std::string_view entry_token_of(const Request& request, std::string_view event);

// The live admission that a valid entry token of this event names, as its guest's claim.
std::optional<waiting_room::command::Claim> admission_of(const GuestContext& guest,
                                                         const Request& request,
                                                         std::string_view event,
                                                         const waiting_room::LineView& line);

// Whether the admission was claimed, as far as this view knows.
inline bool is_claimed(const waiting_room::LineView& line, waiting_room::Number number) {
    const waiting_room::Admission* const admission = line.ledger().find(number);
    return admission != nullptr && admission->claimed;
}

}  // namespace onsale::http
