#include "token/key/keys.hpp"

#include "base/assert.hpp"

namespace onsale::token {
namespace {

// These texts are part of every derived key. Changing one invalidates all tokens of its purpose.
constexpr std::string_view info_of(Purpose purpose) {
    switch (purpose) {
        case Purpose::kQueue:
            return "onsale queue token";
        case Purpose::kVisitor:
            return "onsale visitor token";
        case Purpose::kEntry:
            return "onsale entry token";
        case Purpose::kSession:
            return "onsale session token";
        case Purpose::kPass:
            return "onsale pass token";
        case Purpose::kDevice:
            return "onsale device token";
        case Purpose::kProofOfWork:
            return "onsale proof of work";
        case Purpose::kPaymentReturn:
            return "onsale payment return";
    }
    return {};
}

Mac mac_for(const Secret& secret, Purpose purpose) {
    return Mac{secret_bytes(derive(secret, info_of(purpose)))};
}

const SigningKey& first_of(std::span<const SigningKey> keys) {
    ONSALE_ASSERT(keys.size() == 1 || (keys.size() == 2 && keys[0].kid != keys[1].kid));
    return keys.front();
}

}  // namespace

LiveKey::LiveKey(const SigningKey& key)
    : kid_(key.kid),
      created_at_(key.created_at),
      entry_secret_(derive(key.secret, info_of(Purpose::kEntry))),
      macs_{mac_for(key.secret, Purpose::kQueue),
            mac_for(key.secret, Purpose::kVisitor),
            mac_for(key.secret, Purpose::kEntry),
            mac_for(key.secret, Purpose::kSession),
            mac_for(key.secret, Purpose::kPass),
            mac_for(key.secret, Purpose::kDevice),
            mac_for(key.secret, Purpose::kProofOfWork),
            mac_for(key.secret, Purpose::kPaymentReturn)} {
    ONSALE_ASSERT(kid_ != 0);
}

Keys::Keys(const Secret& guest_key, std::span<const SigningKey> signing_first)
    : current_(first_of(signing_first)), guest_mac_(secret_bytes(guest_key)) {
    if (signing_first.size() == 2) other_.emplace(signing_first[1]);
}

const LiveKey* Keys::find(std::uint8_t kid) const {
    if (kid == current_.kid()) return &current_;
    return other_ && kid == other_->kid() ? &*other_ : nullptr;
}

}  // namespace onsale::token
