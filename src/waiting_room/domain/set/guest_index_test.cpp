#include "waiting_room/domain/set/guest_index.hpp"

#include <map>
#include <random>

#include <gtest/gtest.h>

#include "waiting_room/domain/line/test_line.hpp"

namespace onsale::waiting_room {
namespace {

// A guest with a chosen home slot (the first four bytes) and shard (the last byte).
GuestId placed_guest(std::uint32_t hash, std::uint8_t shard, std::uint8_t distinct) {
    GuestId guest;
    std::memcpy(guest.bytes.data(), &hash, sizeof hash);
    guest.bytes[8] = distinct;
    guest.bytes[15] = shard;
    return guest;
}

struct IndexedGuests {
    GuestIndex index;
    GuestIndex::Guests guests;

    void insert(std::uint32_t number, const GuestId& guest) {
        guests.at(number) = guest;
        index.insert(Number{number}, guests);
    }
    void erase(std::uint32_t number) { index.erase(Number{number}, guests); }
    std::optional<Number> find(const GuestId& guest) const { return index.find(guest, guests); }
};

constexpr std::uint32_t kLastHome = 0xffff'ffff;

}  // namespace

TEST(GuestIndex, FindsNobodyWhenEmpty) {
    const IndexedGuests indexed;
    EXPECT_EQ(indexed.find(test_guest(1)), std::nullopt);
}

TEST(GuestIndex, TellsGuestsWithTheSameHashApart) {
    IndexedGuests indexed;
    for (std::uint8_t i = 1; i <= 10; ++i)
        indexed.insert(i, placed_guest(77, 3, i));
    for (std::uint8_t i = 1; i <= 10; ++i)
        EXPECT_EQ(indexed.find(placed_guest(77, 3, i)), Number{i});
    EXPECT_EQ(indexed.find(placed_guest(77, 3, 11)), std::nullopt);
}

TEST(GuestIndex, ARunWrapsAroundTheEndOfTheTable) {
    IndexedGuests indexed;
    for (std::uint8_t i = 1; i <= 6; ++i)
        indexed.insert(i, placed_guest(kLastHome, 0, i));
    for (std::uint8_t i = 1; i <= 6; ++i)
        EXPECT_EQ(indexed.find(placed_guest(kLastHome, 0, i)), Number{i});
}

TEST(GuestIndex, ErasingInsideAWrappedRunLosesNobodyElse) {
    for (std::uint32_t gone = 1; gone <= 8; ++gone) {
        IndexedGuests indexed;
        // Four guests with home in the last slot wrap around to the front, where four others have
        // their home.
        for (std::uint8_t i = 1; i <= 8; ++i)
            indexed.insert(i, placed_guest(i % 2 == 0 ? kLastHome : 0, 0, i));
        indexed.erase(gone);
        for (std::uint8_t i = 1; i <= 8; ++i) {
            const auto expected = i == gone ? std::nullopt : std::optional{Number{i}};
            EXPECT_EQ(indexed.find(placed_guest(i % 2 == 0 ? kLastHome : 0, 0, i)), expected);
        }
        EXPECT_EQ(indexed.index.size(), 7u);
    }
}

TEST(GuestIndex, GrowingOneShardKeepsEverybody) {
    IndexedGuests indexed;
    std::mt19937 random{3};
    std::vector<GuestId> guests;
    for (std::uint32_t number = 1; number <= 2000; ++number) {
        guests.push_back(placed_guest(static_cast<std::uint32_t>(random()), 9,
                                      static_cast<std::uint8_t>(number % 251)));
        indexed.insert(number, guests.back());
    }
    for (std::uint32_t number = 1; number <= 2000; ++number)
        ASSERT_EQ(indexed.find(guests[number - 1]), Number{number});
}

TEST(GuestIndex, AgreesWithAMapUnderRandomChangesOfACrowdedShard) {
    IndexedGuests indexed;
    std::map<std::uint8_t, std::uint32_t> numbers;
    std::mt19937 random{4};
    const auto guest_of = [](std::uint8_t name) {
        return placed_guest(name % 3 == 0 ? kLastHome : name % 3 * 0x1000'0000u, 5, name);
    };
    for (std::uint32_t step = 1; step <= 20'000; ++step) {
        const auto name = static_cast<std::uint8_t>(random() % 40);
        if (const auto found = numbers.find(name); found == numbers.end()) {
            indexed.insert(step, guest_of(name));
            numbers[name] = step;
        } else {
            indexed.erase(found->second);
            numbers.erase(found);
        }
        for (std::uint8_t asked = 0; asked < 40; ++asked) {
            const auto found = numbers.find(asked);
            const auto expected =
                found == numbers.end() ? std::nullopt : std::optional{Number{found->second}};
            ASSERT_EQ(indexed.find(guest_of(asked)), expected) << step;
        }
    }
}

}  // namespace onsale::waiting_room
