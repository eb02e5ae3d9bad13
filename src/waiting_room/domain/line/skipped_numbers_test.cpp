// Skipped numbers (a restore skips ten million, a lost Redis node its block) must cost almost no
// memory in a line and a view. Replaces the global operator new of this test program to count
// allocated bytes.
#include <cstdlib>
#include <new>

#include <gtest/gtest.h>

#include "waiting_room/domain/line/test_line.hpp"

namespace {
thread_local std::size_t bytes_taken = 0;
}  // namespace

void* operator new(std::size_t size) {
    bytes_taken += size;
    if (void* const memory = std::malloc(size)) return memory;
    throw std::bad_alloc{};
}
void operator delete(void* memory) noexcept {
    std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
    std::free(memory);
}

namespace onsale::waiting_room {
namespace {

constexpr std::uint32_t kSkips = 10;
constexpr std::uint32_t kSkip = 10'000'000;
// A guest after each skip allocates a new chunk of each array, at most 64 KiB each.
constexpr std::size_t kBytesPerSkip = 256 << 10;

template <class Make>
std::size_t cost_of(Make make) {
    const std::size_t before = bytes_taken;
    (void)make();
    return bytes_taken - before;
}

template <class Apply>
void skip_and_join(Apply apply) {
    for (std::uint32_t i = 1; i <= kSkips; ++i) {
        apply(fact::NumbersSkipped{Number{i * kSkip}});
        apply(fact::Joined{test_guest(i)});
    }
}

std::shared_ptr<const EventSettings> settings() {
    return std::make_shared<const EventSettings>(test_settings());
}

std::unique_ptr<Line> skipped_line() {
    auto line = std::make_unique<Line>(EventId{1}, settings());
    skip_and_join([&](const FactBody& fact) { line->evolve(fact, kOpensAt); });
    return line;
}

}  // namespace

TEST(SkippedNumbers, CostALineNearlyNothing) {
    EXPECT_LT(cost_of(skipped_line), kSkips * kBytesPerSkip);
}

TEST(SkippedNumbers, CostAViewNearlyNothing) {
    EXPECT_LT(cost_of([] {
                  auto view = std::make_unique<LineView>(settings());
                  skip_and_join([&](const FactBody& fact) { view->apply(fact, kOpensAt); });
                  return view;
              }),
              kSkips * kBytesPerSkip);
}

TEST(SkippedNumbers, CostTheMarksOfWhoWasSeenNearlyNothing) {
    EXPECT_LT(cost_of([] {
                  auto presence = std::make_unique<Presence>();
                  for (std::uint32_t i = 1; i <= kSkips; ++i)
                      presence->mark(Number{i * kSkip + 1}, kOpensAt);
                  presence->limit_ahead(kSkips * kSkip + 1, 5h, kOpensAt);
                  return presence;
              }),
              kSkips * kBytesPerSkip);
}

TEST(SkippedNumbers, CostADrawNearlyNothing) {
    const auto line = skipped_line();
    EXPECT_LT(cost_of([&] {
                  return std::make_unique<Draw>(sha256("secret"), line->members(),
                                                line->book().issued_count());
              }),
              kSkips * kBytesPerSkip);
}

TEST(SkippedNumbers, AreNoJoinsAndNobodyStandsThere) {
    const auto line = skipped_line();
    const LineView view{*line};
    EXPECT_EQ(view.joined_total(), kSkips);
    EXPECT_EQ(view.book().issued_count(), kSkips * kSkip + 1);
    EXPECT_EQ(view.book().position(Number{kSkips * kSkip + 1}), kSkips);
    EXPECT_EQ(line->next_in_line(kSkips).back(), Number{kSkips * kSkip + 1});
    EXPECT_EQ(view.answer(Number{kSkip - 5}, kOpensAt).status, QueueStatus::kExpired);
}

TEST(SkippedNumbers, AreNotInADrawAndItsOrderComesBack) {
    const auto line = skipped_line();
    const Draw draw{sha256("secret"), line->members(), line->book().issued_count()};
    EXPECT_EQ(draw.member_count(), kSkips);
    EXPECT_FALSE(draw.includes(Number{5}));
    EXPECT_EQ(draw.place_of(Number{5}), Place{0});
    EXPECT_EQ(draw.number_at(Place{kSkips + 1}), Number{0});
    EXPECT_EQ(draw.place_of(Number{kSkips * kSkip + 2}), Place{kSkips * kSkip + 2});
    EXPECT_EQ(draw.index_of(Number{3 * kSkip + 1}), 2u);
    std::string bytes;
    ByteWriter out{bytes};
    draw.save(out);
    ByteReader in{bytes};
    const Draw loaded{in};
    for (std::uint32_t i = 1; i <= kSkips; ++i)
        EXPECT_EQ(loaded.place_of(Number{i * kSkip + 1}), draw.place_of(Number{i * kSkip + 1}));
}

}  // namespace onsale::waiting_room
