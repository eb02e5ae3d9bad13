#include "adapter/redis/roster/process_note.hpp"

#include <gtest/gtest.h>

#include "base/bytes.hpp"

namespace onsale::redis {
namespace {

using namespace std::chrono_literals;

runtime::Histogram histogram(std::initializer_list<runtime::Histogram::Bucket> buckets) {
    runtime::Histogram made;
    for (const auto bucket : buckets)
        EXPECT_TRUE(made.add(bucket));
    return made;
}

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
            .said_at = instant_from_ms(2'000),
            .polls = 3,
            .refused = {{"NOT_IN_LINE", 70'000}, {"RATE_LIMITED", 1}},
            .status_ns = histogram({{0, 1}, {300, 200}, {301, 5'000'000'000}}),
            .request_ns = histogram({{1'055, 9}})};
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

// The encoded note up to and including `said_at`.
std::string without_counts(const ProcessNote& note) {
    ProcessNote empty = note;
    empty.polls = 0;
    empty.refused.clear();
    empty.status_ns = empty.request_ns = {};
    constexpr std::size_t kNoCounts = 4;  // One zero byte each.
    const std::string bytes = to_bytes(empty);
    return bytes.substr(0, bytes.size() - kNoCounts);
}

TEST(ProcessNote, OfTheFirstFormHasNoCounts) {
    std::string bytes = without_counts(full_note());
    bytes.front() = 1;
    const auto note = parse_process_note(bytes);
    ASSERT_TRUE(note);
    EXPECT_EQ(note->requests, full_note().requests);
    EXPECT_EQ(note->said_at, full_note().said_at);
    EXPECT_EQ(note->polls, 0u);
    EXPECT_TRUE(note->refused.empty());
    EXPECT_EQ(note->status_ns.count(), 0u);
}

TEST(ProcessNote, MayHaveFieldsOfALaterVersion) {
    EXPECT_EQ(parse_process_note(to_bytes(full_note()) + "later"), full_note());
}

TEST(ProcessNote, OfAnotherFormIsNone) {
    const std::string whole = to_bytes(full_note());
    const std::string cut = whole.substr(0, whole.size() - 1);
    for (const std::string& bytes : {std::string{}, std::string{"not a note"}, cut})
        EXPECT_EQ(parse_process_note(bytes), std::nullopt) << bytes;
}

// Appends the counts that follow the polls: number of codes, number of buckets, then each bucket.
std::string with_counts(std::initializer_list<std::uint64_t> numbers) {
    std::string bytes = without_counts(full_note());
    ByteWriter out{bytes};
    out.varint(0);
    for (const std::uint64_t number : numbers)
        out.varint(number);
    return bytes + std::string(100'000, '\0');
}

TEST(ProcessNote, ThatClaimsMoreThanThereCanBeIsNone) {
    EXPECT_TRUE(parse_process_note(with_counts({256, 0})));
    EXPECT_EQ(parse_process_note(with_counts({257, 0})), std::nullopt);
    EXPECT_TRUE(parse_process_note(with_counts({0, 1, 1'055, 9})));
    EXPECT_EQ(parse_process_note(with_counts({0, 1, 1'056, 9})), std::nullopt);
    EXPECT_EQ(parse_process_note(with_counts({0, 2'049})), std::nullopt);
}

TEST(ProcessNote, StaysSmall) {
    ProcessNote note = full_note();
    for (std::size_t index = 0; index < 1'056; ++index) {
        EXPECT_TRUE(note.status_ns.add({index, 100'000'000}));
        EXPECT_TRUE(note.request_ns.add({index, 100'000'000}));
    }
    EXPECT_LT(to_bytes(note).size(), 12'000u);
}

}  // namespace
}  // namespace onsale::redis
