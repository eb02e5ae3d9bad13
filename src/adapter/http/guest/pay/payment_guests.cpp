#include "adapter/http/guest/pay/payment_guests.hpp"

#include <algorithm>

#include "adapter/http/guest/context/queue_guest.hpp"
#include "token/queue_token.hpp"

namespace onsale::http {
namespace {

using waiting_room::EventSettings;
using waiting_room::Identity;

constexpr std::size_t kGuestsMax = 4;

class Guests {
  public:
    void add(const GuestId& guest) {
        if (guests_.size() < kGuestsMax && std::ranges::find(guests_, guest) == guests_.end())
            guests_.push_back(guest);
    }
    std::vector<GuestId> take() { return std::move(guests_); }

  private:
    std::vector<GuestId> guests_;
};

}  // namespace

std::vector<GuestId> guests_in(const Request& request, const token::Keys& keys,
                               const SiteIdentitySource& site, Instant now) {
    Guests guests;
    const std::string_view shown = request.header("x-queue-token");
    if (const auto opened = token::open_queue_token(keys, shown)) guests.add(opened->token.guest);
    EventSettings asked;  // Settings of an imaginary event that accepts this identity.
    for (const Identity identity : {Identity::kSite, Identity::kVisitor}) {
        asked.identity = identity;
        if (const auto guest = identify(request, keys, site, asked, now)) guests.add(guest->guest);
    }
    for (const token::QueueToken& place : queue_cookies_in(request, keys))
        guests.add(place.guest);
    return guests.take();
}

}  // namespace onsale::http
