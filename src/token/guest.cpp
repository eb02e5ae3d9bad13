#include "token/guest.hpp"

#include <algorithm>
#include <string>

namespace onsale::token {

GuestId guest_of(const Keys& keys, GuestSource source, std::string_view subject) {
    std::string message(1, static_cast<char>(source));
    message += subject;
    const Sha256Digest digest = keys.guest_mac()(message);
    GuestId guest;
    std::copy_n(digest.begin(), guest.bytes.size(), guest.bytes.begin());
    return guest;
}

}  // namespace onsale::token
