#include "adapter/embedded/engine/news.hpp"

#include <utility>

namespace onsale::embedded {

void News::add(std::shared_ptr<const Publication> publication) {
    const std::lock_guard lock{mutex_};
    unread_.push_back(std::move(publication));
}

void News::read() {
    std::vector<std::shared_ptr<const Publication>> unread;
    {
        const std::lock_guard lock{mutex_};
        unread.swap(unread_);
    }
    for (const auto& publication : unread)
        apply_(*publication);
}

}  // namespace onsale::embedded
