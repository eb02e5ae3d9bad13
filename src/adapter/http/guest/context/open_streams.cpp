#include "adapter/http/guest/context/open_streams.hpp"

namespace onsale::http {

std::optional<OpenStreams::Room> OpenStreams::enter(const StreamKey& key) {
    const std::lock_guard lock{mutex_};
    if (streams_.size() >= guests_max_ && !streams_.contains(key)) return std::nullopt;
    ++streams_[key];
    return Room{shared_from_this(), key};
}

void OpenStreams::leave(const StreamKey& key) {
    const std::lock_guard lock{mutex_};
    const auto found = streams_.find(key);
    if (--found->second == 0) streams_.erase(found);
}

}  // namespace onsale::http
