#pragma once

#include <chrono>

#include "adapter/embedded/journal/sqlite.hpp"
#include "sale/domain/view/guest_story.hpp"

namespace onsale::embedded {

struct StoryRead {
    sale::GuestStory story;
    bool whole = true;  // The journal was read to its end.
};

// Reads the journal through its own connection while the writer runs, for at most `patience`,
// because a reader keeps the write-ahead log from starting over. Does not check the chain: a start
// and `onsale journal verify` do that.
// Throws SqliteError or BadJournal.
StoryRead read_story(const Storage& storage, sale::StoryAsk ask,
                     std::chrono::milliseconds patience);

}  // namespace onsale::embedded
