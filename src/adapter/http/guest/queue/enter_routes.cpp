// Calls to enter and to leave.
#include <utility>

#include "adapter/http/api/error/json_body.hpp"
#include "adapter/http/guest/context/refuse.hpp"
#include "adapter/http/guest/queue/join.hpp"
#include "adapter/http/guest/queue/routes.hpp"
#include "adapter/http/transport/message/query.hpp"
#include "codec/object_reader.hpp"

namespace onsale::http {
namespace {

struct Proof {
    std::string challenge;
    std::string nonce;
};
void fields(auto& visit, Proof& proof) {
    visit.required("challenge", proof.challenge);
    visit.required("nonce", proof.nonce);
}

}  // namespace

void post_enter(GuestContext& guest, const Request& request, Reply& reply) {
    const auto body = json_body(request, {"eventId", "code", "proof"});
    if (!body) return refuse_call(guest, reply, body.error(), language_of(request), {});
    const auto event = key_field(*body, "eventId");
    if (!event) return refuse_call(guest, reply, event.error(), language_of(request), {});
    JoinRequest join;
    join.event = *event;
    Proof proof;
    codec::ObjectReader reader{*body};
    reader.allow("eventId");
    reader.field("code", join.code);
    reader.field("proof", proof);
    // The answer names the member of the body, also for a problem inside the proof.
    if (const auto problem = reader.problem())
        return refuse_call(
            guest, reply,
            {ErrorCode::kBadField, problem->field.substr(0, problem->field.find('.'))},
            language_of(request), {});
    join.proof_given = body->contains("proof");
    join.proof_challenge = std::move(proof.challenge);
    join.proof_nonce = std::move(proof.nonce);
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
