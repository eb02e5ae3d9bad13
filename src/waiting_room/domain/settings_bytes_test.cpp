#include "waiting_room/domain/settings_bytes.hpp"

#include <gtest/gtest.h>

#include "waiting_room/domain/line/test_line.hpp"

namespace onsale::waiting_room {
namespace {

// No field has its default, so that a field missing in the list is detected.
EventSettings full_settings() {
    EventSettings settings;
    settings.key = "summer-2026";
    settings.title = "Sommer \xed\x95\x9c";
    settings.artist = "artist";
    settings.venue = "venue";
    settings.time_zone = "Europe/Berlin";
    settings.redirect_to = "/seats";
    settings.demo = true;
    settings.published = false;
    settings.identity = Identity::kSite;
    settings.order = OrderPolicy::kLobbyShuffle;
    settings.lobby_opens_at = kOpensAt - 1h;
    settings.opens_at = kOpensAt;
    settings.closes_at = kOpensAt + 24h;
    settings.performances = {{"p1", "Friday", kOpensAt + 100h},
                             {"p2", "Saturday", kOpensAt + 124h}};
    settings.phases = {
        {"fans", "Fans", kOpensAt, kOpensAt + 1h, Eligibility::kClaim, "tier", "gold", 30, 2},
        {"all", "All", kOpensAt + 1h, kOpensAt + 2h, Eligibility::kEverybody, "", "", 100, 0}};
    settings.rules = {.max_active = 1,
                      .admit_per_second = 2,
                      .admission_ttl = 3s,
                      .claim_within = 4ms,
                      .active_away_after = 5s,
                      .extension = 15s,
                      .extensions = 3,
                      .away_after = 6s,
                      .forget_after = 7s,
                      .line_max = 8,
                      .stream_front = 9,
                      .proof_of_work_bits = 10,
                      .poll_steps = {{11, 12s}, {0, 13s}},
                      .poll_admitted = 14s};
    return settings;
}

template <class Record>
std::string bytes_of(const Record& record) {
    std::string bytes;
    ByteWriter out{bytes};
    save(out, record);
    return bytes;
}

}  // namespace

TEST(SettingsBytes, EveryFieldComesBack) {
    const std::string bytes = bytes_of(full_settings());
    ByteReader in{bytes};
    EXPECT_EQ(load_settings(in), full_settings());
    EXPECT_TRUE(in.ok() && in.at_end());
}

TEST(SettingsBytes, DefaultsComeBack) {
    const std::string bytes = bytes_of(EventSettings{});
    ByteReader in{bytes};
    EXPECT_EQ(load_settings(in), EventSettings{});
}

TEST(SettingsBytes, EveryLeverComesBack) {
    const Levers levers{true, true, "wait", "hurry"};
    const std::string bytes = bytes_of(levers);
    ByteReader in{bytes};
    EXPECT_EQ(load_levers(in), levers);
    EXPECT_TRUE(in.ok() && in.at_end());
}

TEST(SettingsBytes, AFieldOfANewerBinaryIsSkipped) {
    std::string bytes;
    ByteWriter out{bytes};
    out.varint(900);
    out.text("from the future");
    bytes += bytes_of(full_settings());
    ByteReader in{bytes};
    EXPECT_EQ(load_settings(in), full_settings());
    EXPECT_TRUE(in.ok() && in.at_end());
}

TEST(SettingsBytes, AFieldOfAnOlderBinaryThatIsMissingHasItsDefault) {
    std::string bytes;
    ByteWriter out{bytes};
    out.varint(1);  // Only the key.
    out.text(std::string{"\x03"} + "old");
    out.varint(0);
    ByteReader in{bytes};
    EventSettings expected;
    expected.key = "old";
    const EventSettings loaded = load_settings(in);
    EXPECT_EQ(loaded, expected);
    EXPECT_TRUE(loaded.published);  // At that time guests could see every event.
}

TEST(SettingsBytes, TruncationAtEveryByteIsNoticed) {
    const std::string bytes = bytes_of(full_settings());
    for (std::size_t size = 0; size < bytes.size(); ++size) {
        ByteReader in{std::string_view{bytes}.substr(0, size)};
        static_cast<void>(load_settings(in));
        EXPECT_FALSE(in.ok()) << size;
    }
}

}  // namespace onsale::waiting_room
