#include "adapter/http/transport/socket/open_connections.hpp"

#include "base/assert.hpp"

namespace onsale::http {

OpenConnections::OpenConnections(std::uint64_t seed) : per_address_(0, Hash{seed}) {}

std::optional<Refusal> OpenConnections::enter(const Caps& caps, AddressKey address) {
    const std::scoped_lock lock{mutex_};
    if (in_all_ >= caps.in_all) return Refusal::kServerFull;
    if (address) {
        // The first connection of an address is always accepted, because no cap is zero. So a
        // refusal leaves no new entry behind.
        std::uint32_t& open = per_address_[*address];
        if (open >= caps.per_address) return Refusal::kTooManyConnections;
        ++open;
    }
    ++in_all_;
    return std::nullopt;
}

void OpenConnections::leave(AddressKey address) {
    const std::scoped_lock lock{mutex_};
    ONSALE_ASSERT(in_all_ > 0);
    --in_all_;
    if (!address) return;
    const auto found = per_address_.find(*address);
    ONSALE_ASSERT(found != per_address_.end());
    if (--found->second == 0) per_address_.erase(found);
}

}  // namespace onsale::http
