#pragma once

#include <utility>
#include <vector>

#include "adapter/http/api/context/guest_identity.hpp"
#include "adapter/http/api/context/run_route.hpp"
#include "adapter/http/guest/context/refuse.hpp"
#include "adapter/http/guest/pay/ask_as_owner.hpp"
#include "adapter/http/guest/pay/order_answer.hpp"

namespace onsale::http {

// A call about an order, from a browser that has at least one identity.
template <class Asked>
struct OwnerCall {
    GuestContext& guest;
    std::vector<GuestId> guests;
    Asked asked;
    Language language;
    LaterReply reply;

    sale::Orders& orders() const { return *guest.context.orders; }
    // See ask_as_owner(). Takes the identities with it.
    template <class Outcome, class Ask>
    boost::asio::awaitable<Outcome> as_owner(Ask ask) {
        return ask_as_owner<Outcome>(std::move(guests), std::move(ask));
    }
};

// Runs the coroutine `work` with an OwnerCall of what `parse` has read. Refuses a request without
// an identity, one that cannot be read, and a change that another site has sent. Without a store of
// orders the answer is `unknown`.
template <class Parse, class Work>
void with_owner(GuestContext& guest, const Request& request, Reply& reply, ErrorCode unknown,
                const Parse& parse, const Work& work) {
    const Language language = language_of(request);
    auto guests = owners_in(guest, request);
    if (guests.empty()) return refuse(guest, reply, ErrorCode::kVisitorRequired, language);
    auto asked = parse(request);
    if (!asked) return refuse_call(guest, reply, asked.error(), language, {});
    if (request.method == Method::kPost && !same_origin(request))
        return refuse(guest, reply, ErrorCode::kForeignOrigin, language);
    if (guest.context.orders == nullptr) return refuse(guest, reply, unknown, language);
    run_route(
        guest.context.loop, guest.metrics,
        work(OwnerCall{guest, std::move(guests), std::move(*asked), language, reply.later()}));
}

}  // namespace onsale::http
