#include "adapter/http/guest/context/entry_cookie.hpp"

#include <algorithm>
#include <chrono>

#include "adapter/http/api/context/guest_identity.hpp"
#include "token/entry_token.hpp"

namespace onsale::http {

using waiting_room::QueueAnswer;
using waiting_room::QueueStatus;

namespace {

// The longest time to pay that an event can set. The ledger decides whether a token is still good,
// so a cookie that lives too long admits nobody. It ends at some time because a browser sends the
// cookies of all events it has visited.
constexpr std::chrono::days kBeyondDeadline{1};
// A poll just after the deadline must not delete the cookie of an admission that is still live.
constexpr std::chrono::seconds kShortest{1};

// Held seats, a payment and frozen deadlines keep an admission beyond its deadline.
bool may_outlive_deadline(const waiting_room::LineView& line, waiting_room::AdmissionId admission) {
    const auto* const live = line.ledger().find(number_of(admission));
    return line.clock().frozen() || (live != nullptr && live->keep != waiting_room::Keep::kNot);
}

}  // namespace

std::string entry_token_for(const GuestContext& guest, const QueueGuest& who,
                            const QueueAnswer& answer) {
    if (answer.status != QueueStatus::kAdmitted) return "";
    const auto seconds = [](Instant instant) {
        return std::chrono::floor<std::chrono::seconds>(instant);
    };
    return token::seal(*guest.context.keys,
                       token::EntryClaims{.event = who.line->settings().key,
                                          .guest = who.token.guest,
                                          .admission = answer.admission.value,
                                          .issued_at = seconds(guest.context.clock.wall()),
                                          .expires_at = seconds(answer.admission_deadline)});
}

std::string entry_cookie(const GuestContext& guest, const Request& asked, const QueueGuest& who,
                         const QueueAnswer& answer, std::string_view entry_token) {
    if (entry_token.empty()) return "";
    const auto left = std::chrono::ceil<std::chrono::seconds>(answer.admission_deadline -
                                                              guest.context.clock.now());
    const auto more =
        may_outlive_deadline(*who.line, answer.admission) ? kBeyondDeadline : std::chrono::days{0};
    return set_cookie(asked, "onsale_e_" + who.line->settings().key, entry_token,
                      std::max(left, kShortest) + more);
}

ShownPlaces shown_places(const Request& request, const token::Keys& keys) {
    ShownPlaces shown{request.secure, queue_cookies_in(request, keys)};
    const std::string_view header = request.header("x-queue-token");
    if (const auto opened = token::open_queue_token(keys, header))
        shown.places.insert(shown.places.begin(), opened->token);
    return shown;
}

std::string renewed_entry(const GuestContext& guest, const ShownPlaces& shown,
                          waiting_room::EventId event) {
    const auto place = std::ranges::find(shown.places, event.value, &token::QueueToken::event);
    if (place == shown.places.end() || guest.context.view.find(event) == nullptr) return "";
    const QueueGuest who = queue_guest_of(guest, *place);
    const QueueAnswer answer =
        who.line->answer_to(who.token.guest, who.number(), guest.context.clock.now());
    Request asked;
    asked.secure = shown.secure;
    return entry_cookie(guest, asked, who, answer, entry_token_for(guest, who, answer));
}

}  // namespace onsale::http
