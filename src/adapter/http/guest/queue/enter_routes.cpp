// Calls to enter and to leave.
#include "adapter/http/api/error/json_body.hpp"
#include "adapter/http/guest/context/refuse.hpp"
#include "adapter/http/guest/queue/join.hpp"
#include "adapter/http/guest/queue/routes.hpp"
#include "adapter/http/transport/message/query.hpp"

namespace onsale::http {
namespace {

// A field that is present must be a string.
bool is_text_or_absent(const boost::json::object& object, std::string_view name) {
    const auto* const value = object.if_contains({name.data(), name.size()});
    return value == nullptr || value->is_string();
}

bool is_proof_or_absent(const boost::json::value* proof) {
    if (proof == nullptr) return true;
    const auto* const fields = proof->if_object();
    return fields != nullptr && fields->size() == 2 && fields->contains("challenge") &&
           fields->contains("nonce") && is_text_or_absent(*fields, "challenge") &&
           is_text_or_absent(*fields, "nonce");
}

}  // namespace

void post_enter(GuestContext& guest, const Request& request, Reply& reply) {
    const auto body = json_body(request, {"eventId", "code", "proof"});
    if (!body) return refuse_call(guest, reply, body.error(), language_of(request), {});
    const auto* const proof = body->if_contains("proof");
    const auto event = key_field(*body, "eventId");
    const std::string_view wrong = !event                              ? "eventId"
                                   : !is_text_or_absent(*body, "code") ? "code"
                                   : !is_proof_or_absent(proof)        ? "proof"
                                                                       : "";
    if (!wrong.empty())
        return refuse_call(guest, reply, {ErrorCode::kBadField, std::string{wrong}},
                           language_of(request), {});
    JoinRequest join;
    join.event = *event;
    join.code = text_field(*body, "code");
    if (proof != nullptr) {
        join.proof_given = true;
        join.proof_challenge = text_field(proof->get_object(), "challenge");
        join.proof_nonce = text_field(proof->get_object(), "nonce");
    }
    enter(guest, request, reply, join, "");
}

void delete_leave(GuestContext& guest, const Request& request, Reply& reply) {
    leave(guest, request, reply, plain_query_value(request.query, "eventId").value_or(""), "");
}

void post_leave(GuestContext& guest, const Request& request, Reply& reply) {
    const auto body = json_body(request, {"eventId"});
    if (!body) return refuse_call(guest, reply, body.error(), language_of(request), {});
    const auto event = key_field(*body, "eventId");
    if (!event) return refuse_call(guest, reply, event.error(), language_of(request), {});
    leave(guest, request, reply, *event, "");
}

}  // namespace onsale::http
