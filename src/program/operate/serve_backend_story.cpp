// Reads what happened to one guest from the journal, concurrently with the writer.
#include <memory>
#include <utility>

#include "adapter/embedded/journal/story_reader.hpp"
#include "program/operate/serve_backend.hpp"

namespace onsale::program {

using boost::asio::awaitable;
using http::StoryError;
using http::StoryFailure;
using http::StoryTold;

namespace {

// Time limit of a read, because a reader prevents the write-ahead log from restarting. About ten
// million facts are read in this time, and an operator does not wait longer.
constexpr std::chrono::milliseconds kPatience{5'000};

using Told = Result<StoryTold, StoryFailure>;

Told tell(const embedded::Storage& storage, sale::StoryAsk ask) {
    try {
        const auto read = embedded::read_story(storage, std::move(ask), kPatience);
        return StoryTold{read.story.facts(), read.whole};
    } catch (const std::exception& error) {
        return fail(StoryFailure{StoryError::kUnreadable, error.what()});
    }
}

}  // namespace

awaitable<Told> ServerBackend::story(sale::StoryAsk ask) {
    if (parts_.config.redis.mode != RedisMode::kOff)
        co_return fail(StoryFailure{StoryError::kNotKept});
    if (telling_) co_return fail(StoryFailure{StoryError::kBusy});
    telling_ = true;
    const auto told = std::make_shared<Told>(fail(StoryFailure{StoryError::kBusy}));
    std::function<void()> work = [told, storage = parts_.storage, ask = std::move(ask)]() mutable {
        *told = tell(storage, std::move(ask));
    };
    (void)co_await in_background(std::move(work));
    telling_ = false;
    co_return std::move(*told);
}

}  // namespace onsale::program
