#include "adapter/embedded/journal/story_reader.hpp"

#include <utility>

#include "adapter/embedded/journal/journal.hpp"
#include "sale/domain/fact_bytes.hpp"

namespace onsale::embedded {

StoryRead read_story(const Storage& storage, sale::StoryAsk ask,
                     std::chrono::milliseconds patience) {
    using Clock = std::chrono::steady_clock;
    const Clock::time_point end = Clock::now() + patience;
    StoryRead read{sale::GuestStory{std::move(ask)}};
    Database database{storage, kDatabaseFile, Database::Mode::kReadOnly};
    auto rows = database.prepare("SELECT seq, at, facts FROM journal ORDER BY seq");
    while (rows.step()) {
        sale::Facts facts;
        if (!sale::load(rows.bytes(2), facts))
            throw BadJournal{"journal row " + std::to_string(rows.integer(0)) + " cannot be read"};
        for (const sale::Fact& fact : facts)
            read.story.hear(instant_from_ms(rows.integer(1)), fact);
        read.whole = !read.story.is_full() && Clock::now() < end;
        if (!read.whole) return read;
    }
    return read;
}

}  // namespace onsale::embedded
