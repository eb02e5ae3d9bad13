#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "adapter/http/guest/context/guest_context.hpp"
#include "adapter/http/transport/message/handler.hpp"
#include "base/sha256.hpp"

namespace onsale::http {

// The fields of a guest's request to enter, by API or by form.
struct JoinRequest {
    std::string event;
    std::string code;
    std::string proof_challenge;
    std::string proof_nonce;
    bool proof_given = false;  // For an API call; a form always sends the fields.
};

// Enters and answers with the queue answer, or redirects to the page `then_to`.
void enter(GuestContext& guest, const Request& request, Reply& reply, const JoinRequest& join,
           std::string then_to);

// Gives up the place of the request's queue token, and answers or redirects in the same way.
void leave(GuestContext& guest, const Request& request, Reply& reply, std::string_view event,
           std::string then_to);

// Every access code, valid or not, counts against its guest and its address, to slow down guessing.
std::optional<ErrorCode> check_code_tries(GuestContext& guest, const Request& request,
                                          waiting_room::EventId event, const GuestId& whose);

// std::nullopt for an empty code.
std::optional<Sha256Digest> code_digest(std::string_view code);

}  // namespace onsale::http
