#include "adapter/server/operate/process_state.hpp"

#include <gtest/gtest.h>

namespace onsale::server {
namespace {

using operate::Degraded;

redis::ProcessNote note_in(const ProcessState& state) {
    redis::ProcessNote note{.state = "degraded", .degraded = "of before"};
    set_state(note, state);
    return note;
}

TEST(ProcessState, IsReadyWhileNothingIsWrong) {
    const redis::ProcessNote note = note_in({});
    EXPECT_EQ(note.state, "ready");
    EXPECT_EQ(note.degraded, "");
}

TEST(ProcessState, IsDegradedByTheViewAndByTheStore) {
    const redis::ProcessNote stale = note_in({.view = Degraded::kStale});
    EXPECT_EQ(stale.state, "degraded");
    EXPECT_EQ(stale.degraded, "stale");
    const redis::ProcessNote full = note_in({.store = Degraded::kDiskFull});
    EXPECT_EQ(full.state, "degraded");
    EXPECT_EQ(full.degraded, "disk_full");
}

TEST(ProcessState, NamesTheStoreBeforeTheView) {
    const redis::ProcessNote note =
        note_in({.store = Degraded::kStorageFailed, .view = Degraded::kStale});
    EXPECT_EQ(note.degraded, "storage_failed");
}

TEST(ProcessState, SaysThatItStopsAlsoWhenTheStoreFailed) {
    const redis::ProcessNote note = note_in({.stopping = true, .store = Degraded::kStorageFailed});
    EXPECT_EQ(note.state, "stopping");
    EXPECT_EQ(note.degraded, "storage_failed");
}

}  // namespace
}  // namespace onsale::server
