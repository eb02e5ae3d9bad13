// Reads what happened to one guest from the journal, concurrently with the writer.
#include <memory>
#include <utility>

#include "adapter/embedded/report/operator_reads.hpp"
#include "adapter/server/operate/server_operations.hpp"

namespace onsale::server {

using boost::asio::awaitable;
using operate::StoryError;
using operate::StoryFailure;
using operate::StoryTold;

using Told = Result<StoryTold, StoryFailure>;

awaitable<Told> ServerOperations::story(sale::StoryAsk ask) {
    if (deps_.settings.on_redis) co_return fail(StoryFailure{StoryError::kNotKept});
    if (telling_) co_return fail(StoryFailure{StoryError::kBusy});
    telling_ = true;
    const auto told = std::make_shared<Told>(fail(StoryFailure{StoryError::kBusy}));
    std::function<void()> work = [told, storage = deps_.storage, ask = std::move(ask)]() mutable {
        *told = embedded::read_guest_story(storage, std::move(ask));
    };
    (void)co_await in_background(std::move(work));
    telling_ = false;
    co_return std::move(*told);
}

}  // namespace onsale::server
