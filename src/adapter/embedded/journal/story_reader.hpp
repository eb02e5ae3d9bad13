#pragma once

#include <chrono>

#include "adapter/embedded/journal/sqlite.hpp"
#include "sale/domain/view/guest_story.hpp"

namespace onsale::embedded {

struct StoryRead {
    sale::GuestStory story;
    bool whole = true;  // The journal was read to its end.
};

// Reads the journal by a connection of its own, while the writer goes on; `patience` at most, for a
// reader keeps the write-ahead log from beginning anew. The chain is not checked: a start and
// `onsale verify` do that.
// Throws SqliteError or BadJournal.
StoryRead read_story(const Storage& storage, sale::StoryAsk ask,
                     std::chrono::milliseconds patience);

}  // namespace onsale::embedded
