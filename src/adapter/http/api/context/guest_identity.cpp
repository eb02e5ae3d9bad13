#include "adapter/http/api/context/guest_identity.hpp"

#include "adapter/http/transport/message/query.hpp"
#include "token/guest.hpp"
#include "token/visitor_token.hpp"

namespace onsale::http {
namespace {

using waiting_room::Eligibility;
using waiting_room::EventSettings;
using waiting_room::Identity;
using waiting_room::Phase;

constexpr std::string_view kBearer = "Bearer ";
constexpr std::string_view kHttp = "http://";
constexpr std::string_view kHttps = "https://";

Result<IdentifiedGuest, ErrorCode> identify_visitor(const Request& request,
                                                    const token::Keys& keys) {
    const std::string_view text =
        cookie_value(request.header("cookie"), cookie_name(request, "onsale_v"));
    const auto visitor = token::open_visitor_token(keys, text);
    if (!visitor) return fail(ErrorCode::kVisitorRequired);
    return IdentifiedGuest{
        token::guest_of(keys, token::GuestSource::kVisitor, visitor->token.subject()), {}};
}

Result<IdentifiedGuest, ErrorCode> identify_by_site(const Request& request, const token::Keys& keys,
                                                    const SiteIdentitySource& site,
                                                    const EventSettings& event, Instant now) {
    std::string_view text = request.header("authorization");
    if (!text.starts_with(kBearer)) return fail(ErrorCode::kSiteTokenRequired);
    if (site.keys == nullptr) return fail(ErrorCode::kSiteTokenInvalid);
    text.remove_prefix(kBearer.size());
    const auto identity = token::verify_site_token(*site.keys, site.rules, text, now);
    if (!identity) return fail(ErrorCode::kSiteTokenInvalid);
    IdentifiedGuest guest{token::guest_of(keys, token::GuestSource::kSite, identity->subject()),
                          {}};
    for (const Phase& phase : event.phases)
        if (phase.who == Eligibility::kClaim &&
            identity->has_claim(phase.claim_name, phase.claim_value))
            guest.claimed_phases.push_back(phase.id);
    return guest;
}

}  // namespace

std::string cookie_name(const Request& request, std::string_view name) {
    return (request.secure ? "__Host-" : "") + std::string{name};
}

Result<IdentifiedGuest, ErrorCode> identify(const Request& request, const token::Keys& keys,
                                            const SiteIdentitySource& site,
                                            const EventSettings& event, Instant now) {
    switch (event.identity) {
        case Identity::kVisitor:
            return identify_visitor(request, keys);
        case Identity::kSite:
            return identify_by_site(request, keys, site, event, now);
        case Identity::kAccount:
            return fail(ErrorCode::kAccountsNotAvailable);
    }
    return fail(ErrorCode::kInternal);
}

std::string set_cookie(const Request& request, std::string_view name, std::string_view value,
                       std::optional<std::chrono::seconds> max_age) {
    std::string line = "Set-Cookie: " + cookie_name(request, name) + "=" + std::string{value} +
                       "; Path=/; HttpOnly; SameSite=Lax";
    if (request.secure) line += "; Secure";
    if (max_age) line += "; Max-Age=" + std::to_string(max_age->count());
    return line + "\r\n";
}

bool same_origin(const Request& request) {
    if (request.local || request.header("cookie").empty()) return true;
    if (!request.header("x-onsale-request").empty() || !request.header("x-queue-token").empty() ||
        !request.header("authorization").empty())
        return true;
    std::string_view origin = request.header("origin");
    const bool by_tls = origin.starts_with(kHttps);
    // A page loaded without TLS may come from anybody, so it must not use cookies of TLS. The
    // opposite case is a TLS proxy that is not in trusted_proxies.
    if (!by_tls && (request.secure || !origin.starts_with(kHttp))) return false;
    origin.remove_prefix(by_tls ? kHttps.size() : kHttp.size());
    return origin == request.header("host");
}

}  // namespace onsale::http
