#include "adapter/redis/roster/process_note.hpp"

#include <gtest/gtest.h>

namespace onsale::redis {
namespace {

using namespace std::chrono_literals;

ProcessNote full_note() {
    return {.name = "queue-1@\"web\"",
            .roles = {"queue", "scheduler"},
            .address = "10.0.0.1:8080",
            .admin_address = "10.0.0.1:8081",
            .version = "1.0",
            .state = "degraded",
            .degraded = "stale",
            .started_at = instant_from_ms(1'000),
            .view_age = 12ms,
            .connections = 3,
            .requests = 4,
            .leases = 2,
            .said_at = instant_from_ms(2'000)};
}

TEST(ProcessNote, IsReadAsItWasWritten) {
    EXPECT_EQ(parse_process_note(to_bytes(full_note())), full_note());
}

TEST(ProcessNote, MayLackAViewAndLeases) {
    ProcessNote note = full_note();
    note.view_age.reset();
    note.leases.reset();
    EXPECT_EQ(parse_process_note(to_bytes(note)), note);
}

TEST(ProcessNote, OfAnotherFormIsNone) {
    const std::string whole = to_bytes(full_note());
    const std::string cut = whole.substr(0, whole.size() - 1);
    for (const std::string& bytes : {std::string{}, std::string{"not a note"}, cut, whole + "x"})
        EXPECT_EQ(parse_process_note(bytes), std::nullopt) << bytes;
}

}  // namespace
}  // namespace onsale::redis
