#include "adapter/http/guest/pay/payment_guests.hpp"

#include <algorithm>

#include "adapter/http/transport/message/query.hpp"
#include "token/queue_token.hpp"

namespace onsale::http {
namespace {

using waiting_room::EventSettings;
using waiting_room::Identity;

constexpr std::size_t kGuestsMax = 4;
constexpr std::string_view kQueueCookie = "onsale_q_";

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

// Adds every queue token in the cookies: a browser has one per event.
void add_queue_cookies(Guests& guests, const Request& request, const token::Keys& keys) {
    const std::string prefix = cookie_name(request, kQueueCookie);
    std::string_view header = request.header("cookie");
    while (!header.empty()) {
        const std::size_t end = std::min(header.find(';'), header.size());
        const auto text = cookie_with_prefix(header.substr(0, end), prefix);
        if (!text.empty())
            if (const auto opened = token::open_queue_token(keys, text))
                guests.add(opened->token.guest);
        header.remove_prefix(std::min(end + 1, header.size()));
    }
}

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
    add_queue_cookies(guests, request, keys);
    return guests.take();
}

}  // namespace onsale::http
