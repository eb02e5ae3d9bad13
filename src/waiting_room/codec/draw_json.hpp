#pragma once

#include <optional>
#include <string_view>

#include <boost/json/object.hpp>

#include "base/sha256.hpp"
#include "waiting_room/domain/draw_verification.hpp"

namespace onsale::waiting_room {

// {algorithm, commitment, secret, membersRoot, memberCount}, as the server publishes it.
DrawProof draw_proof_from_json(const boost::json::object& proof);
// {index, place, leaf, path[]}, as a guest gets it.
DrawReceipt draw_receipt_from_json(const boost::json::object& receipt);
// In hexadecimal or base64url.
std::optional<Sha256Digest> digest_from_text(std::string_view text);

}  // namespace onsale::waiting_room
