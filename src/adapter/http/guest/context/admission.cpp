#include "adapter/http/guest/context/admission.hpp"

#include "adapter/http/api/context/guest_identity.hpp"
#include "adapter/http/transport/message/query.hpp"
#include "token/entry_token.hpp"

namespace onsale::http {

using waiting_room::AdmissionId;
using waiting_room::LineView;

namespace {

// True when this view may not know the admission yet. We have signed the token, so the guest was
// admitted, perhaps by another process. Then the decision is made in Redis.
bool may_be_unknown_here(const GuestContext& guest, const LineView& line,
                         waiting_room::Number number) {
    using waiting_room::Standing;
    if (!guest.context.restores_places) return false;
    const Standing standing = line.book().standing(number);
    return standing == Standing::kNone || standing == Standing::kWaiting ||
           standing == Standing::kAway || standing == Standing::kRecalled;
}

token::SignatureCheck signature_check(const GuestContext& guest, const Request& request) {
    const bool vouched =
        guest.config.verified_secret != nullptr && !guest.config.verified_header.empty() &&
        guest.config.verified_secret->matches(request.header(guest.config.verified_header));
    return vouched ? token::SignatureCheck::kDoneBefore : token::SignatureCheck::kHere;
}

}  // namespace

std::string_view entry_token_of(const Request& request, std::string_view event) {
    if (request.has_header("x-queue-entry-token")) return request.header("x-queue-entry-token");
    return cookie_value(request.header("cookie"),
                        cookie_name(request, "onsale_e_" + std::string{event}));
}

std::optional<waiting_room::command::Claim> admission_of(const GuestContext& guest,
                                                         const Request& request,
                                                         std::string_view event,
                                                         const LineView& line) {
    const auto claims = token::open_entry_token(*guest.context.keys, entry_token_of(request, event),
                                                signature_check(guest, request));
    if (!claims || claims->event != event) return std::nullopt;
    const AdmissionId admission{claims->admission};
    if (!line.ledger().live(admission) && !may_be_unknown_here(guest, line, number_of(admission)))
        return std::nullopt;
    if (!line.belongs(number_of(admission), claims->guest)) return std::nullopt;
    return waiting_room::command::Claim{*guest.context.view.id_of(event), admission, claims->guest};
}

}  // namespace onsale::http
